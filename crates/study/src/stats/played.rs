//! The games of the player, and what reviews found about the moves in them.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::level_estimate::GameEvidence;
use crate::games::row::PackedGame;
use crate::review::{AnalysisStore, Grade, MoveReview, Reason, Review, Reviewer};
use reversi::{Color, Entry, Game, Opening, Square};
use reversi_notation::{Record, clean};
use reversi_table::phrase::to_the_minute;
use reversi_table::player::PlayerError;
use reversi_table::player::level::Level;
use reversi_table::store::rated::RatedState;
use reversi_table::store::summary::{self, Verdict};
use reversi_text::{Message, Said, label, tr};

/// A mistake that lost at most this many discs is not asked again: the light review may be wrong by as much.
pub(crate) const NOT_ASKED: u32 = 4;

/// What is known of the player's moves in a game; `None` if it was not reviewed.
pub(super) type KnownMoves = Option<Vec<ReviewedMove>>;

/// A game of the player.
#[derive(Debug)]
pub(super) struct PlayedGame {
    /// The file; `None` for the history.
    pub(super) file: Option<Arc<Path>>,
    pub(super) number: u64,
    pub(super) side: Color,
    /// The level that was played and the points of the player, if it counts for the rating.
    pub(super) result: Option<(u8, f64)>,
    pub(super) game: PackedGame,
}

/// Returns the level against which a rated game was played; `None` for any other game.
pub(super) fn rated_level(record: &Record) -> Option<Level> {
    match RatedState::of(record) {
        RatedState::Rated(level) => Some(level),
        RatedState::Casual(_) | RatedState::NotAgainstLevel => None,
    }
}

impl PlayedGame {
    pub(super) fn new(file: Option<&Path>, number: u64, side: Color, record: &Record) -> Self {
        let result = rated_level(record).and_then(|level| {
            let points = match summary::verdict(record)? {
                Verdict::Draw => 0.5,
                Verdict::Won(winner) if winner == side => 1.0,
                Verdict::Won(_) => 0.0,
            };
            Some((level.number, points))
        });
        Self {
            file: file.map(Arc::from),
            number,
            side,
            result,
            game: PackedGame::of(record),
        }
    }

    /// Returns whether it is needed for more than the results: one of the history is.
    pub(super) const fn says_something(&self, moves: &KnownMoves) -> bool {
        self.file.is_none() || moves.is_some() || self.result.is_some()
    }

    /// Returns what the game and these moves in it say about the player's level.
    pub(super) fn evidence(&self, moves: &[ReviewedMove]) -> GameEvidence {
        let losses = moves.iter().map(|&ReviewedMove(_, lost, _)| lost);
        GameEvidence {
            result: self.result,
            losses: losses.collect(),
        }
    }

    /// Returns what the stored analysis of the game says of the player's moves; `None` if there is none.
    pub(super) fn known(&self, record: &Record, store: &AnalysisStore) -> KnownMoves {
        let (_, review) = store.load(&record.replay().ok()?)?;
        Some(self.moves(record, &review))
    }

    /// Reviews the game; `None` if it was stopped.
    pub(super) fn reviewed(
        record: &Record,
        reviewer: &Reviewer,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Review>, PlayerError> {
        // A game that was read has been replayed.
        let game = record.replay().unwrap_or_default();
        let mut review = Review::new(&game);
        reviewer.run_until(&mut review, &mut |_| (), stop)?;
        Ok(Some(review).filter(Review::is_complete))
    }

    /// Returns the moves of a review that the player found.
    pub(super) fn moves(&self, record: &Record, review: &Review) -> Vec<ReviewedMove> {
        let own = record.own_squares(self.side);
        let moves = (0..review.positions().len()).filter_map(|at| {
            let judged = review.move_review(at)?;
            let empties = review.positions()[at].board().empty_count();
            own.contains(judged.square)
                .then(|| ReviewedMove::new(empties, judged))
        });
        moves.collect()
    }

    /// Returns the mistakes that are worth asking again. `game` is the place of the game among the reviewed ones.
    pub(super) fn found<'a>(
        record: &'a Arc<Record>,
        moves: &'a [ReviewedMove],
        game: usize,
    ) -> impl Iterator<Item = FoundMistake> + 'a {
        let opening = Opening::of(record.positions()).map(|opening| opening.english);
        let worst = moves.iter().filter(|made| u32::from(made.1) > NOT_ASKED);
        worst.filter_map(move |&made| {
            Some(FoundMistake {
                game,
                reason: made.mistake()?,
                opening,
                // The side that the player had then.
                side: record
                    .positions()
                    .nth(made.placed_before(record)?)?
                    .side_to_move(),
                loss: made.1.into(),
                placed: made.placed_before(record)?,
                record: Arc::clone(record),
            })
        })
    }
}

