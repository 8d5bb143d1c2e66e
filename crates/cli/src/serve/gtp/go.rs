//! Go over GTP. Hosts may let a side move twice, to set up a game: the other side then passes.

use std::path::Path;
use std::time::Duration;

use super::{GtpAnswer, GtpGame, failure, text};
use reversi::{Color, Entry, Square};
use reversi_table::background::{Background, Waker};
use reversi_table::go::player::{GoPlayer, GoPlayerKind, GoSearchInfo};
use reversi_table::go::{GoGame, GoMove, Grid, Komi, ParseKomiError, sgf};
use reversi_table::phrase::io_reason;
use reversi_table::player::TimeLeft;
use reversi_table::player::protocol::gtp::vertex;
use reversi_wording::{self as wording, go as go_text};

/// How the engine plays Go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoStrength {
    /// The board at the start.
    pub(crate) grid: Grid,
    /// The komi, until the host sets one; `None` is the usual one of the board.
    pub(crate) komi: Option<Komi>,
    /// The player.
    pub(crate) player: GoPlayerKind,
    /// The seed of its random choices.
    pub(crate) seed: u64,
}

/// A game of Go with its engine.
pub(in crate::serve) struct GoEngine {
    game: GoGame,
    komi: Option<Komi>,
    /// The passes that were made for a side because the other moved twice, as numbers of moves before.
    skipped: Vec<usize>,
    /// Chooses moves, each within a time.
    task: Background<(GoGame, Option<Duration>), GoSearchInfo, GoMove>,
}

impl GoEngine {
    pub(in crate::serve) fn new(strength: GoStrength, waker: Waker) -> Self {
        let mut player = GoPlayer::new(strength.player, strength.seed);
        let task = Background::start("engine", waker, move |(game, time), reporter| {
            player.limit_time(time);
            player.choose(&game, reporter).0
        });
        let komi = strength.komi.unwrap_or(Komi::usual(strength.grid));
        Self {
            game: GoGame::new(strength.grid, komi),
            komi: strength.komi,
            skipped: Vec::new(),
            task,
        }
    }

    fn replace(&mut self, game: GoGame) {
        self.game = game;
        self.skipped.clear();
    }

    /// Returns the game with this side to move: the other side may have to pass first.
    fn with_turn(&self, color: Color) -> Result<GoGame, String> {
        let mut game = self.game.clone();
        if game.side_to_move() != color && game.outcome().is_none() {
            if game.has_passed() {
                return Err(format!("{} is to move", game.side_to_move()));
            }
            game.play(GoMove::Pass).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

impl GtpGame for GoEngine {
    const ENGINE: &str = "Reversi Go";
    const GAME: &str = "Go";

    fn size(&self) -> u8 {
        self.game.grid().size()
    }

    fn start(&mut self, size: u32) -> bool {
        let grid = u8::try_from(size).ok().and_then(Grid::new);
        if let Some(grid) = grid {
            self.replace(GoGame::new(grid, self.komi.unwrap_or(Komi::usual(grid))));
        }
        grid.is_some()
    }

    fn load(&mut self, path: &Path, before: Option<u32>) -> Result<(), String> {
        let record = sgf::open(path).map_err(|error| io_reason(&error))?;
        let mut game = record.map_err(|error| error.to_string())?.game;
        // A game that was resigned can be continued.
        while let Some(Entry::Resignation { .. }) = game.entries().last() {
            game.undo();
        }
        let kept = before.map_or(usize::MAX, |before| before.saturating_sub(1) as usize);
        while game.entries().len() > kept {
            game.undo();
        }
        self.komi = Some(game.komi());
        self.replace(game);
        Ok(())
    }

    fn set_komi(&mut self, komi: &str) -> Result<(), String> {
        let komi = komi
            .parse()
            .map_err(|error: ParseKomiError| error.to_string())?;
        self.komi = Some(komi);
        self.game = self.game.clone().with_komi(komi);
        Ok(())
    }

    fn play(&mut self, color: Color, point: Option<Square>) -> Result<(), String> {
        let mut game = self.with_turn(color)?;
        let played = point.map_or(GoMove::Pass, GoMove::Stone);
        game.play(played).map_err(|error| error.to_string())?;
        let before = self.game.entries().len();
        if game.entries().len() > before + 1 {
            self.skipped.push(before);
        }
        self.game = game;
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.game.undo().is_none() {
            return false;
        }
        let pass_was_skipped = |&mut before: &mut usize| before + 1 == self.game.entries().len();
        if self.skipped.pop_if(pass_was_skipped).is_some() {
            self.game.undo();
        }
        true
    }

    /// After the end of the game there are only passes.
    fn choose(&mut self, color: Color, _: bool, time_left: Option<TimeLeft>) -> GtpAnswer {
        if self.game.outcome().is_some() {
            return text(vertex(None));
        }
        match self.with_turn(color) {
            Ok(game) => {
                self.task.ask((game, time_left.map(share_of)));
                GtpAnswer::Later
            }
            Err(error) => failure(format!("wrong color: {error}")),
        }
    }

    fn poll(&mut self) -> Option<Result<Option<Square>, String>> {
        Some(match self.task.next_answer()? {
            Ok(GoMove::Stone(point)) => Ok(Some(point)),
            Ok(GoMove::Pass) => Ok(None),
            Err(error) => Err(error.to_string()),
        })
    }

    fn disc(&self, point: Square) -> Option<Color> {
        self.game.stone(point)
    }

    fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    fn legal_moves(&self) -> String {
        if self.game.outcome().is_some() {
            return String::new();
        }
        let points = self.game.grid().points(self.game.legal_moves());
        let names = points.map(|point| point.to_string() + " ");
        names.collect::<String>() + &vertex(None)
    }

    fn diagram(&self) -> String {
        let turn = match self.game.outcome() {
            None => format!("{} to move.", self.game.side_to_move()),
            Some(_) => wording::GAME_OVER.into(),
        };
        go_text::grid(&self.game) + &turn
    }

    fn score(&self) -> Option<String> {
        Some(self.game.outcome()?.to_string())
    }

    fn result(&self) -> Option<String> {
        let outcome = self.game.outcome();
        outcome.map(|outcome| go_text::result(&outcome, None).into())
    }
}

/// Returns the time for one move: a share of the time left and most of what the move brings, but never more
/// than half of the time left.
fn share_of(time: TimeLeft) -> Duration {
    (time.left / 15 + time.increment * 3 / 4).min(time.left / 2)
}
