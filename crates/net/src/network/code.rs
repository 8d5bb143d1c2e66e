//! The code that lets a guest or a spectator in.

use std::fmt;
use std::str::FromStr;

use reversi_text::tr;

/// The letters of a code: those of Douglas Crockford's Base32, which people do not confuse.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The number of letters. Each is 5 bits: 80 bits are too many to guess, even by trying codes against a
/// recorded connection.
const LENGTH: usize = 16;

/// The number of letters in a group.
const GROUP: usize = 4;

/// The purpose of a connection to a host. A code is valid for one purpose only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play against the host.
    Play,
    /// To watch.
    Watch,
}

/// The secret that the host shows and the guest types, valid as long as the host's program runs. Displays
/// in groups: `7K3M-Q2XA-9TRW-C4HD`.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

impl Code {
    /// Returns a random code.
    pub fn random() -> Self {
        let random: [u8; LENGTH] = rand::random();
        Self(random.map(|byte| LETTERS[usize::from(byte % 32)]))
    }

    /// Returns the key of the encrypted channel.
    pub(super) fn key(&self, purpose: Purpose) -> [u8; 32] {
        let mut key = match purpose {
            Purpose::Play => *b"reversi network 0123456789abcdef",
            Purpose::Watch => *b"reversi watching0123456789abcdef",
        };
        key[LENGTH..].copy_from_slice(&self.0);
        key
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in self.0.iter().enumerate() {
            if index > 0 && index % GROUP == 0 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(*letter))?;
        }
        Ok(())
    }
}

/// Shows no letters.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code")
    }
}

/// The error for a text that is not a code. It does not hold the text, which may be nearly right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("this is not a code; a code has {length} letters and digits, such as 7K3M-Q2XA-9TRW-C4HD", length = LENGTH))]
pub struct ParseCodeError;

/// Ignores case, spaces and dashes. O is read as 0, I and L as 1.
impl FromStr for Code {
    type Err = ParseCodeError;

    fn from_str(text: &str) -> Result<Self, ParseCodeError> {
        let mut letters = [0; LENGTH];
        let mut typed = text
            .chars()
            .filter(|&c| !c.is_whitespace() && c != '-')
            .map(|c| match c.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                c => c,
            });
        for letter in &mut letters {
            let c = typed.next().ok_or(ParseCodeError)?;
            let known = LETTERS.iter().find(|&&known| char::from(known) == c);
            *letter = *known.ok_or(ParseCodeError)?;
        }
        match typed.next() {
            None => Ok(Self(letters)),
            Some(_) => Err(ParseCodeError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_back_however_it_is_typed() {
        for _ in 0..100 {
            let code = Code::random();
            let text = code.to_string();
            assert_eq!(text.len(), 19);
            assert_eq!(text.parse(), Ok(code.clone()));
            assert_eq!(text.to_lowercase().replace('-', " ").parse(), Ok(code));
        }
        let code: Code = "0011-AAAA-0000-1111".parse().unwrap();
        assert_eq!("ooil aaaa OoOo LiLi".parse(), Ok(code));
    }

    #[test]
    fn a_code_is_shown_in_groups_of_four_and_uses_all_letters() {
        let codes: Vec<Code> = (0..100).map(|_| Code::random()).collect();
        for code in &codes {
            let text = code.to_string();
            let groups: Vec<usize> = text.split('-').map(str::len).collect();
            assert_eq!(groups, [4; 4], "{text}");
        }
        let used: std::collections::BTreeSet<u8> = codes.iter().flat_map(|code| code.0).collect();
        assert_eq!(used.len(), LETTERS.len());
    }

    #[test]
    fn different_codes_have_different_keys() {
        let keys: std::collections::BTreeSet<[u8; 32]> = (0..100)
            .map(|_| Code::random().key(Purpose::Play))
            .collect();
        assert_eq!(keys.len(), 100);
        let code = Code::random();
        assert_ne!(code.key(Purpose::Play), code.key(Purpose::Watch));
    }

    #[test]
    fn anything_else_is_no_code() {
        for text in [
            "",
            "7K3M",
            "7K3M-Q2XA-9TRW-C4H",
            "7K3M-Q2XA-9TRW-C4HDD",
            "7K3M-Q2XA-9TRW-C4HU",
            "7K3M-Q2XA-9TRW-C4H\u{c5}",
            "\u{1b}[2J",
        ] {
            assert_eq!(text.parse::<Code>(), Err(ParseCodeError), "{text}");
        }
    }

    #[test]
    fn a_code_is_not_in_debug_output() {
        assert_eq!(format!("{:?}", Code::random()), "Code");
    }
}
