//! Finds games in the moves of a text: joins those of its lines into the longest legal games. If one of the moves cannot
//! be played, there is no game.

use std::ops::Range;

use super::sides::{self, stated_side};
use super::skipped::MOST_GAMES;
use super::tokens::{FoundMove, LineStarts, TextWord, WordKind, square_of};
use crate::error::FindError;
use crate::error::{Problem, clip};
use crate::move_list::{FEWEST_CROSSED, crossed_start};
use crate::named::{NamedField, side_named};
use crate::quest;
use crate::record::Record;
use crate::remark::{Remark, remark};
use crate::replay::Replay;
use reversi::Color;
use reversi::Position;
use reversi::transcript::{MoveProblem, Token};

/// Moves in a line with nothing but signs, numbers and names of sides between them.
#[derive(Debug)]
pub(super) struct Run {
    /// Its words, by index.
    pub(super) words: Range<usize>,
    pub(super) steps: Vec<FoundMove>,
    /// The number before the first move.
    number: Option<u32>,
    /// The word before it that is no move, shortened; foreign.
    skipped: Option<String>,
    /// Whether its line has other words.
    is_in_text: bool,
    certainty: RunCertainty,
}

/// How certain it is that the squares of a run are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunCertainty {
    /// Several squares, or one without other words in its line.
    Sure,
    /// One square after a label: `Ann: f5`.
    Labelled,
    /// One square in a sentence.
    Mentioned,
    /// Squares in a sentence that are written like keys: `Press F5, F6`.
    Keys,
}

impl Run {
    /// Creates the run of the moves in an address.
    pub(super) const fn of_link(index: usize, steps: Vec<FoundMove>) -> Self {
        Self {
            words: index..index + 1,
            steps,
            number: None,
            skipped: None,
            is_in_text: true,
            certainty: RunCertainty::Sure,
        }
    }

    pub(super) fn at(&self) -> usize {
        self.steps[0].at
    }

    fn squares(&self) -> usize {
        self.steps.iter().filter_map(square_of).count()
    }

    /// Returns whether its squares may be something else than moves, if no game begins with them.
    fn may_be_foreign(&self) -> bool {
        self.squares() <= MOST_FOREIGN && self.is_in_text && self.certainty == RunCertainty::Sure
    }
}

/// A run of at most this many squares among other words whose first move is illegal may be something else, such as part
/// of a number, if a game of more than single squares follows.
const MOST_FOREIGN: usize = 4;

/// A game in sentences has at least this many moves.
const FEWEST_MENTIONED: usize = 3;

/// Appends the runs of a line. `first` is the index of the first of its words in the text.
pub(super) fn runs_of_line(
    text: &str,
    line: Range<usize>,
    words: &[TextWord],
    first: usize,
    to: &mut Vec<Run>,
) {
    let mut remarks = remarks(text, line.clone(), words);
    remarks.extend(name_of_game(text, line.clone(), words));
    let is_remark = |word: &TextWord| remarks.iter().any(|remark| remark.contains(&word.at));
    let has_others = words.iter().any(|word| is_other(word) && !is_remark(word));
    let has_moves = words
        .iter()
        .any(|word| matches!(word.kind, WordKind::Moves(_)));
    let has_turn = stated_side(&text[line.clone()]).is_some();
    let first_run = to.len();
    let mut open: Option<Run> = None;
    let mut number = None;
    let mut skipped = None;
    let mut by = None;
    for (index, word) in words.iter().enumerate() {
        if is_remark(word) {
            to.extend(open.take());
            (number, by) = (None, None);
            continue;
        }
        let mut add = |mut steps: Vec<FoundMove>| {
            steps[0].by = by.take();
            let run = open.get_or_insert_with(|| Run {
                skipped: skipped.take(),
                words: first + index..first + index,
                steps: Vec::new(),
                number: number.take(),
                is_in_text: has_others,
                certainty: RunCertainty::Sure,
            });
            run.words.end = first + index + 1;
            run.steps.extend(steps);
        };
        let step = |what| {
            vec![FoundMove {
                at: word.at,
                what,
                by: None,
            }]
        };
        match &word.kind {
            WordKind::Moves(steps) => add(steps.clone()),
            // A dash in a sentence, or the line below the head of a table.
            WordKind::Pass if has_others || !has_moves && word.end - word.at == 2 => {}
            WordKind::Pass => add(step(Ok(Token::Pass))),
            WordKind::Slip(error) if has_moves && !has_others => add(step(Err(error.clone()))),
            WordKind::Number => number = text[word.at..word.end].parse().ok(),
            WordKind::Between => by = side_named(&text[word.at..word.end]).or(by),
            WordKind::Slip(_) | WordKind::Link | WordKind::Other => {
                to.extend(open.take());
                (number, by) = (None, None);
                skipped = Some(clip(&text[word.at..word.end]));
            }
        }
    }
    to.extend(open);
    let mut of_line = to.split_off(first_run);
    of_line.retain(|run| run.squares() > 1 || !is_other_field(&text[line.start..run.at()]));
    to.append(&mut of_line);
    let is_key = |step: &FoundMove| text[step.at..].starts_with('F');
    for run in &mut to[first_run..] {
        let before = text[line.start..run.at()].trim_end();
        let word = before.rsplit(' ').next().unwrap_or(before);
        // No game stays on one file for long.
        if before.ends_with(char::is_alphabetic)
            && !sides::is_between(word)
            && run.words.len() >= run.steps.len()
            && run.steps.iter().all(is_key)
        {
            run.certainty = RunCertainty::Keys;
            continue;
        }
        if run.steps.len() != 1 || run.squares() != 1 {
            continue;
        }
        // What an engine recommends was not played.
        if has_turn || before.to_ascii_lowercase().ends_with("move") {
            run.certainty = RunCertainty::Mentioned;
        } else if has_others {
            run.certainty = certainty_of(text, line.clone(), words, run.words.start - first);
        }
    }
}

