//! The levels: a table of strengths, and how a level chooses its moves.
//!
//! Levels 1 to 7 play like people: each chooses among the moves that players of its strength are likely to make
//! ([`people`](super::people)), and errs as they do.
//!
//! The levels above search and do not err on purpose. They vary their openings instead, so that their games differ:
//! they choose among the moves that a book, or a second search as deep as the first, finds nearly as good as the best.
//! They may choose the moves from a book.

use std::fmt;

use crate::clock::MoveTime;
use crate::player::book::Book;
use crate::player::people::survey::{self, Survey};
use crate::player::people::{People, Person, Strength};
use crate::player::random::mixed;
use reversi::search::{Confidence, Handler, Limits, MoveScore, SearchInfo, Searcher};
use reversi::{Board, Square};
use reversi_text::{Message, Said, label, tr};

/// One of the levels 1 to 10, perhaps with a time for each move. Displays as its number and the time: `10@0.5s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number: 1, which plays like a beginner, to 10, which thinks up to a few seconds a move.
    pub number: u8,
    /// The depth of the midgame search in plies.
    pub depth: u32,
    /// Searches to the end of the game with at most this many empty squares.
    pub exact_from: u32,
    /// The confidence of selective midgame search.
    pub confidence: Confidence,
    /// The person that it plays like; `None` if it plays the best move that it finds.
    pub person: Option<Person>,
    /// The number of plies of a game in which it chooses among equally good moves.
    pub varied_plies: u32,
    /// The time for each move, which then alone limits the search. Its moves are not varied.
    pub time: Option<MoveTime>,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time {
            None => write!(f, "{}", self.number),
            Some(time) => write!(f, "{}@{time}", self.number),
        }
    }
}

const fn person(number: u8, strength: u16, sharpness: u16, haste: u8) -> Level {
    Level {
        number,
        depth: survey::DEPTH,
        exact_from: survey::EXACT_FROM,
        confidence: Confidence::Full,
        person: Some(Person {
            strength: Strength(strength),
            sharpness,
            haste,
        }),
        varied_plies: 0,
        time: None,
    }
}

const fn search(
    number: u8,
    (depth, exact_from, confidence): (u32, u32, Confidence),
    varied_plies: u32,
) -> Level {
    Level {
        number,
        depth,
        exact_from,
        confidence,
        person: None,
        varied_plies,
        time: None,
    }
}

/// The levels, weakest first: each wins three quarters of the points against the one below, or about that.
pub const LEVELS: [Level; 10] = [
    person(1, 250, 100, 100),
    person(2, 250, 100, 70),
    person(3, 250, 100, 46),
    person(4, 250, 100, 15),
    person(5, 190, 100, 0),
    person(6, 105, 110, 0),
    person(7, 100, 230, 0),
    search(8, (6, 14, Confidence::C87), 20),
    search(9, (10, 16, Confidence::C73), 20),
    search(10, (30, 20, Confidence::C73), 12),
];

/// What a level is, in a word or two: from `beginner` to `strongest`.
pub const LEVEL_WORDS: [&Message; LEVELS.len()] = [
    label!("beginner"; "a level"),
    label!("novice"; "a level"),
    label!("casual"; "a level"),
    label!("regular"; "a level"),
    label!("club"; "a level"),
    label!("tournament"; "a level"),
    label!("champion"; "a level"),
    label!("computer"; "a level"),
    label!("stronger"; "a level"),
    label!("strongest"; "a level"),
];

/// The discs that a move of levels 1 to 10 loses on average. Measured by the light review of the record in 40 games of
/// each level against its neighbours. The search of that review is about as deep as those of levels 8 to 10, so that it
/// does not tell them apart.
pub const MEAN_LOSS: [f64; LEVELS.len()] =
    [8.45, 6.34, 4.78, 2.80, 1.84, 1.08, 0.60, 0.25, 0.18, 0.17];

/// The weakest players in the games of the model. A weaker person is one of them in haste.
const WEAKEST_PLAYERS: Strength = Strength(250);

