//! Othello over GTP.

use std::path::Path;

use super::{GtpAnswer, GtpGame, failure, text};
use crate::serve::shared_game::SharedGame;
use crate::serve::thinker::{SearchAnswer, Thinker};
use crate::serve::{report_no_game, report_reading};
use reversi::{ByColor, Color, Game, Square};
use reversi_notation::input::check_regular;
use reversi_notation::{Record, detect};
use reversi_table::phrase::io_reason;
use reversi_table::player::TimeLeft;
use reversi_table::player::protocol::gtp::vertex;
use reversi_table::session::Turn;
use reversi_wording as wording;
use reversi_wording::grid;

/// A game of Othello with its engine.
pub(in crate::serve) struct OthelloEngine {
    shared: SharedGame,
    thinker: Thinker,
}

impl OthelloEngine {
    pub(in crate::serve) fn new(thinker: Thinker) -> Self {
        Self {
            shared: SharedGame::new(Game::new(), false),
            thinker,
        }
    }

    fn begin(&mut self, game: Game) {
        self.shared = SharedGame::new(game, false);
        self.thinker.begin_game();
    }
}

impl GtpGame for OthelloEngine {
    const ENGINE: &str = "Reversi";
    const GAME: &str = "Othello";

    fn size(&self) -> u8 {
        8
    }

    fn start(&mut self, size: u32) -> bool {
        let is_size = size == 8;
        if is_size {
            self.begin(Game::new());
        }
        is_size
    }

    fn load(&mut self, path: &Path, before: Option<u32>) -> Result<(), String> {
        check_regular(path).map_err(|error| io_reason(&error))?;
        let mut records = detect::open(path, None).map_err(|error| io_reason(&error))?;
        let mut record: Record = match records.next() {
            Some(record) => record.map_err(|error| error.problem.to_string())?,
            None => return Err("it is empty".to_owned()),
        };
        if let Some(before) = before {
            record.moves.truncate(before.saturating_sub(1) as usize);
        }
        // A game that was resigned can be continued.
        record.result = None;
        self.begin(record.replay().map_err(|problem| problem.to_string())?);
        report_reading(&record);
        report_no_game(record.start);
        Ok(())
    }

    fn set_komi(&mut self, _: &str) -> Result<(), String> {
        // Othello has no komi.
        Ok(())
    }

    fn play(&mut self, color: Color, square: Option<Square>) -> Result<(), String> {
        let played = self.shared.play(Some(color), square);
        played.map_err(|error| error.to_string())
    }

    fn undo(&mut self) -> bool {
        self.shared.undo()
    }

    /// Passes where there is no other choice: when the side must, and after the end of the game.
    fn choose(&mut self, color: Color, plays: bool, time_left: Option<TimeLeft>) -> GtpAnswer {
        let must_pass = match self.shared.turn() {
            Turn::Over => true,
            Turn::Pass(passer) => passer == color,
            Turn::Move(_) => false,
        };
        if must_pass {
            if plays && let Err(error) = self.shared.play(Some(color), None) {
                return failure(format!("illegal move: {error}"));
            }
            return text(vertex(None));
        }
        let side_to_move = self.shared.game().position().side_to_move();
        if color != side_to_move {
            return failure(format!("wrong color: {side_to_move} is to move"));
        }
        self.thinker.choose(self.shared.game(), time_left);
        GtpAnswer::Later
    }

    fn poll(&mut self) -> Option<Result<Option<Square>, String>> {
        let square = match self.thinker.next_answer()? {
            Ok(SearchAnswer::Moves(info)) => info.moves.first().and_then(|found| found.square),
            Ok(SearchAnswer::Evaluation { .. }) => None,
            Err(error) => return Some(Err(error.to_string())),
        };
        Some(square.map(Some).ok_or("no move was found".to_owned()))
    }

    fn disc(&self, square: Square) -> Option<Color> {
        self.shared.game().position().disc(square)
    }

    fn side_to_move(&self) -> Color {
        match self.shared.turn() {
            Turn::Move(color) | Turn::Pass(color) => color,
            Turn::Over => self.shared.game().position().side_to_move(),
        }
    }

    fn legal_moves(&self) -> String {
        match self.shared.turn() {
            Turn::Move(_) => self.shared.game().legal_moves().to_string(),
            Turn::Pass(_) => vertex(None),
            Turn::Over => String::new(),
        }
    }

    fn diagram(&self) -> String {
        let game = self.shared.game();
        let board = grid(game.position(), game.legal_moves());
        board + &wording::turn(game, None::<ByColor<u8>>, None)
    }

    fn score(&self) -> Option<String> {
        let outcome = self.shared.game().outcome()?;
        Some(match outcome.winner {
            Some(winner) => format!("{}+{}", winner.initial(), outcome.margin()),
            None => "0".to_owned(),
        })
    }

    fn result(&self) -> Option<String> {
        let outcome = self.shared.game().outcome()?;
        Some(wording::outcome(&outcome).1.into())
    }
}