/// A mistake of the player in a game that was reviewed.
#[derive(Clone, Debug)]
pub struct FoundMistake {
    /// The place of its game among those that were reviewed, the latest being 0.
    pub(crate) game: usize,
    /// The reason.
    pub reason: MistakeKind,
    /// The English name of the game's opening.
    pub opening: Option<&'static str>,
    /// The player's side.
    pub(crate) side: Color,
    /// The discs that it lost, as far as the light review knows.
    pub(crate) loss: u32,
    /// The number of discs that were placed before it.
    placed: usize,
    record: Arc<Record>,
}

impl FoundMistake {
    /// Returns the game, and the entry of the mistake.
    pub(crate) fn game(&self) -> Option<(Game, usize)> {
        let game = self.record.replay().ok()?;
        let is_move = |&entry: &usize| matches!(game.entries()[entry], Entry::Move { .. });
        let entry = (0..game.entries().len()).filter(is_move).nth(self.placed)?;
        Some((game, entry))
    }

    /// Returns where it was made, as a sentence: `Against level 3, 2026-11-26 14:05, Tiger.`
    pub(crate) fn place(&self) -> Said {
        let opponent = summary::player(&self.record, self.side.opposite());
        let date = date_of(&self.record);
        let parts = [
            tr!("Against {opponent}", opponent = &opponent),
            Said::verbatim(date),
            Said::verbatim(self.opening.unwrap_or_default()),
        ];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        Said::list(parts).sentence()
    }
}

/// The fewest empty squares before a move of the opening, and of the midgame.
const OPENING: u8 = 41;
const MIDGAME: u8 = 21;

/// Why a move was a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MistakeKind {
    /// [`Reason::MissedWipeout`].
    MissedWipeout,
    /// [`Reason::AllowedWipeout`] or [`Reason::AllowedWipeoutAtOnce`].
    AllowedWipeout,
    /// [`Reason::LeftCorner`].
    MissedCorner,
    /// [`Reason::GaveCorner`] or [`Reason::LaterCorner`].
    GaveCorner,
    /// [`Reason::LetPass`].
    LetPass,
    /// [`Reason::LostLastMove`].
    LostLastMove,
    /// [`Reason::CutOwnMobility`].
    LostMobility,
    /// [`Reason::GaveMobility`].
    GaveMobility,
    /// [`Reason::LostResult`].
    LostResult,
    /// [`Reason::BesideCorner`].
    BesideCorner,
    /// [`Reason::Mobility`].
    Mobility,
    /// [`Reason::Frontier`].
    Frontier,
    /// [`Reason::LowerScore`], or no reason is known.
    Other,
}

impl MistakeKind {
    pub(super) fn of(reason: Option<Reason>) -> Self {
        match reason {
            Some(Reason::MissedWipeout) => Self::MissedWipeout,
            Some(Reason::AllowedWipeout | Reason::AllowedWipeoutAtOnce { .. }) => {
                Self::AllowedWipeout
            }
            Some(Reason::LeftCorner { .. }) => Self::MissedCorner,
            Some(Reason::GaveCorner { .. } | Reason::LaterCorner { .. }) => Self::GaveCorner,
            Some(Reason::LetPass) => Self::LetPass,
            Some(Reason::LostLastMove { .. }) => Self::LostLastMove,
            Some(Reason::CutOwnMobility { .. }) => Self::LostMobility,
            Some(Reason::GaveMobility { .. }) => Self::GaveMobility,
            Some(Reason::LostResult { .. }) => Self::LostResult,
            Some(Reason::BesideCorner { .. }) => Self::BesideCorner,
            Some(Reason::Mobility { .. }) => Self::Mobility,
            Some(Reason::Frontier { .. }) => Self::Frontier,
            Some(Reason::LowerScore) | None => Self::Other,
        }
    }