/// Returns a person whose moves lose this much on average. Beyond the weakest players of the model, the haste is
/// interpolated between the levels by [`MEAN_LOSS`].
pub(crate) fn person_who_loses(loss: Strength) -> Person {
    let discs = f64::from(loss.discs());
    let mut haste = 0.0;
    let mut below = (f64::from(WEAKEST_PLAYERS.discs()), 0.0);
    for (level, mean_loss) in LEVELS.iter().zip(MEAN_LOSS).rev() {
        let Some(person) = level.person.filter(|person| person.haste > 0) else {
            continue;
        };
        let here = (mean_loss, f64::from(person.haste));
        let share = ((discs - below.0) / (here.0 - below.0)).clamp(0.0, 1.0);
        haste += share * (here.1 - below.1);
        below = here;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 100
    let haste = haste.round() as u8;
    Person {
        strength: loss.min(WEAKEST_PLAYERS),
        sharpness: 100,
        haste,
    }
}

/// The maximum number of nodes for a move: 2 to 4 seconds on one core. Only level 10 reaches it.
const MOST_NODES: u64 = 60_000_000;

/// The most plies that a level looks ahead where it varies its moves. If it looked deeper, the second search, which scores
/// four moves, would often reach [`MOST_NODES`] and leave nothing to choose from.
const VARIED_DEPTH: u32 = 24;

/// A level that searches to the end of the game from more empty squares than this needs that limit: a few positions
/// take a minute.
const UNLIMITED_EMPTIES: u32 = 22;

/// The most moves among which a level chooses.
const VARIED_MOVES: usize = 4;

impl Level {
    /// Returns the level of a number from 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        LEVELS.into_iter().find(|level| level.number == number)
    }

    /// Returns its strength in words, without its time: `level 3: plays like a casual player`.
    pub fn describe(&self) -> Said {
        let number = self.number;
        match number {
            1 => tr!("level {number}: plays like a beginner", number),
            2 => tr!(
                "level {number}: plays like somebody after a few games",
                number
            ),
            3 => tr!("level {number}: plays like a casual player", number),
            4 => tr!("level {number}: plays like a good casual player", number),
            5 => tr!("level {number}: plays like a club player", number),
            6 => tr!("level {number}: plays like a tournament player", number),
            7 => tr!(
                "level {number}: plays like a world championship finalist",
                number
            ),
            10 => tr!(
                "level {number}: the strongest, takes up to a few seconds",
                number
            ),
            _ => tr!(
                "level {number}: looks {depth} plies ahead, solves the last {last}",
                number,
                depth = self.depth,
                last = self.exact_from
            ),
        }
    }

    /// Returns a shorter description; `None` if there is none.
    pub fn describe_briefly(&self) -> Option<Said> {
        let number = self.number;
        match number {
            ..=7 => None,
            10 => Some(tr!("level {number}: the strongest", number)),
            _ => Some(tr!(
                "level {number}: looks {depth} plies ahead",
                number,
                depth = self.depth
            )),
        }
    }

    /// Returns the limits of this level's search.
    pub const fn limits(&self) -> Limits {
        if let Some(time) = self.time {
            return Limits::time(time.duration()).with_confidence(self.confidence);
        }
        let limits = Limits::depth(self.depth)
            .with_exact_from(self.exact_from)
            .with_confidence(self.confidence);
        if self.exact_from > UNLIMITED_EMPTIES || self.depth > UNLIMITED_EMPTIES {
            limits.with_nodes(MOST_NODES)
        } else {
            limits
        }
    }

    /// Chooses a move as this level does. `last` is the move that led to the board, if it is known: people tend to
    /// answer it. `None` when there is no legal move.
    ///
    /// The seed decides among the moves that it may play: the same board, last move, seed and fresh single-threaded
    /// searcher lead to the same move. Use another seed for each move.
    pub fn choose(
        &self,
        searcher: &mut Searcher,
        (board, last): (Board, Option<Square>),
        seed: u64,
        handler: &mut dyn Handler,
    ) -> Option<MoveScore> {
        let info = self.choose_within(&self.limits(), searcher, (board, last), seed, handler)?;
        info.moves.into_iter().next()
    }

    /// Like [`Level::choose`], with the caller's limits, such as a time. The result holds only the
    /// chosen move.
    pub fn choose_within(
        &self,
        limits: &Limits,
        searcher: &mut Searcher,
        (board, last): (Board, Option<Square>),
        seed: u64,
        handler: &mut dyn Handler,
    ) -> Option<SearchInfo> {
        let moves = board.legal_moves();
        if moves.len() < 2 {
            // The only legal move, with its evaluation at one ply.
            moves.first()?;
            return Some(searcher.search(board, &Limits::depth(1), &mut ()));
        }
        if let Some(person) = self.person {
            let survey = Survey::of(board, last, &mut || handler.should_stop())?;
            return Some(one_like(person, &survey, seed));
        }
        if !self.varies(board) {
            return Some(searcher.search(board, limits, handler));
        }
        let mut limits = *limits;
        limits.depth = limits.depth.map(|depth| depth.min(VARIED_DEPTH));
        let found = searcher.search(board, &limits, handler);
        Some(vary(found, &limits, searcher, board, seed, handler))
    }

    /// Chooses a move from a book: one of the best. `None` if the board is not in the book, and for a level that plays like people: it knows
    /// what they play.
    pub fn choose_from_book(&self, book: &Book, board: Board, seed: u64) -> Option<SearchInfo> {
        if self.person.is_some() {
            return None;
        }
        let mut moves = book.moves(board);
        let best = moves.first()?.score.discs();
        moves.retain(|line| line.score.discs() == best);
        let mut info = SearchInfo::default();
        info.moves = moves;
        Some(one_of(info, seed))
    }

    /// Returns whether this level varies its move here.
    const fn varies(&self, board: Board) -> bool {
        self.time.is_none() && board.empty_count() + self.varied_plies > Board::START.empty_count()
    }
}

