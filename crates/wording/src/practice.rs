//! The sentences of exercises: puzzles, mistakes and lines of openings.

use std::cmp::Ordering;

use reversi::{Color, Square};
use reversi_lessons::exercise;
use reversi_study::practice::attempt::Origin;
use reversi_study::practice::fact::{
    MovePlace, NextMoves, PracticeFact, PracticeSubject, WhyRight,
};
use reversi_study::practice::generate::{PuzzleFilter, Searched};
use reversi_study::practice::mistakes::{MistakeExercise, MistakeSummary};
use reversi_study::practice::practice_store::Noted;
use reversi_study::practice::puzzle::{EMPTIES, Puzzle};
use reversi_study::practice::storm::{self, Storm};
use reversi_study::progress::{PuzzleKind, RatingChange};
use reversi_study::rating;
use reversi_study::review::{MISTAKE, MoveReview, Reason};
use reversi_table::phrase::{illegal_move, result};
use reversi_text::{Message, Moves, Name, Said, label, tr};

use crate::reason::{discs, fact, hint, last_move, merit};
use crate::review::{loses, lost_discs, move_loses, move_loses_because};

/// There is no other puzzle.
pub const NO_MORE: &Message = label!("There are no more puzzles here.");

/// Returns the question of a puzzle: `Black to move: find the best move.`
pub fn question(puzzle: &Puzzle) -> Said {
    let own = puzzle.position.side_to_move();
    let other = own.opposite();
    match puzzle.kind {
        PuzzleKind::Win => tr!("{own} to move: find the only winning move.", own),
        PuzzleKind::Draw => {
            tr!(
                "{own} to move: find the only move that keeps the draw.",
                own
            )
        }
        PuzzleKind::Best if puzzle.answer_count() == 1 => {
            tr!("{own} to move: find the best move.", own)
        }
        PuzzleKind::Best => tr!("{own} to move: find one of the two best moves.", own),
        PuzzleKind::Pass => tr!("{own} to move: make {other} pass.", own, other),
        PuzzleKind::Corner => tr!(
            "{own} to move: keep {other} out of the corner {corner}.",
            own,
            other,
            corner = puzzle.target
        ),
        PuzzleKind::LastMove => {
            let last_move = &last_move(puzzle.last_move());
            tr!("{own} to move: get {last_move}.", own, last_move)
        }
    }
}

/// A puzzle or a line that was missed the last time.
pub const MISSED_BEFORE: &Message = label!("You missed this one before.");

/// Returns why a puzzle was chosen; `None` for a new one.
pub fn origin(origin: Origin) -> Option<Said> {
    Some(match origin {
        Origin::Again => MISSED_BEFORE.into(),
        Origin::Mistake => tr!("From one of your games."),
        Origin::Added => tr!("You added this one."),
        Origin::Daily(date, is_tried) => {
            let daily = tr!("Puzzle of the day, {date}.", date = Name(&date.to_string()));
            let again = tr!("You tried it before: it is not rated again.");
            Said::sentences(
                [Some(daily), is_tried.then_some(again)]
                    .into_iter()
                    .flatten(),
            )
        }
        Origin::New => return None,
    })
}

