//! The search of the engine: a background task with a strength.

use std::time::Duration;

use crate::serve::OthelloStrength;
use reversi::search::{Handler, Limits, SearchInfo, Searcher};
use reversi::{Board, Game, Square};
use reversi_table::background::{Background, Report, Reporter, TaskError, Waker};
use reversi_table::player::book::Book;
use reversi_table::player::level::{LEVELS, Level};
use reversi_table::player::{TimeLeft, hurry, last_square};

/// The level unless an option or the host sets another: the strongest one, without variety.
const STRONGEST: Level = Level {
    varied_plies: 0,
    ..LEVELS[9]
};

/// The number of empty squares from which a search of at least this depth solves the endgame.
const SOLVES_FROM: [(u32, u32); 7] = [
    (1, 4),
    (2, 8),
    (5, 12),
    (6, 13),
    (8, 16),
    (12, 18),
    (24, 25),
];

/// The strongest level used to analyse a whole game: a stronger one would take minutes.
const WHOLE_GAME: Level = LEVELS[8];

/// The limit of an analysis that lasts until it is stopped.
const UNTIL_STOPPED: Duration = Duration::from_secs(30 * 24 * 3600);

/// A request to search a board. It has a legal move, unless only its score is wanted.
struct SearchRequest {
    board: Board,
    what: What,
    limits: Limits,
}

enum What {
    /// The move of a level after the last move, with a seed, by a book if there is one.
    Choice(Level, Option<Square>, u64, Option<&'static Book>),
    /// The best moves.
    Best(usize),
    /// The score after a number of moves and passes of the game.
    Evaluation(usize),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) enum SearchAnswer {
    /// The chosen move, or the best moves.
    Moves(SearchInfo),
    /// The score for the side to move after a number of moves and passes of the game.
    Evaluation { plies: usize, score: i32 },
}

pub(super) struct Thinker {
    task: Background<SearchRequest, SearchInfo, SearchAnswer>,
    level: Level,
    book: Option<&'static Book>,
    source: LevelSource,
    seed: u64,
    /// The number of games before this one.
    games: u64,
}

/// Where the level comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LevelSource {
    /// The default, which is the strongest level. With a clock, only the clock limits the search.
    Default,
    /// An option of the command line. The host cannot change it.
    Option,
    /// A depth that the host has set.
    Depth,
}

impl Thinker {
    pub(super) fn start(strength: OthelloStrength, waker: Waker) -> Self {
        let mut searcher = strength.searcher;
        let work = move |request: SearchRequest, reporter: &Reporter<SearchInfo>| {
            answer(&mut searcher, request, reporter)
        };
        Self {
            task: Background::start("engine", waker, work),
            level: strength.level.unwrap_or(STRONGEST),
            source: strength
                .level
                .map_or(LevelSource::Default, |_| LevelSource::Option),
            seed: strength.seed,
            games: 0,
            book: strength.book,
        }
    }

    /// Returns the name of the engine at its present strength.
    pub(super) fn name(&self) -> String {
        if self.source == LevelSource::Option {
            format!("Reversi level {}", self.level)
        } else {
            format!("Reversi {}", self.level.depth)
        }
    }

    /// Sets the depth of the midgame search, and with it how early the endgame is solved, unless the
    /// level is fixed.
    pub(super) fn set_depth(&mut self, depth: u32) {
        if self.source == LevelSource::Option {
            return;
        }
        self.source = LevelSource::Depth;
        let depth = depth.clamp(1, 60);
        let (_, exact_from) = SOLVES_FROM
            .into_iter()
            .rfind(|(least, _)| *least <= depth)
            .unwrap_or_default();
        self.level = Level {
            depth,
            exact_from,
            person: None,
            ..STRONGEST
        };
    }

    /// Begins another game, in which the random choices differ.
    pub(super) const fn begin_game(&mut self) {
        self.games = self.games.wrapping_add(1);
    }

    /// Chooses a move for the side to move, which has one.
    pub(super) fn choose(&self, game: &Game, time_left: Option<TimeLeft>) {
        let board = game.position().board();
        let mut limits = match (self.source, time_left) {
            (LevelSource::Default, Some(_)) => Limits::solve(),
            // The host asked for this depth, however many nodes it takes.
            (LevelSource::Depth, _) => {
                let mut limits = self.level.limits();
                limits.nodes = None;
                limits
            }
            (LevelSource::Default | LevelSource::Option, _) => self.level.limits(),
        };
        if let Some(time_left) = time_left {
            hurry(&mut limits, time_left, board.empty_count());
        }
        // The host asked for a search of its depth.
        let book = self.book.filter(|_| self.source != LevelSource::Depth);
        // Each game has its own seed, as in a session of this program.
        let seed = self
            .seed
            .wrapping_add(self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_add(game.entries().len() as u64);
        self.task.ask(SearchRequest {
            board,
            what: What::Choice(self.level, last_square(game), seed, book),
            limits,
        });
    }

    /// Finds the best moves, ever deeper until it is stopped or they are proven.
    pub(super) fn analyse(&self, board: Board, count: usize) {
        self.task.ask(SearchRequest {
            board,
            what: What::Best(count),
            limits: Limits::time(UNTIL_STOPPED),
        });
    }

    /// Queues the evaluation of a board of a game.
    pub(super) fn evaluate(&self, board: Board, plies: usize) {
        let level = if self.level.depth > WHOLE_GAME.depth || self.level.time.is_some() {
            WHOLE_GAME
        } else {
            self.level
        };
        self.task.queue(SearchRequest {
            board,
            what: What::Evaluation(plies),
            limits: level.limits(),
        });
    }

    /// Drops all requests. No report follows.
    pub(super) fn stop(&self) {
        self.task.stop();
    }

    /// Takes the oldest report.
    pub(super) fn poll(&self) -> Option<Report<SearchInfo, SearchAnswer>> {
        self.task.poll()
    }

    /// Takes the oldest answer and drops the progress before it.
    pub(super) fn next_answer(&self) -> Option<Result<SearchAnswer, TaskError>> {
        self.task.next_answer()
    }
}

fn answer(
    searcher: &mut Searcher,
    request: SearchRequest,
    reporter: &Reporter<SearchInfo>,
) -> SearchAnswer {
    let SearchRequest {
        board,
        what,
        limits,
    } = request;
    let mut handler = reporter.clone();
    match what {
        What::Choice(level, last, seed, book) => {
            let found = book.and_then(|book| level.choose_from_book(book, board, seed));
            let at = (board, last);
            let info =
                found.or_else(|| level.choose_within(&limits, searcher, at, seed, &mut handler));
            SearchAnswer::Moves(info.unwrap_or_default())
        }
        What::Best(count) => {
            SearchAnswer::Moves(searcher.analyse(board, count, &limits, &mut handler))
        }
        What::Evaluation(plies) => {
            let mut handler = StopOnly(handler);
            let mut value = |board| {
                searcher
                    .search(board, &limits, &mut handler)
                    .score()
                    .discs()
            };
            let score = if !board.legal_moves().is_empty() {
                value(board)
            } else if let Some(passed) = board.pass() {
                -value(passed)
            } else {
                board.final_score()
            };
            SearchAnswer::Evaluation { plies, score }
        }
    }
}

/// A handler that stops a search and hides its progress.
struct StopOnly(Reporter<SearchInfo>);

impl Handler for StopOnly {
    fn should_stop(&mut self) -> bool {
        self.0.is_stopped()
    }
}
