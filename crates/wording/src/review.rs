//! The review of a game in words: sentences, and lines of text.

use std::fmt::Write as _;

use reversi::search::{Certainty, MoveScore};
use reversi::{Color, Entry};
use reversi_study::review::{BLUNDER, MISTAKE, MoveReview, Review, Totals, Whose};
use reversi_table::phrase::columns::{align_left, align_right, width};
use reversi_table::player::people::group::{PlayerGroup, Share};
use reversi_text::{Message, Moves, Name, Said, label, tr};

use crate::reason::{contrast, discs, fact};
use crate::score::certainty;

/// Returns why a move was worse than the best one, as a clause about the move: `opens the corner h1; c6 does not`. `None`
/// for a loss of less than two discs. `you` is the side of the only person of the game.
pub fn reason(judged: &MoveReview, you: Option<Color>) -> Option<Said> {
    let reason = judged.reason?;
    let fact = fact(reason, judged, you);
    let Some(contrast) = contrast(reason, judged, you) else {
        return Some(fact);
    };
    Some(if reason.is_explained() {
        tr!("{fact}: {contrast}", fact = &fact, contrast = &contrast)
    } else {
        tr!("{fact}; {contrast}", fact = &fact, contrast = &contrast)
    })
}

/// Returns the same as a sentence: `g8 opens the corner h8; b8 does not.`
pub fn reason_sentence(judged: &MoveReview, you: Option<Color>) -> Option<Said> {
    let reason = reason(judged, you)?;
    Some(tr!(
        "{square} {reason}.",
        square = judged.square,
        reason = &reason
    ))
}

/// Returns the same without what the best move does: `g8 opens the corner h8.`
pub fn short_reason_sentence(judged: &MoveReview, you: Option<Color>) -> Option<Said> {
    let reason = fact(judged.reason?, judged, you);
    Some(tr!(
        "{square} {reason}.",
        square = judged.square,
        reason = &reason
    ))
}

/// Returns the players of a group, as part of a sentence: `club players`.
pub const fn players_of(group: PlayerGroup) -> &'static Message {
    match group {
        PlayerGroup::Tournament => label!("tournament players"),
        PlayerGroup::Club => label!("club players"),
        PlayerGroup::Casual => label!("casual players"),
        PlayerGroup::Beginners => label!("beginners"),
    }
}

/// Returns how many players of a group make this bad move as well, if it is more than half of them: `About 3 of 4 club
/// players play h1 here.`
pub fn people(judged: &MoveReview, group: PlayerGroup) -> Option<Said> {
    let share = judged.chances(group)?.played.share()?;
    let (players, square) = (players_of(group), judged.square);
    Some(match share {
        Share::NineOfTen => tr!(
            "About 9 of 10 {players} play {square} here.",
            players,
            square
        ),
        Share::ThreeOfFour => tr!(
            "About 3 of 4 {players} play {square} here.",
            players,
            square
        ),
        Share::TwoOfThree => tr!(
            "About 2 of 3 {players} play {square} here.",
            players,
            square
        ),
        Share::MoreThanHalf => {
            tr!(
                "More than half of {players} play {square} here.",
                players,
                square
            )
        }
    })
}

/// Returns the same in fewer words, after a sentence about the move: `Most club players play it.`
pub fn short_people(judged: &MoveReview, group: PlayerGroup) -> Option<Said> {
    let is_common = judged.chances(group)?.played.is_more_than_half();
    is_common.then(|| tr!("Most {players} play it.", players = players_of(group)))
}

/// Returns how many players like the side that moved make the bad move of an entry as well, if it is more than half of
/// them.
pub fn people_at(review: &Review, entry: usize) -> Option<Said> {
    let judged = review.move_review(entry)?;
    people(judged, review.group(judged.color))
}

/// Returns what a move loses, as a clause about it: `loses about 6 discs`, `loses 6 discs (proven)`.
pub(crate) fn loss(judged: &MoveReview) -> Said {
    loses(judged.loss, judged.is_exact())
}

/// Returns what a move loses, as a clause about it.
pub(crate) fn loses(count: u32, is_exact: bool) -> Said {
    if is_exact {
        tr!(
            "loses {count} disc (proven)" | "loses {count} discs (proven)",
            count
        )
    } else {
        tr!(
            "loses about {count} disc" | "loses about {count} discs",
            count
        )
    }
}

/// Returns what a move loses: `b2 loses about 24 discs.`
pub(crate) fn move_loses(judged: &MoveReview) -> Said {
    tr!(
        "{square} {loss}.",
        square = judged.square,
        loss = &loss(judged)
    )
}

/// Returns what a move loses and why, as a sentence for the player who moved: `b2 loses about 24 discs: it is next to the
/// empty corner a1.` It does not name the best move, unless the reason does.
pub(crate) fn move_loses_because(judged: &MoveReview) -> Said {
    let Some(reason) = judged.reason else {
        return move_loses(judged);
    };
    let fact = &fact(reason, judged, Some(judged.color));
    tr!(
        "{square} {loss}: it {fact}.",
        square = judged.square,
        loss = &loss(judged),
        fact
    )
}