/// Returns the feedback of an exercise, as sentences.
#[allow(clippy::too_many_lines)] // a sentence for each case
pub fn feedback(fact: &PracticeFact) -> Said {
    match fact {
        PracticeFact::Failed(why) => why.sentence(),
        PracticeFact::Illegal(why) => illegal_move(*why).sentence(),

        PracticeFact::LookingForPuzzle => tr!("Looking for a puzzle."),
        PracticeFact::NoMorePuzzles => NO_MORE.into(),
        &PracticeFact::StormAnswer {
            answer,
            is_right,
            right,
        } => match answer {
            Some(wrong) if !is_right => tr!("{wrong} was wrong: {right} was right.", wrong, right),
            answer => tr!("{square} was right.", square = answer.unwrap_or(right)),
        },
        &PracticeFact::Right { square, why, score } => {
            Said::sentences([is_right(square, why), with_best_play(score)])
        }
        PracticeFact::AllFail {
            opponent,
            corner,
            answers,
            best,
            loss,
        } => all_fail(*opponent, *corner, answers, (*best, *loss)),
        PracticeFact::Fails(review) => fails(review),
        &PracticeFact::OthersFail { count, loss } => tr!(
            "The other {number} lose {discs} or more.",
            number = count,
            discs = &discs(loss)
        ),
        PracticeFact::PlayOn => tr!("Play on: the best defence answers to the end."),
        PracticeFact::PlayedOut { outcome, own, lost } => {
            let end = result(outcome, Some(*own));
            let rest = if let Some(number) = *lost {
                tr!("{number} discs more were possible.", number)
            } else {
                tr!("Nothing was lost.")
            };
            Said::sentences([end, rest])
        }

        &PracticeFact::Looks {
            subject,
            place,
            turned,
        } => looks(subject, place, turned),
        &PracticeFact::IsAmong(subject, squares) => {
            let mut squares = Vec::from_iter(squares);
            squares.sort_by_key(|square| (square.file(), square.rank()));
            tr!(
                "{subject} is {squares}.",
                subject = called(subject),
                squares = &Said::one_of(names(squares))
            )
        }
        &PracticeFact::IsMarked(subject, true) => {
            tr!(
                "{subject} is one of these squares.",
                subject = called(subject)
            )
        }
        &PracticeFact::IsMarked(subject, false) => {
            tr!(
                "{subject} is not one of these squares.",
                subject = called(subject)
            )
        }
        &PracticeFact::Does(subject, reason, own) => {
            let merit = merit(reason, own).unwrap_or_default();
            tr!(
                "{subject} {merit}.",
                subject = called(subject),
                merit = &merit
            )
        }
        &PracticeFact::Look(reason, own) => hint(reason, own).unwrap_or_default(),
        &PracticeFact::NoRowFrom(opponent, corner) => tr!(
            "{opponent} must find no row of your discs to trap from {corner}.",
            opponent,
            corner
        ),
        &PracticeFact::WouldHave(opponent, 0) => tr!(
            "If it were {opponent}'s turn, it would have no move: keep it so.",
            opponent
        ),
        &PracticeFact::WouldHave(opponent, count) => tr!(
            "If it were {opponent}'s turn, it would have {count} move: take it away."
                | "If it were {opponent}'s turn, it would have {count} moves: take them away.",
            opponent,
            count
        ),
        &PracticeFact::IsAnswer(square, true) => tr!("{square} is the answer.", square),
        &PracticeFact::IsAnswer(square, false) => tr!("{square} is an answer.", square),
        &PracticeFact::IsBetter(square) => tr!("{square} is better.", square),

        PracticeFact::Wrong(review) => move_loses_because(review),
        PracticeFact::WrongAlone(review) => move_loses(review),
        &PracticeFact::Better(square, merit) => is_right(
            square,
            merit.map(|(reason, own)| WhyRight::Merit(reason, own)),
        ),
        &PracticeFact::AsGood {
            square,
            best,
            is_exact: true,
        } => tr!("{square} is right: as good as {best}.", square, best),
        &PracticeFact::AsGood { square, best, .. } => {
            tr!("{square} is right: about as good as {best}.", square, best)
        }
        &PracticeFact::LosesLittle {
            square,
            best,
            loss,
            is_exact,
        } => tr!(
            "{square} is right: it loses only {discs} against {best}.",
            square,
            discs = &lost_discs(loss, is_exact),
            best
        ),
        PracticeFact::BestPlay(moves) => tr!("Best play: {moves}.", moves = Moves(moves)),
        &PracticeFact::Judging(square) => tr!("Judging {square}.", square),
        PracticeFact::NotJudged => tr!("This move could not be judged."),
        &PracticeFact::LookingForMistakes(known, all) => tr!(
            "Looking for mistakes: {known} of {all} positions are reviewed.",
            known,
            all
        ),
        PracticeFact::LookingForMoves => tr!("Looking for better moves."),

        PracticeFact::ReadingLines => tr!("Reading the lines."),
        PracticeFact::LineEnds => {
            tr!("The line ends here. Play on; a move that loses discs is stopped.")
        }
        PracticeFact::PlayNext => tr!("Play the next move of the line."),
        &PracticeFact::Checking(square) => tr!("Checking {square}.", square),
        PracticeFact::LookingUp => tr!("Looking up the answer."),
        PracticeFact::LineOver { is_known: true } => tr!("You know this line."),
        PracticeFact::LineOver { is_known: false } => {
            tr!("The line is over. What you missed comes back tomorrow.")
        }
        &PracticeFact::Continues(next) => continues(next).sentence(),
        &PracticeFact::NotInLine { square, loss, next } => {
            let next = &continues(next);
            if let Some(loss) = loss {
                let loses = &loses(loss, false);
                tr!(
                    "{square} is not in this line and {loses}: here {next}.",
                    square,
                    loses,
                    next
                )
            } else {
                tr!("{square} is not in this line: here {next}.", square, next)
            }
        }
        &PracticeFact::LosesDiscs { square, loss, best } => tr!(
            "{square} {loss}: {best} is better.",
            square,
            loss = &loses(loss, false),
            best
        ),
    }
}

