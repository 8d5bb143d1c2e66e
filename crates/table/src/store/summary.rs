//! Short summaries of recorded games for lists: the players, who won, and how.

use std::fmt::Display;

use reversi::{Color, Opening};
use reversi_notation::{Record, StatedEnding, StatedScore, clean};

use crate::phrase::opening_name;
use crate::player::description::PlayerName;
use crate::player::recorded::recorded_player;
use crate::store::rated::RatedState;
use reversi_text::{Message, Name, Said, label, tr};

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
pub fn result(record: &Record) -> Said {
    result_for(record, None)
}

/// Returns the same to the player of a side: `you resigned`.
fn result_for(record: &Record, you: Option<Color>) -> Said {
    if let Some(outcome) = record.outcome() {
        return score(outcome.score.black, outcome.score.white);
    }
    let stated = record.possible_result();
    let Some((stated, stated_score)) = stated.and_then(|stated| Some((stated, stated.score?)))
    else {
        return tr!("unfinished");
    };
    let loser = stated_score.winner().map(Color::opposite);
    let is_you = loser == you;
    match (stated.ending, loser) {
        (Some(StatedEnding::Resignation), Some(_)) if is_you => tr!("you resigned"),
        (Some(StatedEnding::Resignation), Some(loser)) => tr!("{loser} resigned", loser),
        (Some(StatedEnding::Time), Some(_)) if is_you => tr!("you ran out of time"),
        (Some(StatedEnding::Time), Some(loser)) => tr!("{loser} out of time", loser),
        (Some(StatedEnding::Left), Some(_)) if is_you => tr!("you left"),
        (Some(StatedEnding::Left), Some(loser)) => tr!("{loser} left", loser),
        (Some(StatedEnding::Agreement), _) if is_agreed_draw(record) => AGREED.into(),
        (ending, _) => as_stated(stated_score, ending),
    }
}

/// A draw by agreement.
const AGREED: &Message = label!("draw by agreement");

fn score(one: impl Display, other: impl Display) -> Said {
    Said::verbatim(format!("{one}-{other}"))
}

/// Returns a result that the board does not confirm: `31-33 as stated`.
fn as_stated(stated: StatedScore, ending: Option<StatedEnding>) -> Said {
    let result = &match (stated, stated.winner(), stated.margin()) {
        (StatedScore::Counts(counts), ..) => score(counts.black, counts.white),
        (_, None, _) => tr!("draw"),
        (_, Some(winner), Some(margin)) => {
            let margin = margin.abs().to_string();
            tr!("{winner} +{margin}", winner, margin = Name(&margin))
        }
        (_, Some(winner), None) => tr!("{winner} wins", winner),
    };
    match ending {
        Some(StatedEnding::Resignation) => tr!("{result} by resignation as stated", result),
        Some(StatedEnding::Time) => tr!("{result} on time as stated", result),
        Some(StatedEnding::Agreement) => tr!("{result} by agreement as stated", result),
        Some(StatedEnding::Left) => tr!("{result} by forfeit as stated", result),
        Some(_) | None => tr!("{result} as stated", result),
    }
}

/// Returns whether both players agreed to a draw, which no board confirms.
fn is_agreed_draw(record: &Record) -> bool {
    let stated = record
        .possible_result()
        .filter(|_| record.outcome().is_none());
    stated.is_some_and(|stated| {
        let is_draw = stated.score.is_some_and(|score| score.winner().is_none());
        is_draw && stated.ending == Some(StatedEnding::Agreement)
    })
}

/// Returns the result as lists show it: `34-30`, or `34-30, casual` if a game of the player against
/// the computer is not rated.
pub fn listed_result(record: &Record) -> Said {
    with_rating(record, result(record))
}

fn with_rating(record: &Record, result: Said) -> Said {
    match RatedState::of(record) {
        RatedState::Casual(_) => tr!("{result}, casual", result = &result),
        RatedState::Rated(_) | RatedState::NotAgainstLevel => result,
    }
}

/// Returns the result to the player of a side: `won 40-24`, `lost 24-40`, `draw 32-32`, `won, White resigned`, or as in
/// [`result`]; with `, casual` behind it if the game is not rated.
pub(crate) fn own_result(record: &Record, side: Color) -> Said {
    let is_won = verdict(record).map(|verdict| match verdict {
        Verdict::Draw => None,
        Verdict::Won(winner) => Some(winner == side),
    });
    let how = &match record.outcome() {
        Some(outcome) => score(outcome.score[side], outcome.score[side.opposite()]),
        None => result_for(record, Some(side)),
    };
    let own = match (is_won, record.outcome().is_some()) {
        (None, _) => result(record),
        (Some(None), true) => tr!("draw {how}", how),
        (Some(Some(true)), true) => tr!("won {how}", how),
        (Some(Some(false)), true) => tr!("lost {how}", how),
        (Some(None), false) if is_agreed_draw(record) => how.clone(),
        (Some(None), false) => tr!("draw, {how}", how),
        (Some(Some(true)), false) => tr!("won, {how}", how),
        (Some(Some(false)), false) => tr!("lost, {how}", how),
    };
    with_rating(record, own)
}

