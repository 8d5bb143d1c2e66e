//! Short summaries of recorded games for lists: the players, who won, and how.

use reversi::notation::{Record, StatedEnding, StatedScore, clean};
use reversi::{Color, Opening};

use crate::phrase::{side, verb};
use crate::player::recorded::recorded_player;
use crate::store::rated::RatedState;

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This side.
    Won(Color),
    /// A draw.
    Draw,
}

impl Verdict {
    fn of(winner: Option<Color>) -> Self {
        winner.map_or(Self::Draw, Self::Won)
    }
}

/// Returns the winner of a recorded game: by the board if it is finished, otherwise as stated; `None`
/// if unknown.
pub fn verdict(record: &Record) -> Option<Verdict> {
    if let Some(outcome) = record.outcome() {
        return Some(Verdict::of(outcome.winner));
    }
    let score = record.possible_result()?.score?;
    Some(Verdict::of(score.winner()))
}

/// Returns the result in a few words: `34-30` if the board confirms it, `White resigned`,
/// `31-33 as stated`, or `unfinished`.
pub fn result(record: &Record) -> String {
    result_for(record, None)
}

/// Returns the same to the player of a side: `you resigned`.
fn result_for(record: &Record, you: Option<Color>) -> String {
    if let Some(outcome) = record.outcome() {
        return format!("{}-{}", outcome.score.black, outcome.score.white);
    }
    let stated = record.possible_result();
    let Some(stated) = stated.filter(|stated| stated.score.is_some()) else {
        return "unfinished".to_owned();
    };
    let loser = stated
        .score
        .and_then(StatedScore::winner)
        .map(Color::opposite);
    let [yours, what] = match stated.ending {
        Some(StatedEnding::Resignation) => ["resigned", "resigned"],
        Some(StatedEnding::Time) => ["ran out of time", "out of time"],
        Some(StatedEnding::Left) => ["left", "left"],
        Some(_) | None => return format!("{stated} as stated"),
    };
    match loser {
        Some(loser) => format!("{} {}", side(loser, you), verb(loser, you, [yours, what])),
        None => format!("{stated} as stated"),
    }
}

/// Returns the result as lists show it: `34-30`, or `34-30, casual` if a game of the player against
/// the computer is not rated.
pub fn listed_result(record: &Record) -> String {
    with_rating(record, result(record))
}

fn with_rating(record: &Record, result: String) -> String {
    match RatedState::of(record) {
        RatedState::Casual(_) => result + ", casual",
        RatedState::Rated(_) | RatedState::NotAgainstLevel => result,
    }
}

/// Returns the result to the player of a side: `won 40-24`, `lost 24-40`, `draw 32-32`, `won, White resigned`, or as in
/// [`result`]; with `, casual` behind it if the game is not rated.
pub(crate) fn own_result(record: &Record, side: Color) -> String {
    let how = match record.outcome() {
        Some(outcome) => {
            let score = outcome.score;
            format!(" {}-{}", score[side], score[side.opposite()])
        }
        None => format!(", {}", result_for(record, Some(side))),
    };
    let own = match verdict(record) {
        Some(Verdict::Draw) => format!("draw{how}"),
        Some(Verdict::Won(winner)) if winner == side => format!("won{how}"),
        Some(Verdict::Won(_)) => format!("lost{how}"),
        None => result(record),
    };
    with_rating(record, own)
}

/// Returns the result in the words for the player of a side, in two parts of a clause, the second with the opponent:
/// `you lost 20-44`, ` to level 5`.
pub fn told_result(record: &Record, side: Color) -> (String, String) {
    let opponent = player(record, side.opposite());
    let (verb, preposition) = match verdict(record) {
        Some(Verdict::Draw) => ("drew", "with"),
        Some(Verdict::Won(winner)) if winner == side => ("won", "against"),
        Some(Verdict::Won(_)) => ("lost", "to"),
        None => ("did not finish", "against"),
    };
    let how = match record.outcome() {
        Some(outcome) => {
            let score = outcome.score;
            format!(" {}-{}", score[side], score[side.opposite()])
        }
        None => match record.possible_result().and_then(|stated| stated.ending) {
            Some(StatedEnding::Resignation) => " by resignation".to_owned(),
            Some(StatedEnding::Time) => " on time".to_owned(),
            Some(_) | None => String::new(),
        },
    };
    (
        format!("you {verb}{how}"),
        format!(" {preposition} {opponent}"),
    )
}

/// Returns the name of a player as screens show it, or `?` if it is unknown. Doubles of all strengths have the same name.
pub fn player(record: &Record, color: Color) -> String {
    let name = recorded_player(&record.players, color);
    if name.is_empty() {
        "?".to_owned()
    } else {
        name.into_owned()
    }
}