/// Returns what the move is called that is to be found.
const fn called(subject: PracticeSubject) -> &'static Message {
    match subject {
        PracticeSubject::Answer => label!("The answer"),
        PracticeSubject::OneAnswer => label!("One answer"),
        PracticeSubject::BetterMove => label!("A better move"),
        PracticeSubject::NextMove => label!("The next move"),
        PracticeSubject::OneRightMove => label!("One right move"),
    }
}

fn names(squares: impl IntoIterator<Item = Square>) -> impl Iterator<Item = Said> {
    let name = |square: Square| Said::verbatim(square.to_string());
    squares.into_iter().map(name)
}

/// Returns that an answer is right, and why.
fn is_right(square: Square, why: Option<WhyRight>) -> Said {
    match why {
        None => exercise::right_answer(square),
        Some(WhyRight::OnlyWin) => tr!("{square} is right: no other move wins.", square),
        Some(WhyRight::OthersLose) => tr!("{square} is right: every other move loses.", square),
        Some(WhyRight::Passes(opponent)) => {
            tr!(
                "{square} is right: {opponent} has to pass.",
                square,
                opponent
            )
        }
        Some(WhyRight::KeepsCorner(opponent, corner)) => tr!(
            "{square} is right: it keeps {opponent} out of the corner {corner}.",
            square,
            opponent,
            corner
        ),
        Some(WhyRight::LastMove(place)) => {
            let last_move = &last_move(place);
            tr!(
                "{square} is right: it gets you {last_move}.",
                square,
                last_move
            )
        }
        Some(WhyRight::Merit(reason, own)) => {
            let merit = &merit(reason, own).unwrap_or_default();
            tr!("{square} is right: it {merit}.", square, merit)
        }
        Some(WhyRight::AsGoodAs(other, loss)) => tr!(
            "{square} is right: only {other} is as good, and the others lose {discs} or more.",
            square,
            other,
            discs = &discs(loss)
        ),
        Some(WhyRight::OthersLoseDiscs(loss)) => tr!(
            "{square} is right: every other move loses {discs} or more.",
            square,
            discs = &discs(loss)
        ),
    }
}

/// Returns the end with best play, from the score of the player.
fn with_best_play(score: i32) -> Said {
    let own = 32 + score / 2;
    let other = 64 - own;
    match score {
        1.. => tr!("With best play you win {own}-{other} (proven).", own, other),
        0 => tr!("With best play it is a draw (proven)."),
        _ => tr!(
            "With best play you lose {own}-{other} (proven).",
            own,
            other
        ),
    }
}

/// Returns why all other moves fail in the same way, and what the best of them loses.
fn all_fail(
    opponent: Color,
    corner: Option<Square>,
    answers: &[Square],
    (best, loss): (Square, u32),
) -> Said {
    let is_only = answers.len() == 1;
    let answers = &Said::all_of(names(answers.iter().copied()));
    let discs = &discs(loss);
    match corner {
        Some(corner) if is_only => tr!(
            "After any other move {opponent} can take {corner}: {best}, the best of them, loses {discs}.",
            opponent,
            corner,
            best,
            discs
        ),
        Some(corner) => tr!(
            "After any move but {answers} {opponent} can take {corner}: {best}, the best of them, loses {discs}.",
            answers,
            opponent,
            corner,
            best,
            discs
        ),
        None if is_only => tr!(
            "After any other move {opponent} gets it: {best}, the best of them, loses {discs}.",
            opponent,
            best,
            discs
        ),
        None => tr!(
            "After any move but {answers} {opponent} gets it: {best}, the best of them, loses {discs}.",
            answers,
            opponent,
            best,
            discs
        ),
    }
}

