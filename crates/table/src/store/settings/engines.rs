//! Other programs that play, by the names that the settings give them.
//!
//! ```toml
//! [engines.edax]
//! command = "/opt/edax/bin/edax -nboard"
//! protocol = "nboard"
//! depth = 12          # plies; only over NBoard, otherwise the engine decides
//! start-limit = 10    # seconds to wait for its start
//! move-limit = 300    # seconds to wait for a move
//! ```

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::player::external::{ExternalEngine, WaitLimits};
use crate::player::protocol::Protocol;
use crate::player::{ParseCommandError, PlayerKind};
use reversi_text::{Name, tr};

/// The longest name, in bytes.
const LONGEST_NAME: usize = 24;

/// The longest wait that can be set, in seconds.
const LONGEST_WAIT: u64 = 86_400;

/// Engines by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engines(BTreeMap<String, ExternalEngine>);

/// An engine as written in the settings.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EngineEntry {
    command: String,
    protocol: Protocol,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_limit: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_limit: Option<u64>,
}

impl Engines {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns all, in the order of their names.
    pub fn kinds(&self) -> impl Iterator<Item = PlayerKind> {
        self.0
            .values()
            .cloned()
            .map(Box::new)
            .map(PlayerKind::External)
    }

    /// Returns the names in alphabetical order. Each is a single word.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the engine with this name, or else one whose name differs only in case.
    pub fn get(&self, name: &str) -> Option<PlayerKind> {
        let name = name.trim();
        let mut all = self.0.iter();
        let ignoring_case = || all.find(|(known, _)| known.eq_ignore_ascii_case(name));
        let found = self.0.get_key_value(name).or_else(ignoring_case);
        found.map(|(_, engine)| PlayerKind::External(Box::new(engine.clone())))
    }

    /// Returns the engine of these settings that is meant by a command line, with its name and limits.
    /// Any other player stays as it is.
    pub fn known(&self, kind: PlayerKind) -> PlayerKind {
        let text = kind.to_string();
        let same = |known: &PlayerKind| known.to_string() == text;
        self.kinds().find(same).unwrap_or(kind)
    }
}

impl EngineEntry {
    fn engine(self, name: &str) -> Result<ExternalEngine, ParseCommandError> {
        let usual = WaitLimits::default();
        let wait = |seconds: Option<u64>, usual| seconds.map_or(usual, Duration::from_secs);
        let mut engine = ExternalEngine::new(self.protocol, &self.command)?.named(name);
        engine.depth = self.depth;
        engine.limits = WaitLimits {
            start: wait(self.start_limit, usual.start),
            answer: wait(self.move_limit, usual.answer),
        };
        Ok(engine)
    }

    fn of(engine: &ExternalEngine) -> Self {
        let usual = WaitLimits::default();
        let seconds = |wait: Duration, usual| (wait != usual).then_some(wait.as_secs());
        Self {
            command: engine.command().to_owned(),
            protocol: engine.protocol(),
            depth: engine.depth,
            start_limit: seconds(engine.limits.start, usual.start),
            move_limit: seconds(engine.limits.answer, usual.answer),
        }
    }
}

/// Returns whether a name can stand on the command line and is not that of another player.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=LONGEST_NAME).contains(&name.len())
        && name.chars().all(allowed)
        && name.parse::<PlayerKind>().is_err()
}

impl Serialize for Engines {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(
            self.0
                .iter()
                .map(|(name, engine)| (name, EngineEntry::of(engine))),
        )
    }
}

impl<'de> Deserialize<'de> for Engines {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let forms = BTreeMap::<String, EngineEntry>::deserialize(from)?;
        let engine = |(name, form): (String, EngineEntry)| {
            if !is_name(&name) {
                let name = format!("{name:?}");
                return Err(D::Error::custom(tr!(
                    "{name} cannot name an engine; use up to 24 letters, digits, hyphens, dots and \
                     underscores, and not the name of another player",
                    name = Name(&name)
                )));
            }
            let waits = [form.start_limit, form.move_limit];
            if waits
                .into_iter()
                .flatten()
                .any(|wait| !(1..=LONGEST_WAIT).contains(&wait))
            {
                return Err(D::Error::custom(tr!(
                    "the limits of {name} must be 1 to {most} seconds",
                    name = Name(&name),
                    most = LONGEST_WAIT
                )));
            }
            if form.depth.is_some_and(|depth| !(1..=60).contains(&depth)) {
                return Err(D::Error::custom(tr!(
                    "the depth of {name} must be 1 to 60 plies",
                    name = Name(&name)
                )));
            }
            let engine = form.engine(&name).map_err(D::Error::custom)?;
            Ok((name, engine))
        };
        forms
            .into_iter()
            .map(engine)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_back_from_their_toml_and_found_by_name_and_command() {
        let text = "[edax]\ncommand = \"edax -nboard\"\nprotocol = \"nboard\"\ndepth = 12\n\n\
                    [slow]\ncommand = \"'my engine' -x\"\nprotocol = \"gtp\"\nmove-limit = 900\n";
        let engines: Engines = toml_edit::de::from_str(text).unwrap();
        assert_eq!(toml_edit::ser::to_string_pretty(&engines).unwrap(), text);
        let slow = engines.get("slow").unwrap();
        assert_eq!(
            (&*slow.name().to_string(), &*slow.to_string()),
            ("slow", "gtp:'my engine' -x")
        );
        let typed = "nboard:edax -nboard".parse::<PlayerKind>().unwrap();
        assert_eq!(engines.known(typed), engines.get("edax").unwrap());
        assert_eq!(engines.known(PlayerKind::Greedy), PlayerKind::Greedy);
        assert_eq!(engines.get("Edax"), engines.get("edax"));
        assert_eq!(engines.get("zebra"), None);
    }

    #[test]
    fn a_wrong_engine_is_an_error_that_says_what_is_wrong() {
        let wrong = |text: &str| {
            toml_edit::de::from_str::<Engines>(text)
                .unwrap_err()
                .message()
                .to_owned()
        };
        let engine = "command = \"x\"\nprotocol = \"gtp\"\n";
        assert!(
            wrong(&format!("[greedy]\n{engine}")).starts_with("\"greedy\" cannot name an engine")
        );
        assert!(
            wrong(&format!("[\"a b\"]\n{engine}")).starts_with("\"a b\" cannot name an engine")
        );
        assert!(wrong(&format!("[x]\n{engine}move-limit = 0")).contains("1 to 86400 seconds"));
        assert!(wrong(&format!("[x]\n{engine}depth = 0")).contains("1 to 60"));
        assert!(wrong("[x]\ncommand = \"'\"\nprotocol = \"gtp\"").contains("check its quotes"));
        assert!(wrong("[x]\ncommand = \"x\"\nprotocol = \"uci\"").contains("nboard"));
    }
}