/// Returns the discs that a move lost, as part of a sentence: `about 6 discs`, and `6 discs` if it is proven.
pub(crate) fn lost_discs(count: u32, is_exact: bool) -> Said {
    if is_exact {
        discs(count)
    } else {
        tr!("about {count} disc" | "about {count} discs", count)
    }
}

/// Returns a sentence about a move that lost something: the reason, otherwise the loss.
fn why(judged: &MoveReview, you: Option<Color>) -> Said {
    reason_sentence(judged, you).unwrap_or_else(|| move_loses(judged))
}

/// Returns the turning point of a game as a sentence: `The turning point was move 23: b7 opens the corner a8; d1 does not.`
pub fn turning_point(review: &Review, whose: &Whose) -> Option<Said> {
    let entry = review.turning_point(whose)?;
    let judged = review.move_review(entry)?;
    let why = why(judged, whose.you(judged.color, judged.square));
    let number = review.move_number(entry);
    Some(tr!(
        "The turning point was move {number}: {why}",
        number,
        why = &why
    ))
}

/// Returns the best move of the only person as a sentence: `Your best move was move 24: f8 punished g8, which lost about 12
/// discs.`
pub fn best_move(review: &Review, whose: &Whose) -> Option<Said> {
    let (entry, mistake, answer) = review.best_answer(whose)?;
    Some(tr!(
        "Your best move was move {number}: {answer} punished {mistake}, which lost {discs}.",
        number = review.move_number(entry),
        answer = answer.square,
        mistake = mistake.square,
        discs = &lost_discs(mistake.loss, mistake.is_exact())
    ))
}

/// Returns the best and the worst move of the only person in few words: `Your best move: e3. You lost most with g2: about 12
/// discs.` `None` if there is neither.
pub fn highlights(review: &Review, whose: &Whose) -> Option<Said> {
    let best = review.best_answer(whose);
    let best = best.map(|(_, _, answer)| tr!("Your best move: {square}.", square = answer.square));
    let worst = review.worst_move(whose).map(|judged| {
        let discs = &lost_discs(judged.loss, judged.is_exact());
        tr!(
            "You lost most with {square}: {discs}.",
            square = judged.square,
            discs
        )
    });
    let said = Said::sentences(best.into_iter().chain(worst));
    (!said.is_empty()).then_some(said)
}

/// Returns an entry with its review in one line: `12 W g5  -4 best c6 (exact): opens the corner
/// h8; c6 does not`. The line has the number of the move; a pass has none. A sentence follows if most players make the
/// same mistake.
///
/// # Panics
/// When the game has fewer entries.
pub fn entry_line(review: &Review, entry: usize, whose: &Whose) -> Said {
    let what = review.game().entries()[entry];
    let letter = |color: Color| color.initial().to_string();
    match what {
        Entry::Pass { color } => tr!("-- {side} pass", side = Name(&letter(color))),
        Entry::Resignation { color } => tr!("-- {side} resigns", side = Name(&letter(color))),
        Entry::Timeout { color } => tr!("-- {side} loses on time", side = Name(&letter(color))),
        Entry::Agreement { .. } => tr!("-- both players agreed to a draw"),
        Entry::Move { color, square, .. } => {
            let number = review.move_number(entry);
            let mut line = format!("{number:>2} {} {square}", color.initial());
            if let Some(move_review) = review.move_review(entry) {
                line.push_str(&judged(move_review, whose.you(color, square)));
            }
            if let Some(people) = people_at(review, entry) {
                let _ = write!(line, ". {people}");
            }
            Said::verbatim(line)
        }
    }
}

/// Returns a bad move in sentences, for someone who sees no table: `Move 28, White: g8 loses about 37 discs; b8 was best. g8
/// opens the corner h8; b8 does not.` A sentence follows if most players make the same mistake.
pub fn spoken_mistake(review: &Review, entry: usize, whose: &Whose) -> Option<Said> {
    let judged = review.move_review(entry)?;
    let (color, square, better) = (judged.color, judged.square, judged.best.square?);
    let (number, loss) = (review.move_number(entry), &loss(judged));
    let you = whose.you(color, square);
    let what = if you == Some(color) {
        tr!(
            "Move {number}, you: {square} {loss}; {better} was best.",
            number,
            square,
            loss,
            better
        )
    } else {
        tr!(
            "Move {number}, {color}: {square} {loss}; {better} was best.",
            number,
            color,
            square,
            loss,
            better
        )
    };
    let more = [reason_sentence(judged, you), people_at(review, entry)];
    Some(Said::sentences(
        [what].into_iter().chain(more.into_iter().flatten()),
    ))
}

