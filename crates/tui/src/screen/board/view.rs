//! What the board screen knows of the game, and its board.

use std::time::Duration;

use super::{BoardScreen, evaluates, shows};
use crate::context::UiContext;
use crate::keymap::Shortcut;
use crate::screen::board_pane::{flipping_tile, signs};
use crate::table::TableView;
use crate::table::premove::PREMOVE_SIGN;
use crate::text::{cut, opening_name, width};
use crate::theme::ActiveTheme;
use crate::widget::cheer::Cheer;
use crate::widget::players::PlayersView;
use reversi::{ByColor, Color, Game, Opening, Square, SquareSet, Status};
use reversi_board::parts::{BoardPane, BoardScene, Disc, Mark, Tile, mark_symbol};
use reversi_study::overlay::Overlay;
use reversi_table::phrase::time_spent;
use reversi_table::player::PlayerKind;
use reversi_table::session::Session;
use reversi_table::store::rated::RatedState;
use reversi_table::table::{Help, TableAction};
use reversi_text::{Name, Said, label, tr};
use reversi_wording::{spectators, watching};

/// The most columns of an opening in the header.
const OPENING: usize = 40;

/// A view of the board screen: its state, the game at the table, and the context.
pub(super) struct GameView<'a> {
    pub(super) screen: &'a BoardScreen,
    pub(super) table: &'a TableView,
    pub(super) ui: &'a UiContext,
    pub(super) look: ActiveTheme,
    pub(super) session: &'a Session,
    /// The game up to the position that is shown: all that the screen draws is about it.
    pub(super) game: &'a Game,
}

