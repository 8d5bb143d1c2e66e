//! Finds games in a text: the moves of its lines, joined into the longest legal games. All of the moves or none.

use super::sides::stated_side;
use super::tokens::{FoundMove, LineStarts, TextWord, WordKind, square_of};
use super::{FindError, MOST_GAMES};
use crate::color::Color;
use crate::notation::error::{MoveProblem, Problem};
use crate::notation::replay::Replay;
use crate::notation::transcript::Token;
use crate::position::Position;

/// Moves that stand together in a line: nothing but signs, numbers and names of sides is between them.
#[derive(Debug)]
pub(super) struct Run {
    /// The words of the text, by index.
    pub(super) words: std::ops::Range<usize>,
    pub(super) steps: Vec<FoundMove>,
    /// The number before the first move.
    number: Option<u32>,
    standing: RunCertainty,
}

/// Where the moves of a run stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunCertainty {
    /// Several moves, or one without other words in its line.
    Sure,
    /// One move behind a label: `Ann: f5`.
    Labelled,
    /// One square in a sentence.
    Mentioned,
}

impl Run {
    /// Creates the run of the moves in an address.
    pub(super) const fn of_link(index: usize, steps: Vec<FoundMove>) -> Self {
        Self {
            words: index..index + 1,
            steps,
            number: None,
            standing: RunCertainty::Sure,
        }
    }

    pub(super) fn at(&self) -> usize {
        self.steps[0].at
    }

    fn squares(&self) -> usize {
        self.steps.iter().filter_map(square_of).count()
    }
}

/// The most squares that may be something else than a game whose first move is wrong, such as part of a number.
const MOST_FOREIGN: usize = 4;

/// The fewest moves that are a game in sentences.
const FEWEST_MENTIONED: usize = 3;

/// Appends the runs of a line; `words` are its words by index.
pub(super) fn runs_of_line(
    text: &str,
    line: std::ops::Range<usize>,
    words: &[TextWord],
    first: usize,
    to: &mut Vec<Run>,
) {
    let is_other = |word: &TextWord| matches!(word.kind, WordKind::Other | WordKind::Link);
    let has_others = words.iter().any(is_other);
    let has_moves = words
        .iter()
        .any(|word| matches!(word.kind, WordKind::Moves(_)));
    let has_turn = stated_side(&text[line.clone()]).is_some();
    let begun = to.len();
    let mut open: Option<Run> = None;
    let mut number = None;
    for (index, word) in words.iter().enumerate() {
        let mut add = |steps: Vec<FoundMove>| {
            let run = open.get_or_insert_with(|| Run {
                words: first + index..first + index,
                steps: Vec::new(),
                number: number.take(),
                standing: RunCertainty::Sure,
            });
            run.words.end = first + index + 1;
            run.steps.extend(steps);
        };
        let step = |what| vec![FoundMove { at: word.at, what }];
        match &word.kind {
            WordKind::Moves(steps) => add(steps.clone()),
            // A dash in a sentence, or the line between the head and the rows of a table.
            WordKind::Pass if has_others || !has_moves && word.end - word.at == 2 => {}
            WordKind::Pass => add(step(Ok(Token::Pass))),
            WordKind::Slip(error) if has_moves && !has_others => add(step(Err(error.clone()))),
            WordKind::Number => number = text[word.at..word.end].parse().ok(),
            WordKind::Between => {}
            WordKind::Slip(_) | WordKind::Link | WordKind::Other => {
                to.extend(open.take());
                number = None;
            }
        }
    }
    to.extend(open);
    to[begun..].iter_mut().for_each(|run| {
        let is_lone = run.steps.len() == 1 && square_of(&run.steps[0]).is_some();
        if is_lone && has_others {
            run.standing = standing(text, line.clone(), words, run.words.start - first);
        }
        // What an engine says of a position, and not what was played in it.
        let before =
            text[line.start..run.steps.first().map_or(line.start, |step| step.at)].trim_end();
        let is_announced = before.to_ascii_lowercase().ends_with("move");
        if is_lone && (has_turn || is_announced) {
            run.standing = RunCertainty::Mentioned;
        }
    });
}