/// Returns the result in the words for the player of a side, with the opponent and without: `you lost 20-44 to level 5`,
/// `you lost 20-44`.
pub fn told_result(record: &Record, side: Color) -> [Said; 2] {
    let opponent = &player(record, side.opposite());
    let how = &match record.outcome() {
        Some(outcome) => score(outcome.score[side], outcome.score[side.opposite()]),
        None => match record.possible_result().and_then(|stated| stated.ending) {
            Some(StatedEnding::Resignation) => tr!("by resignation"),
            Some(StatedEnding::Time) => tr!("on time"),
            Some(StatedEnding::Agreement) => tr!("by agreement"),
            Some(_) | None => Said::default(),
        },
    };
    let is_known = !how.is_empty();
    let result = match verdict(record) {
        Some(Verdict::Draw) if is_known => tr!("you drew {how}", how),
        Some(Verdict::Draw) => tr!("you drew"),
        Some(Verdict::Won(winner)) if winner == side && is_known => tr!("you won {how}", how),
        Some(Verdict::Won(winner)) if winner == side => tr!("you won"),
        Some(Verdict::Won(_)) if is_known => tr!("you lost {how}", how),
        Some(Verdict::Won(_)) => tr!("you lost"),
        None => tr!("you did not finish"),
    };
    let whole = match verdict(record) {
        Some(Verdict::Draw) => tr!("{result} with {opponent}", result = &result, opponent),
        Some(Verdict::Won(winner)) if winner != side => {
            tr!("{result} to {opponent}", result = &result, opponent)
        }
        Some(Verdict::Won(_)) | None => {
            tr!("{result} against {opponent}", result = &result, opponent)
        }
    };
    [whole, result]
}

/// Returns the name of a player as screens show it, or `?` if it is unknown. Doubles of all strengths have the same name.
pub fn player(record: &Record, color: Color) -> Said {
    player_name(record, color).said()
}

/// Returns who a player of a game is, `?` without a name.
pub fn player_name(record: &Record, color: Color) -> PlayerName {
    match recorded_player(&record.players, color) {
        PlayerName::Own(name) if name.is_empty() => PlayerName::Own("?".to_owned()),
        name => name,
    }
}

/// Returns the name of an opening, also in Japanese if that is wanted.
pub fn opening_line(opening: &Opening, japanese: bool) -> Said {
    tr!("Opening: {name}", name = &opening_name(opening, japanese))
}

/// Returns the details of a record, one per line.
pub fn details(record: &Record) -> Vec<Said> {
    let mut lines = Vec::new();
    for color in Color::ALL {
        if !record.players[color].is_empty() {
            let name = &player(record, color);
            lines.push(if let Some(rating) = record.ratings[color] {
                let rating = rating.to_string();
                let rating = Name(&rating);
                tr!("{color}: {name} ({rating})", color, name, rating)
            } else {
                tr!("{color}: {name}", color, name)
            });
        }
    }
    let line = |text: &str, said: fn(Name<'_>) -> Said| {
        let text = clean(text.trim());
        (!text.is_empty()).then(|| said(Name(&text)))
    };
    lines.extend(line(&record.event, |event| tr!("Event: {event}", event)));
    lines.extend(line(&record.round, |round| tr!("Round: {round}", round)));
    lines.extend(line(&record.place, |place| tr!("Place: {place}", place)));
    lines.extend(line(&record.readable_date(), |date| {
        tr!("Date: {date}", date)
    }));
    lines.push(tr!("Result: {result}", result = &result(record)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::{ByColor, Game, transcript};
    use reversi_notation::{Format, StatedResult, detect};

    fn record(moves: &str, score: Option<StatedScore>, ending: Option<StatedEnding>) -> Record {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.result = Some(StatedResult { score, ending });
        record
    }

    #[test]
    fn a_result_is_told_to_a_player() {
        let told = |mut record: Record, side| {
            record.players = ByColor::new("you".to_owned(), "level 5".to_owned());
            let [whole, _] = told_result(&record, side);
            whole
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
        let mut late = transcript::parse("f5d6c3").unwrap();
        late.time_out(black);
        let late = Record::from_game(&late);
        assert_eq!(own_result(&late, black), "lost, you ran out of time");
        assert_eq!(told(late, black), "you lost on time to level 5");
        let lost = record("f5d6", Some(StatedScore::Winner(Some(white))), None);
        assert_eq!(told(lost, black), "you lost to level 5");
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
    fn an_agreed_draw_is_read_back_as_one_from_a_format_that_holds_it() {
        let mut game = transcript::parse("f5d6c3").unwrap();
        game.agree_to_draw();
        let agreed = Record::from_game(&game);
        for format in [Format::Ggf, Format::Pgn] {
            let mut text = String::new();
            assert!(format.write(&agreed, &mut text));
            let mut record = detect::parse(&text, format).unwrap();
            assert_eq!(record.replay(), Ok(game.clone()), "{text}");
            assert_eq!(result(&record), "draw by agreement");
            assert_eq!(own_result(&record, Color::White), "draw by agreement");
            record.players = ByColor::new("you".to_owned(), "Bob".to_owned());
            let [whole, _] = told_result(&record, Color::Black);
            assert_eq!(whole, "you drew by agreement with Bob");
        }
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
        assert_eq!(own_result(&draw, Color::White), "draw, 32-32 as stated");
        // White has no move left, and Black none.
        let ended = Game::from_position(format!("XX{}OO X", "-".repeat(60)).parse().unwrap());
        let ended = Record::from_game(&ended);
        assert_eq!(own_result(&ended, Color::White), "draw 32-32");
        for (ending, said) in [
            (StatedEnding::Resignation, "32-32 by resignation as stated"),
            (StatedEnding::Time, "32-32 on time as stated"),
            (StatedEnding::Left, "32-32 by forfeit as stated"),
        ] {
            assert_eq!(result(&record("f5", Some(counts), Some(ending))), said);
        }
        let agreed = record("f5", white, Some(StatedEnding::Agreement));
        assert_eq!(result(&agreed), "White wins by agreement as stated");
        let unknown = record("f5", None, None);
        assert_eq!(result(&unknown), "unfinished");
        assert_eq!(verdict(&unknown), None);
    }
}