/// Forgets the sides before moves if all are the same: such a sign marks the items of a list.
pub(super) fn forget_marks(runs: &mut [Run]) {
    let steps = runs.iter().flat_map(|run| &run.steps);
    let sides: Vec<Color> = steps.filter_map(|step| step.by).collect();
    if Color::ALL.iter().any(|color| !sides.contains(color)) {
        for step in runs.iter_mut().flat_map(|run| &mut run.steps) {
            step.by = None;
        }
    }
}

fn is_other(word: &TextWord) -> bool {
    matches!(word.kind, WordKind::Other | WordKind::Link)
}

/// Returns whether the name before a value in quotes is not that of a move: `"best": "`.
fn is_other_field(before: &str) -> bool {
    let is_quote = |c: char| matches!(c, '"' | '\'');
    let name = before.strip_suffix(is_quote).and_then(|before| {
        // The value may be in a list.
        let before = match before.rfind(['[', ']']) {
            Some(at) if before[at..].starts_with('[') => &before[..at],
            _ => before,
        };
        let named = before.trim_end().strip_suffix(':')?.trim_end();
        let inside = named.strip_suffix(is_quote)?;
        inside.rsplit(is_quote).next()
    });
    name.is_some_and(|name| {
        NamedField::of(name) != Some(NamedField::Moves) && !quest::MOVES.contains(&name)
    })
}

/// Returns what stands before the moves of a line as the name of its game: `Tiger | f5d6c3`, `With e7 = f5d6c3`.
fn name_of_game(text: &str, line: Range<usize>, words: &[TextWord]) -> Option<Range<usize>> {
    let content = &text[line.clone()];
    let join = content.find(['|', '=']).or_else(|| content.rfind(':'))?;
    let join = line.start + join;
    let (before, after) = words.split_at(words.partition_point(|word| word.at < join));
    let [
        TextWord {
            kind: WordKind::Moves(steps),
            ..
        },
    ] = after
    else {
        return None;
    };
    let is_begun = square_of(&steps[0]).is_some_and(|square| Position::START.play(square).is_ok());
    (is_begun && steps.len() > 1 && before.iter().any(is_other)).then_some(line.start..join)
}

/// Returns the parts of a line in parentheses that have other words than moves: remarks about a move.
fn remarks(text: &str, line: Range<usize>, words: &[TextWord]) -> Vec<Range<usize>> {
    let mut remarks = Vec::new();
    let mut rest = line;
    while let Some(open) = text[rest.clone()].find('(') {
        let open = rest.start + open;
        let Some(close) = text[open..rest.end].find(')') else {
            break;
        };
        let remark = open..open + close;
        rest.start = remark.end;
        if words
            .iter()
            .any(|word| is_other(word) && remark.contains(&word.at))
        {
            remarks.push(remark);
        }
    }
    remarks
}

