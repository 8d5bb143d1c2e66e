//! The engine: plays at a level of [`crate::player::level`], keeps its table from move to move,
//! and divides the time of a game among the moves.

use std::time::Duration;

use rand::Rng as _;

use super::{Control, Player, PlayerError, TimeLeft, chance};
use crate::background::TaskError;
use crate::player::book::Book;
use crate::player::description;
use crate::player::level::Level;
use reversi::search::{Limits, Searcher};
use reversi::{Entry, Game, Square};

/// The table size of a level that solves long endgames, in megabytes.
const LARGE_TABLE: usize = 64;

/// The table size of a level that searches a few plies, in megabytes.
const SMALL_TABLE: usize = 8;

/// The reserve of the game's time for the overhead between moves.
const RESERVE: Duration = Duration::from_millis(150);

/// With less time than this, it moves without a search.
const HASTE: Duration = Duration::from_millis(60);

/// Plays at a level. With one thread and no clock, its moves depend only on the seed and on its earlier
/// searches, which it remembers.
pub(crate) struct Engine {
    level: Level,
    seed: u64,
    book: Option<&'static Book>,
    /// Created when first needed.
    searcher: Option<Searcher>,
}

impl Engine {
    /// Creates a player at a level; the seed decides about its errors.
    pub(crate) fn new(level: Level, seed: u64) -> Self {
        Self {
            level,
            seed,
            book: None,
            searcher: None,
        }
    }

    /// Sets the book whose moves the level plays, if it plays by a book.
    pub(crate) fn with_book(mut self, book: &'static Book) -> Self {
        self.book = Some(book);
        self
    }

    /// Returns the searcher, creating it when first needed.
    fn searcher(&mut self, threads: usize) -> &mut Searcher {
        let megabytes = if self.level.limits().exact_from < 16 {
            SMALL_TABLE
        } else {
            LARGE_TABLE
        };
        let searcher = self
            .searcher
            .take()
            .unwrap_or_else(|| Searcher::new(megabytes));
        self.searcher.insert(searcher.with_threads(threads))
    }
}

impl Player for Engine {
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError> {
        let moves = game.legal_moves();
        if moves.len() == 1
            && let Some(only) = moves.first()
        {
            return Ok(only);
        }
        let board = game.position().board();
        let (level, seed) = (self.level, chance(self.seed, game).next_u64());
        let mut reporter = control.reporter.clone();
        if let Some(book) = self.book
            && let Some(info) = level.choose_from_book(book, board, seed)
            && let Some(square) = info.best_move()
        {
            reporter.progress(info);
            return Ok(square);
        }
        let mut limits = self.level.limits();
        if let Some(time_left) = control.time_left {
            hurry(&mut limits, time_left, board.empty_count());
        }
        if !Searcher::has_memory() {
            return Err(TaskError::NoMemory.into());
        }
        let searcher = self.searcher(control.threads);
        let info = level.choose_within(
            &limits,
            searcher,
            (board, last_square(game)),
            seed,
            &mut reporter,
        );
        if reporter.is_stopped() {
            return Err(PlayerError::Stopped);
        }
        let info = info.ok_or_else(|| PlayerError::failed(description::FOUND_NO_MOVE))?;
        let square = info.best_move();
        reporter.progress(info);
        square.ok_or_else(|| PlayerError::failed(description::FOUND_NO_MOVE))
    }
}

/// Returns the square of the last entry, unless it is a pass.
pub fn last_square(game: &Game) -> Option<Square> {
    game.entries().last().and_then(Entry::square)
}

