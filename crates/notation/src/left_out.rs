//! What a format cannot hold of a game.

use super::record::{Record, StatedResult};
use super::sgf;
use reversi::ByColor;
use reversi::NodeNotes;

/// Makes an enum from a table of its values, so that none can be without a row or missing in the list of all.
macro_rules! table {
    (
        $(#[$about:meta])+
        pub enum $Name:ident: $Row:ty;
        $($(#[$doc:meta])+ $name:ident: $row:expr;)+
    ) => {
        $(#[$about])+
        pub enum $Name { $($(#[$doc])+ $name,)+ }

        impl $Name {
            /// All of them.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            const fn row(self) -> &'static $Row {
                match self { $(Self::$name => const { &$row },)+ }
            }
        }
    };
}

pub(super) use table;

/// A row of the table of parts: the name of this part of several games, and whether a record has it.
type PartRow = (&'static str, fn(&Record) -> bool);

table! {
    /// A part of a game that some formats cannot hold.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum GamePart: PartRow;

    /// The moves; only the position after them is held.
    Moves: ("moves", |record| !record.moves.is_empty());
    /// The names of the players.
    Players: ("players", |record| has_texts(&record.players));
    /// The ratings of the players.
    Ratings: ("ratings", |record| record.ratings.black.or(record.ratings.white).is_some());
    /// The date, or more of it than the year.
    Date: ("dates", |record| !record.date.is_empty());
    /// The place.
    Place: ("places", |record| !record.place.is_empty());
    /// The event.
    Event: ("events", |record| !record.event.is_empty());
    /// The round.
    Round: ("rounds", |record| !record.round.is_empty());
    /// The time control.
    TimeControl: ("time controls", |record| has_texts(&record.time_control));
    /// The stated result, or a part of it. That of a finished game is on the board.
    Result: ("results", |record| {
        let stated = record.possible_result().unwrap_or_default();
        stated != StatedResult::default() && record.outcome().is_none()
    });
    /// The theoretical score.
    Theoretical: ("theoretical scores", |record| record.theoretical.is_some());
    /// The comment on the game.
    GameComment: ("comments on the game", |record| !record.comment.is_empty());
    /// The comments on moves.
    MoveComments: ("comments on moves", |record| has_notes(record, |notes| !notes.comment.is_empty()));
    /// The names of moves in SGF. Other formats have them as lines of the comments.
    NodeNames: ("names of moves", |record| {
        let mut tags = record.foreign_tags();
        tags.any(|tag| tag.format == sgf::NAME && sgf::is_comment(tag.name))
    });
    /// The marks on moves.
    Marks: ("marks", |record| has_notes(record, |notes| notes.mark.is_some()));
    /// The evaluations of moves.
    Evaluations: ("evaluations", |record| has_notes(record, |notes| notes.evaluation.is_some()));
    /// The times spent on moves.
    Times: ("times of moves", |record| has_notes(record, |notes| notes.seconds.is_some()));
    /// Who played, and how each move came about.
    Origin: ("origins of moves", |record| record.origin.is_some());
    /// Tags of another format that have no meaning here.
    Tags: ("tags of other formats", |record| record.foreign_tags().next().is_some());
    /// The variations.
    Variations: ("variations", |record| record.variation_count() > 0);
    /// Characters that the texts of the format cannot hold; others stand in their place.
    Characters: ("characters", |_| true);
}

fn has_texts(texts: &ByColor<String>) -> bool {
    !(texts.black.is_empty() && texts.white.is_empty())
}

fn has_notes(record: &Record, is_there: fn(&NodeNotes) -> bool) -> bool {
    record.all_notes().any(is_there)
}

impl GamePart {
    /// Returns the name of this part of several games.
    pub const fn plural(self) -> &'static str {
        self.row().0
    }

    /// Returns whether a record has this part.
    pub(super) fn is_in(self, record: &Record) -> bool {
        self.row().1(record)
    }
}

/// What a format cannot hold of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The parts that are left out.
    pub parts: Vec<GamePart>,
    /// The names of the tags that are left out, each with the name of the format of its file, in order. Of many, the
    /// first ones.
    pub tags: Vec<(&'static str, String)>,
    /// The number of variations that are left out.
    pub variations: usize,
}