/// Returns how certain it is that one square among other words of its line is a move.
fn certainty_of(text: &str, line: Range<usize>, words: &[TextWord], index: usize) -> RunCertainty {
    let is_word = |word: &&TextWord| {
        matches!(
            word.kind,
            WordKind::Other | WordKind::Link | WordKind::Slip(_)
        )
    };
    let own = &words[index];
    let before = words[..index]
        .iter()
        .rfind(is_word)
        .map(|word| &text[word.end..own.at]);
    let after = words[index + 1..]
        .iter()
        .find(is_word)
        .map(|word| &text[own.end..word.at]);
    let is_label = before.is_none_or(|gap| gap.contains([':', '|', '=', '>', '\t', '：']));
    let is_remark =
        after.is_none_or(|gap| gap.contains(['|', '\t', ';', '#', '%', '(', '{', '[', '<', '"']));
    let is_alone = text[line.start..own.at].trim().is_empty()
        && before.is_none()
        && after.is_some_and(|gap| gap.trim().is_empty());
    if is_label && is_remark && !is_alone {
        RunCertainty::Labelled
    } else {
        RunCertainty::Mentioned
    }
}

/// A game that was found.
pub(super) struct FoundGame {
    /// Where its first move stands, in bytes.
    pub(super) at: usize,
    pub(super) replay: Replay,
    /// What else the text may be, as a clause.
    pub(super) other_reading: Option<Remark>,
}

impl FoundGame {
    pub(super) fn record(&self) -> Record {
        self.replay.clone().into_record(Record::default())
    }
}

/// The games of a part of a text.
#[derive(Default)]
pub(super) struct FoundGames {
    pub(super) games: Vec<FoundGame>,
    /// The words that were read, by index.
    pub(super) used: Vec<Range<usize>>,
    /// Why there is no game although there are moves.
    pub(super) problem: Option<FindError>,
}

impl FoundGames {
    /// Adds a game that begins with a run.
    fn begin(&mut self, run: &Run, replay: Replay) {
        self.games.push(FoundGame {
            at: run.at(),
            replay,
            other_reading: None,
        });
        self.used.push(run.words.clone());
    }

    /// Creates one game of some runs, at least one.
    fn one(runs: &[&Run], replay: Replay, other_reading: Option<Remark>) -> Self {
        let mut found = Self::default();
        found.begin(runs[0], replay);
        found.games[0].other_reading = other_reading;
        let more = runs[1..].iter().map(|run| run.words.clone());
        found.used.extend(more);
        found
    }
}

/// The index of a step that cannot be played, and why not.
type Failure = (usize, Problem);

/// Plays the moves of a run.
fn play(replay: &mut Replay, run: &Run) -> Result<(), Failure> {
    for (index, step) in run.steps.iter().enumerate() {
        let played = match &step.what {
            Ok(token) => replay.token(*token, step.by).map(drop),
            Err(error) => Err(replay.fail(MoveProblem::Unreadable(error.clone()))),
        };
        played.map_err(|problem| (index, problem))?;
    }
    Ok(())
}

/// Returns a game with the moves of a run after those before.
fn after(replay: &Replay, run: &Run) -> Result<Replay, Failure> {
    let mut next = replay.clone();
    play(&mut next, run).map(|()| next)
}

/// Plays some runs as one game.
fn chain<'a>(start: Position, runs: impl Iterator<Item = &'a Run>) -> Option<Replay> {
    let mut replay = Replay::new(start);
    for run in runs {
        play(&mut replay, run).ok()?;
    }
    Some(replay)
}

/// Finds the games of some runs. They begin at the position of the board before them, otherwise at the usual start. Where
/// that cannot be, all of them may be one game from the crossed start.
///
/// # Errors
/// [`FindError::Move`] for a game with a move that cannot be played.
pub(super) fn games(
    board: Option<Position>,
    runs: &[Run],
    lines: &LineStarts<'_>,
) -> Result<FoundGames, FindError> {
    let found = games_from(board, runs, lines);
    let is_wrong = match &found {
        Ok(found) => {
            found.games.is_empty() && matches!(found.problem, Some(FindError::Move { .. }))
        }
        Err(_) => true,
    };
    if board.is_none() && is_wrong {
        let all: Vec<&Run> = runs.iter().collect();
        let crossed = chain(crossed_start(), runs.iter());
        if let Some(replay) = crossed.filter(|replay| replay.squares().count() >= FEWEST_CROSSED) {
            return Ok(FoundGames::one(&all, replay, None));
        }
    }
    found
}