/// Returns the name of an opening, also in Japanese if that is wanted.
pub fn opening_line(opening: &Opening, japanese: bool) -> String {
    format!("Opening: {}", opening.name(japanese))
}

/// Returns the details of a record, one per line.
pub fn details(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    for color in Color::ALL {
        let rating = record.ratings[color].map(|rating| format!(" ({rating})"));
        if !record.players[color].is_empty() {
            let name = player(record, color);
            lines.push(format!("{color}: {name}{}", rating.unwrap_or_default()));
        }
    }
    for (name, text) in [
        ("Event", &*record.event),
        ("Round", &record.round),
        ("Place", &record.place),
        ("Date", &record.readable_date()),
    ] {
        if !text.trim().is_empty() {
            lines.push(format!("{name}: {}", clean(text.trim())));
        }
    }
    lines.push(format!("Result: {}", result(record)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::ByColor;
    use reversi::notation::{StatedResult, transcript};

    fn record(moves: &str, score: Option<StatedScore>, ending: Option<StatedEnding>) -> Record {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.result = Some(StatedResult { score, ending });
        record
    }

    #[test]
    fn a_result_is_told_to_a_player() {
        let told = |mut record: Record, side| {
            record.players = ByColor::new("you".to_owned(), "level 5".to_owned());
            let (result, opponent) = told_result(&record, side);
            result + &opponent
        };
        let wipeout = || record("e6f4e3f6g5d6e7f5c5", None, None);
        let (black, white) = (Color::Black, Color::White);
        assert_eq!(told(wipeout(), black), "you won 64-0 against level 5");
        assert_eq!(told(wipeout(), white), "you lost 0-64 to you");
        let draw = record("f5d6", Some(StatedScore::Margin(0.0)), None);
        assert_eq!(told(draw, black), "you drew with level 5");
        let mut resigned = transcript::parse("f5d6c3").unwrap();
        resigned.resign(black);
        let resigned = Record::from_game(&resigned);
        assert_eq!(told(resigned, black), "you lost by resignation to level 5");
        let open = record("f5d6c3", None, None);
        assert_eq!(told(open, black), "you did not finish against level 5");
    }

    #[test]
    fn a_resignation_is_named() {
        let mut game = transcript::parse("f5d6c3").unwrap();
        assert_eq!(result(&Record::from_game(&game)), "unfinished");
        game.resign(Color::White);
        let record = Record::from_game(&game);
        assert_eq!(result(&record), "White resigned");
        assert_eq!(own_result(&record, Color::Black), "won, White resigned");
        assert_eq!(own_result(&record, Color::White), "lost, you resigned");
    }

    #[test]
    fn a_list_says_that_a_game_is_casual() {
        let mut record = record("e6f4e3f6g5d6e7f5c5", None, None);
        assert_eq!(listed_result(&record), "64-0");
        record.origin = "you computer played*9".parse().ok();
        assert_eq!(listed_result(&record), "64-0");
        record.origin = "you computer casual:undo retaken*9".parse().ok();
        assert_eq!(listed_result(&record), "64-0, casual");
        assert_eq!(own_result(&record, Color::Black), "won 64-0, casual");
        record.origin = "you person casual:undo retaken*9".parse().ok();
        assert_eq!(listed_result(&record), "64-0", "friends are never rated");
    }

    #[test]
    fn the_board_is_believed_before_what_is_stated() {
        let white = Some(StatedScore::Winner(Some(Color::White)));
        let record = record("e6f4e3f6g5d6e7f5c5", white, Some(StatedEnding::Time));
        assert_eq!(result(&record), "64-0");
        assert_eq!(verdict(&record), Some(Verdict::Won(Color::Black)));
    }

    #[test]
    fn an_unfinished_game_has_the_result_that_is_stated() {
        let white = Some(StatedScore::Winner(Some(Color::White)));
        for (ending, said) in [
            (StatedEnding::Time, "Black out of time"),
            (StatedEnding::Left, "Black left"),
            (StatedEnding::Resignation, "Black resigned"),
        ] {
            let record = record("f5", white, Some(ending));
            assert_eq!(result(&record), said);
            assert_eq!(verdict(&record), Some(Verdict::Won(Color::White)));
        }
        let counts = StatedScore::Counts(ByColor::new(32, 32));
        let draw = record("f5", Some(counts), None);
        assert_eq!(result(&draw), "32-32 as stated");
        assert_eq!(verdict(&draw), Some(Verdict::Draw));
        let unknown = record("f5", None, None);
        assert_eq!(result(&unknown), "unfinished");
        assert_eq!(verdict(&unknown), None);
    }
}