impl GameView<'_> {
    /// Returns the opening, the level of the computer, whether the game is rated, and the clock, as many of them as fit.
    pub(super) fn about(&self, columns: usize) -> String {
        let spectators = self.table.connection_status().watching.len();
        let watched = (spectators > 0).then(|| watching(spectators).into());
        let opening = opening_of(self.game, OPENING, self.ui);
        let players = self.session.players();
        let levels = Color::ALL.map(|color| match &players[color] {
            kind @ PlayerKind::Engine(_) => Some(kind.name().said().into()),
            _ => None,
        });
        let [black, white] = levels;
        let white = white.filter(|level| black.as_ref() != Some(level));
        let clock = self.session.timing.clock();
        let clock = clock.map(|clock| clock.control().to_string());
        let rated = word_of(RatedState::of(&self.session.record()));
        let rated = rated.map(str::to_owned);
        let mut parts = [watched, opening, black, white, rated, clock];
        let dot = self.look.symbol(" · ", ", ");
        let joined = |parts: &[Option<String>; 6]| {
            let parts: Vec<&str> = parts.iter().flatten().map(String::as_str).collect();
            parts.join(dot)
        };
        // What the panel says, too, goes first, and last of all whether the game is rated.
        for least in [5, 3, 2, 1, 0, 4] {
            if width(&joined(&parts)) <= columns {
                break;
            }
            parts[least] = None;
        }
        joined(&parts)
    }

    /// Returns whether a running game against a level is rated, in a word.
    pub(super) fn rated_word(&self) -> Option<&'static str> {
        let is_running = self.session.game().outcome().is_none();
        word_of(is_running.then(|| RatedState::of(&self.session.record()))?)
    }

    /// Returns the key of a command.
    pub(super) fn key(&self, command: Shortcut) -> String {
        self.ui.settings.keys.shown(command).to_string()
    }

    /// Returns whether the panel shows openings.
    pub(super) fn shows_openings(&self) -> bool {
        let is_open = shows(self.table, Help::Openings, self.ui) && self.game.outcome().is_none();
        is_open && !self.is_past() && self.table.permits(TableAction::Help).is_ok()
    }

    /// Returns the overlay on the board, unless help is not permitted.
    pub(super) fn overlay(&self) -> Option<Overlay> {
        (self.ui.overlay).filter(|_| self.table.permits(TableAction::Help).is_ok())
    }

    /// Returns whether the position that is shown lies back.
    pub(super) const fn is_past(&self) -> bool {
        self.screen.past.is_some()
    }

    /// Returns the moves that the user can choose now.
    pub(super) fn legal(&self) -> SquareSet {
        if self.session.awaits_human() && !self.is_past() {
            self.game.legal_moves()
        } else {
            SquareSet::EMPTY
        }
    }

    /// Returns the move that is previewed, with its flips: the one that the coach judges, or that under the
    /// cursor.
    pub(super) fn preview(&self) -> Option<(Square, SquareSet)> {
        let mut pane = self.pane();
        if let Some(square) = self.table.coach.square().filter(|_| !self.is_past()) {
            pane.point_at(square);
        }
        pane.preview(self.game.position(), self.legal())
    }

    /// Returns the input. A hint puts the cursor on its square.
    pub(super) fn pane(&self) -> BoardPane {
        if self.is_past() {
            return BoardPane::default();
        }
        let mut pane = self.screen.pane;
        let hint = self.screen.thinking.hint(self.session);
        if let Some(square) = hint.filter(|_| pane.is_empty()) {
            pane.point_at(square);
        }
        pane
    }

    pub(super) fn tiles(&self, height: u16) -> [Tile; 64] {
        let (pane, thinking) = (self.pane(), &self.screen.thinking);
        let timeline = &self.table.timeline;
        if let Some(counted) = self.counted() {
            return sorted(counted);
        }
        let warning = (self.table.coach).warning(thinking.scores(self.game.position()));
        let mut signs = signs(self.overlay(), self.game.position());
        if let Some(square) = self.table.premove.filter(|_| !self.is_past()) {
            signs[usize::from(square.index())] = Some(PREMOVE_SIGN);
        }
        let scene = BoardScene {
            preview: self.preview(),
            dots: self.ui.settings.legal_dots,
            pointed: warning.map_or(SquareSet::EMPTY, |judged| judged.squares()),
            signs,
            ..pane.scene(self.game, self.legal())
        };
        Tile::board(|square| {
            if self.is_past() {
                return pane.tile(square, &scene);
            }
            let tile = flipping_tile(pane, square, &scene, (timeline, self.ui.now));
            let label = thinking.label(square, self.session);
            tile.labelled(label.filter(|_| tile.disc.is_none()), height)
        })
    }

    /// Returns the discs that are counted so far, while they are.
    fn counted(&self) -> Option<ByColor<u32>> {
        let timeline = &self.table.timeline;
        timeline.counted(self.ui.now).filter(|_| !self.is_past())
    }

    /// Returns the meanings of the signs that stand on the board in place of colours; `None` where there are colours.
    pub(super) fn sign_legend(&self) -> Option<String> {
        let (_, turned) = self.game.last_move()?;
        let color = self.game.position().side_to_move();
        let is_previewed = self.preview().is_some();
        let signs = [
            (Mark::Last, label!("last"; "a sign on the board"), true),
            (
                Mark::Turned,
                label!("turned"; "a sign on the board"),
                !turned.is_empty(),
            ),
            (
                Mark::WouldTurn(color),
                label!("turns"; "a sign on the board"),
                is_previewed,
            ),
        ];
        let shown = signs.into_iter().filter(|(.., is_shown)| *is_shown);
        let named = |(mark, name, _)| Some(format!("{} {name}", mark_symbol(mark, &self.look)?));
        let named: Vec<_> = shown.filter_map(named).collect();
        self.look.paints().is_none().then(|| named.join("  "))
    }

    /// Returns what falls over the board after a win, unless it has no colours to fall in.
    pub(super) fn cheer(&self) -> Option<Cheer<'_>> {
        let passed = self.table.timeline.cheer(self.ui.now)?;
        let look = &self.look;
        (look.paints().is_some() && !self.is_past()).then_some(Cheer { passed, look })
    }

    pub(super) fn players(&self) -> PlayersView<'_> {
        let game = self.game;
        PlayersView {
            names: self.table.names().map(|name| name.said().into()),
            counts: (self.counted()).unwrap_or_else(|| game.position().counts()),
            squares: Some(64),
            to_move: match game.status() {
                Status::ToMove(color) | Status::MustPass(color) => Some(color),
                Status::Over(_) => None,
            },
            winner: (game.outcome().filter(|_| !self.table.is_counting()))
                .and_then(|outcome| outcome.winner),
            clocks: self.table.clocks.as_ref(),
            used: self.used(),
            look: &self.look,
        }
    }

    /// Returns the time that the moves of each side took; empty if it was not measured.
    fn used(&self) -> ByColor<String> {
        let entries = self.game.entries().iter();
        let timed = || entries.clone().zip(self.session.timing.notes());
        ByColor::from_fn(|color| {
            let own = timed().filter(|(entry, _)| entry.color() == color);
            let time: Duration = own.filter_map(|(_, note)| note.time).sum();
            if time.as_secs() > 0 {
                tr!("{time} used", time = Name(&time_spent(time))).into()
            } else {
                String::new()
            }
        })
    }

    /// Returns the status of the game in a few words, with one for whether it is rated where the header does not say it.
    pub(super) fn status(&self, columns: u16, rated: Option<&str>) -> String {
        let game = self.game;
        let empties = game.position().board().empty_count();
        let dot = self.look.symbol(" · ", ", ");
        let count = game.legal_moves().len();
        let you = self.session.lone_human();
        let status = match game.status() {
            Status::ToMove(_) if self.is_past() => possible_moves(count),
            Status::ToMove(color) if you == Some(color) => {
                tr!(
                    "You can move to {count} square" | "You can move to {count} squares",
                    count
                )
            }
            Status::ToMove(color) => tr!(
                "{color} can move to {count} square" | "{color} can move to {count} squares",
                color,
                count,
            ),
            Status::MustPass(color) if you == Some(color) => tr!("You must pass"),
            Status::MustPass(color) => tr!("{color} must pass", color),
            Status::Over(_) => tr!("Game over"),
        };
        let status = String::from(status);
        let names = self.table.connection_status().watching;
        let empty = tr!("{count} empty" | "{count} empty", count = empties);
        let with = |status: &str| format!("{status}{dot}{empty}");
        // The sign beside the player says who is to move, too.
        let moves = String::from(possible_moves(count));
        let mut choices = vec![with(&status), status.clone()];
        if matches!(game.status(), Status::ToMove(_)) {
            choices.extend([with(&moves), moves]);
        }
        if !names.is_empty() {
            choices.insert(0, format!("{}{dot}{status}", spectators(&names)));
            choices.insert(1, spectators(&names).into());
            choices.insert(2, watching(names.len()).into());
        }
        if let Some(rated) = rated {
            for choice in &mut choices {
                *choice = format!("{choice}{dot}{rated}");
            }
            let moves = tr!("{count} move" | "{count} moves", count);
            choices.push(format!("{moves}{dot}{rated}"));
            choices.push(match RatedState::of(&self.session.record()) {
                RatedState::Rated(_) => tr!("Rated game").into(),
                RatedState::Casual(_) | RatedState::NotAgainstLevel => tr!("Casual game").into(),
            });
        }
        let columns = usize::from(columns);
        let fits = choices.into_iter().find(|choice| width(choice) <= columns);
        fits.unwrap_or_else(|| cut(&status, columns))
    }

    /// Returns who is ahead while the evaluation is on and the game is not over, with a word for whether it is rated.
    pub(super) fn evaluation_text(&self, columns: u16, rated: Option<&str>) -> Option<String> {
        // A hint and the values say it, too.
        let is_told = self.screen.thinking.mode(self.session).is_some();
        let is_on =
            evaluates(self.table, self.ui) && self.game.outcome().is_none() && !self.is_past();
        (is_on && !is_told).then(|| {
            let dot = self.look.symbol(" · ", ", ");
            let rated = rated.map_or_else(String::new, |rated| format!("{rated}{dot}"));
            let room = usize::from(columns).saturating_sub(width(&rated));
            let evaluation = self.screen.thinking.evaluation();
            let evaluation = evaluation.map_or_else(
                || label!("Evaluating.").text().to_owned(),
                |evaluation| evaluation.text(room, self.session.lone_human()),
            );
            format!("{rated}{evaluation}")
        })
    }
}

/// Returns the word for whether a game is rated; `None` if it is not against a level.
fn word_of(rated: RatedState) -> Option<&'static str> {
    match rated {
        RatedState::Rated(_) => Some(label!("rated").text()),
        RatedState::Casual(_) => Some(label!("casual").text()),
        RatedState::NotAgainstLevel => None,
    }
}

/// Returns the squares with counted discs, sorted from both ends as at a tournament table.
fn sorted(counted: ByColor<u32>) -> [Tile; 64] {
    Tile::board(|square| {
        let index = u32::from(square.index());
        let color = if index < counted.black {
            Some(Color::Black)
        } else {
            (63 - index < counted.white).then_some(Color::White)
        };
        Tile {
            disc: color.map(Disc::flat),
            ..Tile::of(square)
        }
    })
}

/// Returns the opening's name within a width, also in Japanese if that is wanted and there is room.
pub(super) fn opening_of(game: &Game, columns: usize, ui: &UiContext) -> Option<String> {
    Some(opening_name(
        Opening::current(game)?,
        columns,
        ui.has_japanese(),
    ))
}

/// The number of squares that the side to move can choose.
fn possible_moves(count: usize) -> Said {
    tr!("{count} possible move" | "{count} possible moves", count)
}