/// Replaces the best move by one that a second search, as deep as the first, finds as good as any. Keeps it if the
/// limits leave too little for that search.
fn vary(
    best: SearchInfo,
    limits: &Limits,
    searcher: &mut Searcher,
    board: Board,
    seed: u64,
    handler: &mut dyn Handler,
) -> SearchInfo {
    let Some(rest) = limits.after(&best) else {
        return best;
    };
    let mut info = searcher.analyse(board, VARIED_MOVES, &rest, handler);
    info.moves.retain(|line| line.depth >= best.best().depth);
    let Some(score) = info.moves.first().map(|line| line.score.discs()) else {
        return best;
    };
    info.moves.retain(|line| line.score.discs() == score);
    one_of(info, seed)
}

/// Keeps one of the moves, chosen by a seed.
fn one_of(mut info: SearchInfo, seed: u64) -> SearchInfo {
    #[allow(clippy::cast_possible_truncation)] // less than the number of moves
    let choice = (mixed(seed ^ 0x5bd1_e995) % info.moves.len() as u64) as usize;
    info.moves = vec![info.moves.swap_remove(choice)];
    info
}

/// Chooses one of the moves of a survey as a person does, by a seed.
#[allow(clippy::cast_precision_loss)] // 24 bits
fn one_like(person: Person, survey: &Survey, seed: u64) -> SearchInfo {
    let chances = People::standard().choices(survey, person);
    let mut left = (mixed(seed) >> 40) as f32 / (1u64 << 24) as f32;
    let chosen = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    // Rounding may leave a little.
    let likeliest = || (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let chosen = chosen
        .or_else(likeliest)
        .and_then(|at| survey.move_score(at));
    let mut info = SearchInfo::default();
    info.moves = chosen.into_iter().collect();
    info
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dial;
    use reversi::SquareSet;

    fn one_of(moves: SquareSet, chance: u64) -> Square {
        let index = mixed(chance) % moves.len() as u64;
        let index = usize::try_from(index).unwrap();
        moves.into_iter().nth(index).unwrap()
    }

    /// A player who knows two things: corners are good, and the squares diagonally beside them are bad.
    fn who_likes_corners(moves: SquareSet, chance: u64) -> Square {
        let beside = ["b2", "g2", "b7", "g7"].map(|name| name.parse::<Square>().unwrap());
        let good = moves & SquareSet::CORNERS;
        let better = moves - SquareSet::from_iter(beside);
        let choice = [good, better, moves]
            .into_iter()
            .find(|set| !set.is_empty());
        one_of(choice.unwrap(), chance)
    }

    /// Counts the questions of a search, one for a number of nodes.
    struct Counting(u64);

    impl Handler for Counting {
        fn should_stop(&mut self) -> bool {
            self.0 += 1;
            false
        }
    }

    #[test]
    fn a_person_who_loses_as_much_as_a_level_in_haste_is_as_hasty() {
        for (level, loss) in LEVELS[..4].iter().zip([845, 634, 478, 280]) {
            assert_eq!(Some(person_who_loses(Strength(loss))), level.person);
        }
        let hastes = (0..1000).map(|loss| person_who_loses(Strength(loss)).haste);
        assert!(hastes.clone().is_sorted());
        assert_eq!(hastes.take_while(|&haste| haste == 0).count(), 252);
        assert_eq!(person_who_loses(Strength(100)).strength, Strength(100));
    }

    #[test]
    fn a_varied_opening_takes_no_more_than_one_search_of_its_limits() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let asked = |nodes| {
            let limits = LEVELS[9].limits().with_nodes(nodes);
            let (mut once, mut varied) = (Counting(0), Counting(0));
            Searcher::new(1).search(board, &limits, &mut once);
            let mut searcher = Searcher::new(1);
            let chosen =
                LEVELS[9].choose_within(&limits, &mut searcher, (board, None), 1, &mut varied);
            assert!(chosen.unwrap().moves[0].is_searched());
            (once.0, varied.0)
        };
        let (once, varied) = asked(200_000);
        assert!(once > 10 && varied <= once + 1, "{once} and {varied}");
    }

    /// A level that searches less deeply.
    fn quick(level: Level) -> Level {
        Level {
            depth: 6,
            exact_from: 8,
            confidence: Confidence::Full,
            ..level
        }
    }

    /// Returns a position after this many random moves without a pass.
    fn after(plies: u32, chance: u64) -> Board {
        (0..plies).fold(Board::START, |board, ply| {
            let square = one_of(board.legal_moves(), chance << 8 | u64::from(ply));
            board.play(square).unwrap()
        })
    }

    /// Returns the moves that a level chooses with some seeds.
    fn choices(level: Level, board: Board) -> Vec<MoveScore> {
        let choose = |seed| level.choose(&mut Searcher::new(1), (board, None), seed, &mut ());
        (0..8).map(|seed| choose(seed).unwrap()).collect()
    }

    #[test]
    fn beyond_the_plies_that_it_varies_a_level_plays_the_best_move_of_its_search() {
        let level = quick(LEVELS[9]);
        assert_eq!(level.varied_plies, 12);
        for (plies, chance) in (12..24).zip(0..) {
            let board = after(plies, chance);
            let best = Searcher::new(1).search(board, &level.limits(), &mut ());
            for choice in choices(level, board) {
                assert_eq!(Some(choice.square), best.moves.first().map(|m| m.square));
            }
        }
    }

    #[test]
    fn a_level_varies_its_first_plies_among_moves_that_a_whole_search_finds_equal() {
        for level in [LEVELS[7], LEVELS[8], LEVELS[9]].map(quick) {
            let mut varied = 0;
            for (plies, chance) in (1..12).zip(0..) {
                let board = after(plies, chance);
                let best = Searcher::new(1).search(board, &level.limits(), &mut ());
                let choices = choices(level, board);
                for choice in &choices {
                    assert_eq!(choice.score.discs(), best.score().discs());
                    assert_eq!(choice.depth, level.depth);
                }
                varied += u32::from(choices.iter().any(|m| m.square != choices[0].square));
            }
            assert!(varied > 1, "level {} in {varied}", level.number);
        }
    }

    #[test]
    fn a_level_varies_no_more_than_a_weaker_one_that_searches() {
        for level in LEVELS {
            assert_eq!(level.varied_plies > 0, level.person.is_none());
        }
        for pair in LEVELS[7..].windows(2) {
            assert!(pair[1].varied_plies <= pair[0].varied_plies);
        }
    }

    /// Takes seconds: level 1 plays 40 games by default, with a search for each of its moves.
    #[test]
    fn level_1_loses_to_a_player_who_only_takes_corners_and_stays_away_from_them() {
        let mut searcher = Searcher::new(1);
        let mut wins = 0;
        let games = dial::games(120);
        for game in 0..games {
            let (mut board, mut level_moves) = (Board::START, game % 2 == 0);
            for ply in 0.. {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    if board.swapped().legal_moves().is_empty() {
                        break;
                    }
                    board = board.swapped();
                    level_moves = !level_moves;
                    continue;
                }
                let chance = game << 8 | ply;
                let square = if level_moves {
                    let chosen = LEVELS[0].choose(&mut searcher, (board, None), chance, &mut ());
                    chosen.unwrap().square.unwrap()
                } else {
                    who_likes_corners(moves, chance)
                };
                board = board.play(square).unwrap();
                level_moves = !level_moves;
            }
            let score = board.final_score();
            wins += u64::from(if level_moves { score < 0 } else { score > 0 });
        }
        assert!(wins > games / 2, "{wins} of {games}");
    }
}