/// Returns what a move of a puzzle loses, and why. All losses in a puzzle are proven.
fn fails(review: &MoveReview) -> Said {
    let (square, discs) = (review.square, &discs(review.loss));
    let fact = review
        .reason
        .map(|reason| (reason, fact(reason, review, Some(review.color))));
    match fact {
        // It names both scores.
        Some((Reason::LostResult { .. }, fact)) => tr!("{square} {fact}.", square, fact = &fact),
        Some((_, fact)) => {
            tr!(
                "{square} loses {discs}: it {fact}.",
                square,
                discs,
                fact = &fact
            )
        }
        None => move_loses(review),
    }
}

/// Returns what a move looks like that is to be found.
fn looks(subject: PracticeSubject, place: MovePlace, count: usize) -> Said {
    let subject = called(subject);
    let discs = &tr!("{count} disc" | "{count} discs", count);
    match place {
        MovePlace::Corner => tr!("{subject} takes a corner.", subject),
        MovePlace::BesideCorner => tr!(
            "{subject} is next to an empty corner, and turns {discs}.",
            subject,
            discs
        ),
        MovePlace::Edge => tr!(
            "{subject} is on an edge, and turns {discs}.",
            subject,
            discs
        ),
        MovePlace::Inside => {
            tr!(
                "{subject} is not on an edge, and turns {discs}.",
                subject,
                discs
            )
        }
    }
}

/// Returns how lines go on, as a clause: `Tiger continues with c4`.
fn continues(next: NextMoves) -> Said {
    let mut moves = Vec::from_iter(next.moves);
    moves.sort_by_key(|square| (square.file(), square.rank()));
    let moves = &Said::one_of(names(moves));
    if let Some(opening) = next.opening {
        tr!(
            "{opening} continues with {moves}",
            opening = Name(opening.english),
            moves
        )
    } else {
        tr!("the line continues with {moves}", moves)
    }
}

/// Returns the streak: `3 in a row`; `None` before the second.
pub fn streak(noted: &Noted) -> Option<Said> {
    (noted.streak > 1).then(|| tr!("{number} in a row", number = noted.streak))
}

/// Returns the sentences about the ratings and the streak after an attempt.
pub fn noted(noted: &Noted) -> Said {
    let streak = streak(noted).map(|streak| streak.sentence());
    Said::sentences([ratings(noted.change)].into_iter().chain(streak))
}

fn ratings(change: Option<RatingChange>) -> Said {
    let Some(RatingChange { player, puzzle }) = change else {
        return tr!("Solved with a hint, so your rating stays the same.");
    };
    let [[from, to], [puzzle_from, puzzle_to]] =
        [player, puzzle].map(|ratings| ratings.map(rating::rounded));
    let own = match to.cmp(&from) {
        Ordering::Greater => tr!("Your rating rises from {from} to {to}.", from, to),
        Ordering::Less => tr!("Your rating falls from {from} to {to}.", from, to),
        Ordering::Equal => tr!("Your rating stays at {to}.", to),
    };
    let (from, to) = (puzzle_from, puzzle_to);
    let puzzle = match to.cmp(&from) {
        Ordering::Greater => tr!("The puzzle's rises from {from} to {to}.", from, to),
        Ordering::Less => tr!("The puzzle's falls from {from} to {to}.", from, to),
        Ordering::Equal => tr!("The puzzle's stays at {to}.", to),
    };
    Said::sentences([own, puzzle])
}

/// Returns the time left of a storm and what was solved, in a few words: `2:41, 7 solved`.
pub fn storm(storm: &Storm) -> [Said; 2] {
    let seconds = storm.left().as_millis().div_ceil(1000);
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    let number = storm.solved();
    [
        tr!("{time}, {number} solved", time = Name(&time), number),
        tr!("{number} solved", number),
    ]
}

/// Returns the sentences at the end of a storm. `best` is the best result so far, this one included; `None` until it is
/// known.
pub fn storm_summary(storm: &Storm, best: Option<u32>) -> Vec<Said> {
    let (solved, minutes) = (storm.solved(), storm::TIME.as_secs() / 60);
    let mut sentences = vec![tr!(
        "You solved {solved} of {count} puzzle in {minutes} minutes."
            | "You solved {solved} of {count} puzzles in {minutes} minutes.",
        solved,
        count = storm.tried(),
        minutes
    )];
    sentences.extend(best.map(|best| match best {
        _ if best > solved => tr!("Your best is {best}.", best),
        _ => tr!("This is your best."),
    }));
    sentences
}