/// Limits a search to the share of the game's time for one move.
///
/// The time is divided among the remaining moves and a few more. A search may exceed its share, but
/// never takes more than half of the time left, and less when that is short, so that it does not lose
/// on time. A limit that is shorter stays.
pub fn hurry(limits: &mut Limits, time_left: TimeLeft, empties: u32) {
    let left = time_left.now();
    let own = limits.time.unwrap_or(Duration::MAX);
    if left < HASTE {
        *limits = Limits::depth(1).with_time(own.min(left / 20));
        return;
    }
    let usable = left.saturating_sub(RESERVE.min(left / 4));
    let moves = empties.div_ceil(2) + 3;
    let share = usable / moves + time_left.increment * 3 / 4;
    let longest = (share * 2).min(usable / 2);
    limits.time = Some(own.min(longest));
    // The next iteration takes longer than all before it together.
    limits.enough_time = Some(longest / 2);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::Instant;

    use super::*;
    use crate::player::PlayerKind;
    use crate::player::level::LEVELS;
    use reversi::Position;
    use reversi::search::MoveScore;
    use reversi::transcript;

    fn left(millis: u64, increment: u64) -> TimeLeft {
        TimeLeft {
            left: Duration::from_millis(millis),
            since: Instant::now() + Duration::from_secs(3600),
            increment: Duration::from_millis(increment),
            reserve: Duration::ZERO,
        }
    }

    #[test]
    fn no_move_takes_more_than_half_of_the_time_that_is_left() {
        for empties in 1..=60 {
            for millis in [1, 10, 59, 60, 100, 1_000, 60_000, 3_600_000] {
                for increment in [0, 1_000, 60_000] {
                    let mut limits = LEVELS[9].limits();
                    hurry(&mut limits, left(millis, increment), empties);
                    let time = limits.time.unwrap();
                    assert!(
                        time <= Duration::from_millis(millis) / 2,
                        "{millis} {time:?}"
                    );
                    let mut shorter = Limits::time(time / 2);
                    hurry(&mut shorter, left(millis, increment), empties);
                    assert!(shorter.time.unwrap() <= time / 2);
                }
            }
        }
    }

    #[test]
    fn a_game_of_longest_moves_stays_within_its_time() {
        for millis in [1_000, 60_000, 300_000] {
            let mut total = Duration::from_millis(millis);
            for empties in (1..=60).rev().step_by(2) {
                let mut limits = Limits::solve();
                let now = u64::try_from(total.as_millis()).unwrap();
                hurry(&mut limits, left(now, 0), empties);
                total = total.checked_sub(limits.time.unwrap()).unwrap();
                total = total.checked_sub(Duration::from_millis(2)).unwrap();
            }
        }
    }

    #[test]
    fn a_forced_move_is_played_without_a_thought() {
        // Black has one legal move, h8.
        let text = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
        let game = Game::from_position(text.parse().unwrap());
        let mut engine = Engine::new(LEVELS[9], 0);
        let square = engine.choose(&game, &Control::default());
        assert_eq!(square.map(|square| square.to_string()).as_deref(), Ok("h8"));
        assert!(engine.searcher.is_none(), "nothing was searched");
    }

    #[test]
    fn the_same_seed_plays_the_same_moves_and_another_seed_errs_elsewhere() {
        let play = |seed| {
            let mut game = Game::new();
            let mut engine = Engine::new(LEVELS[1], seed);
            while game.outcome().is_none() {
                let square = engine.choose(&game, &Control::default()).unwrap();
                game.play(square).unwrap();
            }
            transcript::print(&game)
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn a_level_that_does_not_err_varies_its_openings_by_the_seed_alone() {
        // Few moves of the first plies are equal, which is what the stronger level asks for.
        for (level, plies) in [(LEVELS[6], 8), (LEVELS[7], 12)] {
            let open = |seed| {
                let mut game = Game::new();
                let mut engine = Engine::new(level, seed);
                for _ in 0..plies {
                    let square = engine.choose(&game, &Control::default()).unwrap();
                    game.play(square).unwrap();
                }
                transcript::print(&game)
            };
            let games: HashSet<String> = (1..=6).map(open).collect();
            assert!(games.len() > 3, "{games:?}");
            assert_eq!(open(1), open(1));
        }
    }

    #[test]
    fn by_the_book_it_moves_without_a_search_and_varies_among_the_best_moves() {
        let book = Book::standard();
        let game = transcript::parse("f5d6c3").unwrap();
        let moves = book.moves(game.position().board());
        for level in LEVELS {
            let mut found = HashSet::new();
            for seed in 0..20 {
                let mut engine = Engine::new(level, seed).with_book(book);
                let square = engine.choose(&game, &Control::default()).unwrap();
                if level.person.is_some() {
                    // A level that plays like people thinks.
                    break;
                }
                assert!(engine.searcher.is_none(), "nothing was searched");
                let chosen = moves.iter().find(|m| m.square == Some(square)).unwrap();
                let loss = moves[0].score.discs() - chosen.score.discs();
                assert_eq!(loss, 0, "level {}", level.number);
                found.insert(square);
            }
            let good = |m: &&MoveScore| m.score.discs() == moves[0].score.discs();
            if level.person.is_none() {
                assert_eq!(found.len(), moves.iter().filter(good).count());
            }
        }
    }

    #[test]
    fn a_time_for_each_move_is_the_only_limit_of_the_search_and_proves_nothing_early() {
        let choose = |level: &str, position: &str| {
            let PlayerKind::Engine(level) = level.parse().unwrap() else {
                unreachable!("a level")
            };
            let position: Position = position.parse().unwrap();
            let info = level.choose(&mut Searcher::new(8), (position.board(), None), 1, &mut ());
            (level.limits(), info.unwrap())
        };
        // It solves what it can, whatever its level, and does not wait for the time to pass.
        let few = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let (limits, found) = choose("8@1h", few);
        assert_eq!((limits.depth, limits.nodes), (None, None));
        assert!(found.is_exact());
        let many = "-".repeat(26) + "-XO----OX" + &"-".repeat(29) + " X";
        let (_, found) = choose("10@0.001s", &many);
        assert!(found.is_searched() && !found.certainty.is_proven());
    }

    #[test]
    fn an_engine_told_to_stop_gives_no_move() {
        let control = Control::default();
        control.reporter.stop();
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let answer = Engine::new(LEVELS[9], 0).choose(&game, &control);
        assert_eq!(answer, Err(PlayerError::Stopped));
    }
}