/// Returns the totals of both players in sentences: `White: 30 moves, 2.41 discs lost per move, 3 mistakes, 2 blunders, 12
/// best moves.` `you` is the side of the only person.
pub fn spoken_totals(review: &Review, whose: &Whose, you: Option<Color>) -> Vec<Said> {
    let totals = review.totals(whose);
    let all = totals.iter();
    all.map(|(color, totals)| {
        let counts = &spoken_total(totals);
        if you == Some(color) {
            tr!("You: {counts}.", counts)
        } else {
            tr!("{color}: {counts}.", color, counts)
        }
    })
    .collect()
}

fn spoken_total(totals: &Totals) -> Said {
    let moves = &tr!("{count} move" | "{count} moves", count = totals.moves);
    let mistakes = &tr!(
        "{count} mistake" | "{count} mistakes",
        count = totals.mistakes
    );
    let blunders = &tr!(
        "{count} blunder" | "{count} blunders",
        count = totals.blunders
    );
    let best = &tr!(
        "{count} best move" | "{count} best moves",
        count = totals.best
    );
    let Some(mean) = totals.mean_loss() else {
        return tr!(
            "{moves}, {mistakes}, {blunders}, {best}",
            moves,
            mistakes,
            blunders,
            best
        );
    };
    tr!(
        "{moves}, {mean} discs lost per move, {mistakes}, {blunders}, {best}",
        moves,
        mean = Name(&format!("{mean:.2}")),
        mistakes,
        blunders,
        best
    )
}

fn judged(move_review: &MoveReview, you: Option<Color>) -> String {
    let MoveReview { best, loss, .. } = move_review;
    let mut text = match best.square {
        Some(better) if *loss > 0 => {
            let best = tr!("best {better}", better);
            format!(" {:>3} {best}", -loss.cast_signed())
        }
        _ => format!(" {:>3}", 0),
    };
    let _ = write!(text, " ({})", how_sure(move_review));
    if let Some(reason) = reason(move_review, you) {
        let _ = write!(text, ": {reason}");
    }
    text
}

/// Returns the certainty of a loss in a few words: `exact`, `depth 16`.
pub fn how_sure(move_review: &MoveReview) -> Said {
    let MoveReview { best, played, .. } = move_review;
    // The less certain of the two decides.
    let found = if best.certainty == Certainty::Exact {
        played
    } else {
        best
    };
    certainty(found.certainty, found.score, found.depth)
}

/// Returns the best line and the played line, each with its score for the side that moved; only the
/// best line if it was played.
pub fn lines_of_play(move_review: &MoveReview) -> Vec<Said> {
    let names = [label!("best"), label!("played")];
    // A language may need wider ones.
    let columns = names
        .map(|name| width(name.text()))
        .into_iter()
        .fold(6, usize::max);
    let line = |name: &Message, found: &MoveScore| {
        let name = align_left(name.text(), columns);
        let sign = if found.certainty == Certainty::Exact {
            "="
        } else {
            " "
        };
        let score = format!("{}{sign}", found.score);
        let moves = tr!("{moves}", moves = Moves(&found.pv));
        Said::verbatim(format!("{name} {score:>4} {moves}"))
    };
    let [best, played] = names;
    let mut lines = vec![line(best, &move_review.best)];
    if move_review.loss > 0 {
        lines.push(line(played, &move_review.played));
    }
    lines
}

/// Returns the totals of both players as a small table; each row has a line end. `you` is the side of the only person.
pub fn totals(review: &Review, whose: &Whose, you: Option<Color>) -> Said {
    let columns = [
        (label!("moves"), 5),
        (label!("mean loss"), 9),
        (label!("mistakes"), 8),
        (label!("blunders"), 8),
        (label!("best moves"), 10),
    ];
    // A language may need wider ones.
    let widths = columns.map(|(name, least)| width(name.text()).max(least));
    let line = |side: &str, cells: [&str; 5]| {
        let cells = cells.into_iter().zip(widths);
        let cells = cells.map(|(cell, columns)| align_right(cell, columns));
        align_left(side, 6) + " " + &cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    let mut text = line("", columns.map(|(name, _)| name.text()));
    for (color, totals) in review.totals(whose).iter() {
        let mean = totals
            .mean_loss()
            .map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
        let best = match totals.best_percent() {
            Some(percent) => format!("{} ({percent} %)", totals.best),
            None => "-".to_owned(),
        };
        let side = if you == Some(color) {
            tr!("you")
        } else {
            tr!("{color}", color)
        };
        let counts =
            [totals.moves, totals.mistakes, totals.blunders].map(|count| count.to_string());
        let [moves, mistakes, blunders] = &counts;
        text += &line(&side, [moves, &mean, mistakes, blunders, &best]);
    }
    let rule = tr!(
        "A mistake loses more than {mistake} discs, a blunder more than {blunder}.",
        mistake = MISTAKE,
        blunder = BLUNDER
    );
    let _ = writeln!(text, "{rule}");
    Said::verbatim(text)
}