/// Returns what was searched for mistakes, and why not more is a puzzle, as sentences; `None` if there was no game.
pub fn searched((searched, wanted): (&Searched, &PuzzleFilter)) -> Option<Said> {
    if searched.games == 0 {
        return None;
    }
    let (from, to) = wanted.empties.clone().unwrap_or(EMPTIES).into_inner();
    let range = &if from == to {
        tr!("{number} empty squares", number = from)
    } else {
        tr!("{from} to {to} empty squares", from, to)
    };
    let games = &tr!("{count} game" | "{count} games", count = searched.games);
    let moves = &tr!("{count} move" | "{count} moves", count = searched.moves);
    let (lost, found) = (searched.mistakes, searched.puzzles);
    let what = match (searched.moves, lost, found) {
        (0, ..) => tr!("Searched {games}: no moves with {range}.", games, range),
        (_, 0, _) => tr!(
            "Searched {games}: of {moves} with {range}, none lost more than {limit} discs.",
            games,
            moves,
            range,
            limit = MISTAKE
        ),
        (_, _, 0) => tr!(
            "Searched {games}: of {moves} with {range}, {lost} lost more than {limit} discs, and none of these \
             is such a puzzle.",
            games,
            moves,
            range,
            lost,
            limit = MISTAKE
        ),
        _ => tr!(
            "Searched {games}: of {moves} with {range}, {lost} lost more than {limit} discs, and {count} of \
             these is such a puzzle."
                | "Searched {games}: of {moves} with {range}, {lost} lost more than {limit} discs, and {count} \
                   of these are such puzzles.",
            games,
            moves,
            range,
            lost,
            limit = MISTAKE,
            count = found
        ),
    };
    let others = (searched.moves > 0 && found < lost)
        .then(|| tr!("Other mistakes left too few moves to choose from, or no clear answer."));
    Some(Said::sentences([what].into_iter().chain(others)))
}

/// Returns what is to be done about a mistake, as two sentences, and the same in few words.
pub fn mistake_task(exercise: &MistakeExercise) -> Option<[Said; 2]> {
    let (mistake, is_you) = exercise.task()?;
    let (color, square) = (mistake.color, mistake.square);
    let discs = &lost_discs(mistake.loss, mistake.is_exact());
    let task = tr!("Find a better move.");
    let whole = if is_you {
        tr!("You lost {discs} here with {square}.", discs, square)
    } else {
        tr!(
            "{color} lost {discs} here with {square}.",
            color,
            discs,
            square
        )
    };
    let short = tr!("{square} lost {discs}.", square, discs);
    Some([whole, short].map(|what| Said::sentences([what, task.clone()])))
}

/// Returns the sentences after the last mistake.
pub fn mistake_summary(summary: &MistakeSummary) -> Vec<Said> {
    let &MistakeSummary {
        all, found, helped, ..
    } = summary;
    let first = match (all, &summary.of_game, summary.later) {
        (0, None, None) => return vec![tr!("There are no better moves to find here.")],
        (0, None, Some(day)) => {
            let tried = tr!("You have tried these positions.");
            let day = day.to_string();
            let later = tr!("They are asked again from {day} on.", day = Name(&day));
            return vec![Said::sentences([tried, later])];
        }
        (0, Some(game), _) if game.is_of_you => {
            tr!(
                "You made no mistake: no move lost more than {limit} discs.",
                limit = MISTAKE
            )
        }
        (0, Some(_), _) => tr!(
            "No mistakes: no move lost more than {limit} discs.",
            limit = MISTAKE
        ),
        _ if found == all => tr!("You found all {number} at once.", number = all),
        _ => tr!(
            "Of {count} mistake you found {found} at once and {helped} with help, and missed {missed}."
                | "Of {count} mistakes you found {found} at once and {helped} with help, and missed {missed}.",
            count = all,
            found,
            helped,
            missed = all - found - helped
        ),
    };
    let Some(game) = &summary.of_game else {
        return vec![first, tr!("Each is asked again, tomorrow or later.")];
    };
    let mut sentences = vec![first];
    if !game.again.is_empty() {
        let name = |&(number, square): &(usize, Square)| tr!("{number} {square}", number, square);
        let moves = &Said::list(game.again.iter().map(name));
        sentences.push(tr!("Look again at {moves}.", moves));
    }
    match game.others {
        0 => {}
        1 => sentences.push(tr!("One more mistake cost less.")),
        others => sentences.push(tr!("{number} more mistakes cost less.", number = others)),
    }
    if !game.is_complete {
        sentences.push(tr!("The review stopped early: there may be more mistakes."));
    }
    sentences
}