    /// Returns the words for it, after a number.
    pub const fn words(self) -> &'static Message {
        match self {
            Self::MissedWipeout => label!("missed a wipeout"),
            Self::AllowedWipeout => label!("allowed a wipeout"),
            Self::MissedCorner => label!("missed a corner"),
            Self::GaveCorner => label!("gave away a corner"),
            Self::LetPass => label!("let the other side pass"),
            Self::LostLastMove => label!("left the other side the last move"),
            Self::LostMobility => label!("left too few moves"),
            Self::GaveMobility => label!("gave the other side more moves"),
            Self::LostResult => label!("gave away the win or the draw"),
            Self::BesideCorner => label!("played next to an empty corner"),
            Self::Mobility => label!("left a worse balance of moves"),
            Self::Frontier => label!("left more discs beside empties"),
            Self::Other => label!("a lower score, no clear reason"),
        }
    }
}

/// What a review found about a move: the empty squares before it, the discs it lost, and why if it was a
/// mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReviewedMove(u8, u8, Option<MistakeKind>);

impl ReviewedMove {
    fn new(empties: u32, review: &MoveReview) -> Self {
        let small = |number: u32| u8::try_from(number).expect("at most 128");
        let mistake = review.grade().is_bad();
        let kind = mistake.then(|| MistakeKind::of(review.reason));
        Self(small(empties), small(review.loss), kind)
    }

    /// Returns the discs that it lost.
    pub(super) const fn lost(self) -> u8 {
        self.1
    }

    /// Returns the number of discs that were placed before it. Each fills a square, so that the empty squares tell it.
    fn placed_before(self, record: &Record) -> Option<usize> {
        let empties = record.start.board().empty_count();
        Some(empties.checked_sub(self.0.into())? as usize)
    }

    /// Returns why it was a mistake; `None` if it was none.
    pub(super) fn mistake(self) -> Option<MistakeKind> {
        self.2.filter(|_| Grade::of(self.1.into()).is_bad())
    }
}

/// The mean losses per move in discs; `None` without moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Losses {
    pub(crate) opening: Option<f64>,
    pub(crate) midgame: Option<f64>,
    pub(crate) endgame: Option<f64>,
    /// Over the whole game.
    pub all: Option<f64>,
}

impl Losses {
    /// Returns the means over some moves.
    pub(super) fn of<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>) -> Self {
        // The moves and their losses in each phase, and in all.
        let mut sums = [(0u32, 0u32); 4];
        for ReviewedMove(empties, loss, _) in moves {
            let phase = match *empties {
                OPENING.. => 0,
                MIDGAME.. => 1,
                _ => 2,
            };
            for phase in [phase, 3] {
                sums[phase].0 += 1;
                sums[phase].1 += u32::from(*loss);
            }
        }
        let [opening, midgame, endgame, all] =
            sums.map(|(moves, loss)| (moves > 0).then(|| f64::from(loss) / f64::from(moves)));
        Self {
            opening,
            midgame,
            endgame,
            all,
        }
    }

    /// Returns the phases in the order of the game, and all moves.
    pub const fn phases(&self) -> [Option<f64>; 4] {
        [self.opening, self.midgame, self.endgame, self.all]
    }
}

/// Returns the squares of the reviewed moves of a game, with the discs that each lost.
pub(super) fn losses(record: &Record, moves: &[ReviewedMove]) -> Vec<(Square, u32)> {
    let placed: Vec<Square> = record.squares().collect();
    let lost = moves.iter().filter_map(|made| {
        let before = made.placed_before(record)?;
        Some((*placed.get(before)?, made.1.into()))
    });
    lost.collect()
}

/// Returns the date of a game to the minute, as far as it is known.
pub(super) fn date_of(record: &Record) -> String {
    clean(to_the_minute(&record.readable_date())).into_owned()
}