/// Finds the games of some runs from the position of a board or the usual start.
fn games_from(
    board: Option<Position>,
    runs: &[Run],
    lines: &LineStarts<'_>,
) -> Result<FoundGames, FindError> {
    let start = board.unwrap_or(Position::START);
    let is_list = runs.iter().any(|run| run.certainty == RunCertainty::Sure);
    let is_sure = |run: &Run| match run.certainty {
        RunCertainty::Sure => true,
        RunCertainty::Labelled => !is_list,
        RunCertainty::Mentioned | RunCertainty::Keys => false,
    };
    let is_key = |run: &Run| run.certainty == RunCertainty::Keys;
    if let Some(run) = runs.first().filter(|_| runs.iter().all(is_key))
        && let Some(key) = square_of(&run.steps[0])
    {
        let place = lines.place(run.at());
        return Ok(FoundGames {
            problem: Some(FindError::FunctionKey { place, key }),
            ..FoundGames::default()
        });
    }
    let all: Vec<&Run> = runs.iter().collect();
    let sure: Vec<&Run> = runs.iter().filter(|run| is_sure(run)).collect();
    let whole = chain(start, runs.iter());
    if sure.is_empty() {
        let moves = runs.iter().map(Run::squares).sum::<usize>();
        let whole = whole.filter(|_| moves >= FEWEST_MENTIONED && board.is_none());
        return Ok(whole.map_or_else(
            || FoundGames {
                problem: runs.first().map(|run| FindError::Mention {
                    place: lines.place(run.at()),
                    square: square_of(&run.steps[0]),
                }),
                ..FoundGames::default()
            },
            |replay| FoundGames::one(&all, replay, None),
        ));
    }
    let has_mentions = sure.len() < runs.len();
    let of_sure = has_mentions
        .then(|| chain(start, sure.iter().copied()))
        .flatten();
    Ok(match (whole, of_sure) {
        (Some(whole), None) => {
            let other = (board.is_none() && are_games(runs)).then(|| {
                remark!(
                    "with one game per line, there would be {count} game"
                        | "with one game per line, there would be {count} games",
                    count = runs.len()
                )
            });
            FoundGames::one(&all, whole, other)
        }
        // The squares in the sentences beside one move may be moves or remarks.
        (Some(whole), Some(replay)) if replay.squares().count() < 2 && board.is_none() => {
            FoundGames::one(&all, whole, None)
        }
        (Some(whole), Some(replay)) => FoundGames::one(&sure, replay, Some(with_mentions(&whole))),
        (None, Some(replay)) => {
            let mut longer = Replay::new(start);
            let has_mention = runs
                .iter()
                .take_while(|run| play(&mut longer, run).is_ok())
                .any(|run| !is_sure(run));
            let is_other = has_mention && longer.squares().count() >= replay.squares().count();
            let other = is_other.then(|| with_mentions(&longer));
            FoundGames::one(&sure, replay, other)
        }
        (None, None) => separate(start, &sure, lines)?,
    })
}

/// Returns whether each of several runs may be a game, not only all of them together.
fn are_games(runs: &[Run]) -> bool {
    let is_game = |run: &Run| {
        run.number.is_none()
            && run.squares() > 1
            && chain(Position::START, [run].into_iter()).is_some()
    };
    runs.len() > 1 && runs.iter().all(is_game)
}

/// Returns the clause about a game with the squares in sentences.
fn with_mentions(replay: &Replay) -> Remark {
    remark!(
        "with the squares in sentences as moves, {moves}",
        moves = transcript_of(replay)
    )
}

/// Returns the moves of a game as a transcript.
fn transcript_of(replay: &Replay) -> String {
    replay.squares().map(|square| square.to_string()).collect()
}