/// Returns how one square stands among the other words of its line.
fn standing(
    text: &str,
    line: std::ops::Range<usize>,
    words: &[TextWord],
    index: usize,
) -> RunCertainty {
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
#[derive(Clone)]
pub(super) struct FoundGame {
    /// Where its first move stands, in bytes.
    pub(super) at: usize,
    pub(super) replay: Replay,
    /// What else the text may be, as a clause.
    pub(super) other_reading: Option<String>,
}

/// The games of a part of a text.
#[derive(Default)]
pub(super) struct FoundGames {
    pub(super) games: Vec<FoundGame>,
    /// The runs that were read, by index.
    pub(super) used: Vec<usize>,
    /// Why there is no game though there are moves.
    pub(super) problem: Option<FindError>,
}

/// A move that cannot be played: the index of its step, and why not.
type Failure = (usize, Problem);

/// Plays the moves of a run.
fn play(replay: &mut Replay, run: &Run) -> Result<(), Failure> {
    for (index, step) in run.steps.iter().enumerate() {
        let played = match &step.what {
            Ok(token) => replay.token(*token, None).map(drop),
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

/// Plays all of some runs.
fn chain<'a>(start: Position, runs: impl Iterator<Item = &'a Run>) -> Option<Replay> {
    let mut replay = Replay::new(start);
    for run in runs {
        play(&mut replay, run).ok()?;
    }
    Some(replay)
}

/// Finds the games of some runs. The first begins at `start`, the position of a board before them if `has_board`.
pub(super) fn games(
    start: Position,
    has_board: bool,
    runs: &[Run],
    lines: &LineStarts<'_>,
) -> Result<FoundGames, FindError> {
    let is_list = runs.iter().any(|run| run.standing == RunCertainty::Sure);
    let is_sure = |run: &&Run| match run.standing {
        RunCertainty::Sure => true,
        RunCertainty::Labelled => !is_list,
        RunCertainty::Mentioned => false,
    };
    let sure: Vec<usize> = (0..runs.len()).filter(|&at| is_sure(&&runs[at])).collect();
    let all = chain(start, runs.iter());
    let of_sure = (sure.len() < runs.len())
        .then(|| chain(start, sure.iter().map(|&at| &runs[at])))
        .flatten();
    let single = |replay, used: Vec<usize>, other_reading| FoundGames {
        games: used.first().map_or(Vec::new(), |&first| {
            vec![FoundGame {
                at: runs[first].at(),
                replay,
                other_reading,
            }]
        }),
        used,
        problem: None,
    };
    match (all, of_sure) {
        _ if sure.is_empty() => {
            let moves = runs.iter().map(Run::squares).sum::<usize>();
            Ok(match chain(start, runs.iter()) {
                Some(replay) if moves >= FEWEST_MENTIONED && !has_board => {
                    single(replay, (0..runs.len()).collect(), None)
                }
                _ => FoundGames {
                    problem: runs.first().map(|run| FindError::Mention {
                        place: lines.place(run.at()),
                        square: square_of(&run.steps[0]),
                    }),
                    ..FoundGames::default()
                },
            })
        }
        (Some(replay), None) => {
            let used: Vec<usize> = (0..runs.len()).collect();
            let are_games = used.len() > 1 && !has_board && {
                let is_game =
                    |run: &Run| run.squares() > 1 && chain(start, [run].into_iter()).is_some();
                runs.iter().all(is_game) && runs.iter().all(|run| run.number.is_none())
            };
            let other = are_games.then(|| {
                format!(
                    "as games of their own, {} lines would be {0} games",
                    runs.len()
                )
            });
            Ok(single(replay, used, other))
        }
        // The squares in the sentences beside may be moves or remarks.
        (Some(whole), Some(replay)) if replay.squares().count() < 2 && !has_board => {
            Ok(single(whole, (0..runs.len()).collect(), None))
        }
        (Some(whole), Some(replay)) => {
            let other = format!(
                "with the squares in sentences as moves, {}",
                transcript_of(&whole)
            );
            Ok(single(replay, sure, Some(other)))
        }
        (None, Some(replay)) => {
            let mut longer = Replay::new(start);
            let mentioned = runs
                .iter()
                .take_while(|run| play(&mut longer, run).is_ok())
                .any(|run| !is_sure(&run));
            let other =
                (mentioned && longer.squares().count() >= replay.squares().count()).then(|| {
                    format!(
                        "with the squares in sentences as moves, {}",
                        transcript_of(&longer)
                    )
                });
            Ok(single(replay, sure, other))
        }
        (None, None) => separate(start, has_board, runs, &sure, lines),
    }
}

/// Returns the moves of a game as a transcript.
fn transcript_of(replay: &Replay) -> String {
    replay.squares().map(|square| square.to_string()).collect()
}

/// Separates games that follow each other.
fn separate(
    start: Position,
    has_board: bool,
    runs: &[Run],
    sure: &[usize],
    lines: &LineStarts<'_>,
) -> Result<FoundGames, FindError> {
    let fresh_start = Replay::new(if has_board { start } else { Position::START });
    let error = |run: &Run, (index, problem): Failure| FindError::Move {
        place: lines.place(run.steps[index].at),
        problem,
    };
    let mut found = FoundGames::default();
    let mut open: Option<FoundGame> = None;
    for &index in sure {
        let run = &runs[index];
        let fresh = after(&fresh_start, run);
        let Some(current) = &mut open else {
            match fresh {
                Ok(replay) => {
                    open = Some(FoundGame {
                        at: run.at(),
                        replay,
                        other_reading: None,
                    });
                    found.used.push(index);
                }
                // Squares that no game begins with may be something else.
                Err((0, problem)) if run.squares() <= MOST_FOREIGN => {
                    let error = error(run, (0, problem));
                    found.problem.get_or_insert(error);
                }
                Err(failure) => return Err(error(run, failure)),
            }
            continue;
        };
        let is_numbered = run.number.is_some_and(|number| number > 1);
        let is_game = run.squares() > 1
            && !(is_numbered && fresh.is_ok() && after(&current.replay, run).is_ok());
        match (after(&current.replay, run), fresh) {
            (goes_on, Ok(replay)) if is_game => {
                if let Ok(joined) = goes_on {
                    let other = format!("as one game, {}", transcript_of(&joined));
                    current.other_reading = Some(other);
                }
                let next = FoundGame {
                    at: run.at(),
                    replay,
                    other_reading: None,
                };
                found.games.extend(open.replace(next));
            }
            (Ok(replay), _) => current.replay = replay,
            (Err(failure), Ok(_)) => return Err(error(run, failure)),
            // What goes further is more likely to be meant.
            (Err(failure), Err(other)) => {
                return Err(error(
                    run,
                    if other.0 > failure.0 { other } else { failure },
                ));
            }
        }
        found.used.push(index);
        if found.games.len() >= MOST_GAMES {
            break;
        }
    }
    found.games.extend(open);
    Ok(found)
}

/// Returns whether the squares of some runs are moves that a side has in a position, such as a list of them.
pub(super) fn are_legal_moves(position: Position, runs: &[Run]) -> bool {
    let legal = position.legal_moves();
    let squares = || runs.iter().flat_map(|run| &run.steps).map(square_of);
    squares().all(|square| square.is_some_and(|square| legal.contains(square)))
}

/// Returns the side for which all runs are legal, where a board does not name one.
pub(super) fn side_that_plays(position: Position, runs: &[Run]) -> Option<Color> {
    let other = position.side_to_move().opposite();
    chain(position.with_side_to_move(other), runs.iter()).map(|_| other)
}

/// Returns the moves of runs as a transcript, if all are surely moves.
#[cfg(feature = "play")]
pub(super) fn sure_moves(runs: &[Run]) -> Option<String> {
    if runs.iter().any(|run| run.standing != RunCertainty::Sure) {
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