/// Separates games that follow each other.
fn separate(
    start: Position,
    runs: &[&Run],
    lines: &LineStarts<'_>,
) -> Result<FoundGames, FindError> {
    let fresh_start = Replay::new(start);
    let error = |run: &Run, (index, problem): Failure| FindError::Move {
        place: lines.place(run.steps[index].at),
        problem,
        skipped: run.skipped.clone().filter(|_| index == 0),
    };
    let mut found = FoundGames::default();
    // The runs of the last game, and why its first run does not continue a game of single moves before it.
    let (mut count, mut are_single, mut not_joined) = (0, true, None);
    for &run in runs {
        let fresh = after(&fresh_start, run);
        let Some(current) = found.games.last() else {
            match fresh {
                Ok(replay) if run.squares() > 1 || found.problem.is_none() => {
                    (count, are_single) = (1, run.squares() == 1);
                    found.begin(run, replay);
                }
                Ok(_) => break,
                // Squares that no game begins with may be something else.
                Err((0, problem)) if run.may_be_foreign() => {
                    let error = error(run, (0, problem));
                    found.problem.get_or_insert(error);
                }
                Err(failure) => {
                    let error = error(run, failure);
                    return Err(found.problem.take().unwrap_or(error));
                }
            }
            continue;
        };
        let last = found.games.len() - 1;
        let joined = after(&current.replay, run);
        let is_numbered = run.number.is_some_and(|number| number > 1);
        // The lines of a list of games may be numbered, too.
        let is_next = run.number.map(u64::from) == Some(found.games.len() as u64 + 1);
        let is_game = run.squares() > 1 && (!is_numbered || joined.is_err() && is_next);
        match (joined, fresh) {
            (joined, Ok(replay)) if is_game => {
                let failure = joined.as_ref().err().cloned();
                let failure = failure.filter(|_| are_single && count > 1);
                not_joined = failure.map(|failure| error(run, failure));
                (count, are_single) = (1, false);
                let current = &mut found.games[last];
                current.other_reading = joined
                    .ok()
                    .map(|joined| remark!("as one game, {moves}", moves = transcript_of(&joined)));
                if found.games.len() == MOST_GAMES {
                    break;
                }
                found.begin(run, replay);
            }
            (Ok(replay), _) => {
                count += 1;
                are_single &= run.squares() == 1;
                if let Some(error) = not_joined.take().filter(|_| run.squares() == 1) {
                    return Err(error);
                }
                found.games[last].replay = replay;
                found.used.push(run.words.clone());
            }
            (Err(failure), Ok(_)) => return Err(error(run, failure)),
            // The attempt that got further is more likely to be what was meant.
            (Err(failure), Err(other)) => {
                let further = if other.0 > failure.0 { other } else { failure };
                return Err(error(run, further));
            }
        }
    }
    Ok(found)
}

/// Returns whether some runs have so few squares that these may be something else than a game.
pub(super) fn are_few(runs: &[Run]) -> bool {
    runs.iter().map(Run::squares).sum::<usize>() <= MOST_FOREIGN
}

/// Returns whether all squares of some runs are legal moves in a position, as in a list of its moves.
pub(super) fn are_legal_moves(position: Position, runs: &[Run]) -> bool {
    let legal = position.legal_moves();
    let squares = || runs.iter().flat_map(|run| &run.steps).map(square_of);
    squares().all(|square| square.is_some_and(|square| legal.contains(square)))
}

/// Returns the side that a position does not have to move, if some runs are one game with it to move.
pub(super) fn side_that_plays(position: Position, runs: &[Run]) -> Option<Color> {
    let other = position.side_to_move().opposite();
    chain(position.with_side_to_move(other), runs.iter()).map(|_| other)
}

/// Returns the squares of a run as a transcript, legal or not; `None` if one is mistyped.
pub(super) fn moves_of(run: &Run) -> Option<String> {
    let mut moves = String::new();
    for step in &run.steps {
        if let Token::Move(square) = step.what.as_ref().ok()? {
            moves += &square.to_string();
        }
    }
    Some(moves)
}

/// Returns the moves of runs as a transcript, legal or not; `None` unless all of them are certainly moves.
pub(super) fn sure_moves(runs: &[Run]) -> Option<String> {
    if runs.iter().any(|run| run.certainty != RunCertainty::Sure) {
        return None;
    }
    let mut moves = String::new();
    for step in runs.iter().flat_map(|run| &run.steps) {
        match step.what {
            Ok(Token::Move(square)) => moves += &square.to_string(),
            Ok(Token::Pass) => moves += "--",
            Err(_) => return None,
        }
    }
    (!moves.is_empty()).then_some(moves)
}
