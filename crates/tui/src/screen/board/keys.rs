//! The keys of the board, and which of them work now.

use crate::event::KeyEvent;
use crate::screen::actions::said;

use super::Intent;
use super::end::{ButtonStep, EndCard};
use super::thinking::ShownThinking;
use super::view::GameView;
use crate::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, Meaning, RIGHT, SPACE, Shortcut, TAB, UP,
    also, board_keys, everywhere, key, look_up,
};
use crate::screen::{Hint, hints};
use crate::table::TableView;
use crate::table::premove::PREMOVE_SIGN;
use reversi::Status;
use reversi_table::session::AnalysisMode;
use reversi_table::store::settings::keys::OwnKeys;
use reversi_table::table::{Offer, TableAction};
use reversi_text::{Message, label};

/// The keys while a game is in progress.
#[rustfmt::skip] // a table
static GAME: Keymap<Intent> = &[
    bind_in_place!(&[(key(Shortcut::Undo), Intent::Undo)], "undo", 9, "undo; against the computer, back to your last move"),
    bind_in_place!(&[(key(Shortcut::Hint), Intent::Hint)], "hint", 9, "a good move, and why; again: its score and line, thinking longer; then hide"),
    bind_in_place!(&[(key(Shortcut::Analyse), Intent::Review)], "review", 8, "review the game so far"),
    bind_in_place!(&[(key(Shortcut::Redo), Intent::Redo)], "redo", 8, "redo"),
    bind!(&[(key(Shortcut::Values), Intent::Values)], "values", 6, "a score for each move, = is proven; again: think longer, then hide; while the computer thinks, its thoughts"),
    bind!(&[(key(Shortcut::Coach), Intent::Coach)], "coach", 7, "coach on or off: a warning before a move that loses much"),
    bind!(&[(key(Shortcut::Next), Intent::NewGame)], "new", 3, "new game"),
    bind!(&[(key(Shortcut::Inspect), Intent::Inspect)], "how it works", 5, "how it works: bits, hex and the bitboard, step by step"),
    bind!(&[(key(Shortcut::Edit), Intent::EditPosition)], "edit", 1, "edit the position: set and clear discs, paste a board"),
    bind!(&[(key(Shortcut::Swap), Intent::Swap)], "swap", 1, "swap sides"),
    bind!(&[(key(Shortcut::Pause), Intent::Pause)], "pause", 4, "pause or resume the computer and the clocks"),
    bind!(&[(key(Shortcut::PlayOn), Intent::TakeOver)], "take over", 6, "take over the side to move of two computers"),
    bind!(&[(key(Shortcut::More), Intent::Slower)], "slower", 1, "longer pause before the computer moves"),
    bind!(&[(key(Shortcut::Less), Intent::Faster)], "faster", 1, "shorter pause before the computer moves"),
    bind!(&[(key(Shortcut::Evaluation), Intent::Evaluation)], "evaluation", 1, "evaluation bar on or off: who is ahead"),
    bind!(&[(key(Shortcut::Openings), Intent::Openings)], "openings", 1, "openings on or off: what was played here in other games"),
    bind!(&[(key(Shortcut::OpeningGames), Intent::OpeningsGames)], "", 0, "openings of some games: by player, year, opening or result"),
    bind!(&[(key(Shortcut::Overlays), Intent::Overlays)], "overlays", 1, "overlays: stable discs, frontier, mobility, regions, corners"),
    bind!(&[(key(Shortcut::Resign), Intent::Resign)], "resign", 1, "resign, after a question"),
    bind!(&[(key(Shortcut::Dots), Intent::Dots)], "dots", 2, "show or hide dots on legal moves"),
    bind!(&[(key(Shortcut::TurnBoard), Intent::Turn)], "turn", 1, "turn the board: White's side down, or up again"),
    listed!(&Intent::Invitation, "the address and the code for your guest"),
    bind!(&[(key(Shortcut::Copy), Intent::Copy)], "copy", 2, "show the moves and copy them to the clipboard"),
    bind!(&[(key(Shortcut::Save), Intent::Save)], "save", 4, "save the game; the extension sets the format"),
    bind!(&[(key(Shortcut::Open), Intent::Open)], "open", 4, "open a game from a file or from the history"),
];

/// The keys of a game with another person over the network.
#[rustfmt::skip] // a table
static NETWORK: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Undo), Intent::Offer(Offer::Takeback))], "undo", 7, "ask to take back your last move, or agree to it"),
    bind!(&[(key(Shortcut::Say), Intent::Say)], "say", 6, "say something to the other player"),
    bind!(&[(key(Shortcut::Draw), Intent::Offer(Offer::Draw))], "draw", 3, "offer a draw, or agree to it"),
    listed!(&Intent::Mute(true), "mute the chat: what the other player says is not shown"),
    listed!(&Intent::Mute(false), "unmute the chat: what the other player says is shown again"),
];

/// The keys while the other player is away.
#[rustfmt::skip] // a table
static AWAY: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Resign), Intent::Claim)], "claim the win", 12, "claim the win: the other player has left"),
    bind!(&[(key(Shortcut::Pause), Intent::PutAside)], "put aside", 11, "put the game aside: it is kept, to be continued from the first screen"),
];

/// The keys that differ once a game is over. The others stay.
#[rustfmt::skip] // a table
static GAME_OVER: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Next), Intent::Rematch)], "next game", 10, "next game: play again"),
    bind!(&[(key(Shortcut::Analyse), Intent::Review)], "review", 10, "review the game"),
    bind!(&[(key(Shortcut::Swap), Intent::Swap)], "swap sides", 7, "swap sides and play again"),
    listed!(&Intent::PlayYourself, "play against yourself: your double, made from your reviewed games"),
];

/// The keys while the card at the end of a game is open.
#[rustfmt::skip] // a table
static ENDED: Keymap<Intent> = &[
    bind!(&[(ENTER, Intent::Press), (SPACE, Intent::Press)], "do it", 12, "press the marked button"),
    bind!(&[(TAB, Intent::Button(ButtonStep::Next)), (UP, Intent::Button(ButtonStep::Up)), (DOWN, Intent::Button(ButtonStep::Down))], "choose", 11, "mark another button"),
    also(&[(BACKTAB, Intent::Button(ButtonStep::Previous)), (LEFT, Intent::Button(ButtonStep::Previous)), (RIGHT, Intent::Button(ButtonStep::Next))]),
    bind!(&[(ESC, Intent::CloseEnd)], "see the board", 10, "close the card and see the board"),
];

/// The keys while the coach judges a move or has warned about it.
#[rustfmt::skip] // a table
static COACH: Keymap<Intent> = &[
    on_board!(&[ENTER, SPACE], "play it", 11, ""),
    on_board!(&[ESC, BACKSPACE], "back", 10, ""),
];

/// The keys while a premove waits for its turn.
#[rustfmt::skip] // a table
static PREMOVE: Keymap<Intent> = &[
    on_board!(&[ESC, BACKSPACE], "no premove", 10, ""),
];

/// Returns the active tables.
pub(super) fn tables(table: &TableView, shows_end: bool) -> Vec<Keymap<Intent>> {
    let is_over = table.session().game().outcome().is_some();
    let first: &[Keymap<Intent>] = match (table.coach.square(), is_over) {
        (Some(_), _) => &[COACH],
        (None, true) if shows_end => &[ENDED, GAME_OVER],
        (None, true) => &[GAME_OVER],
        (None, false) if table.premove.is_some() => &[PREMOVE],
        (None, false) => &[],
    };
    let is_shared = table.connection().is_some() && !table.is_spectator();
    let network: &[Keymap<Intent>] = match is_shared {
        true if is_over || table.connection_status().is_connected => &[NETWORK],
        true => &[AWAY, NETWORK],
        false => &[],
    };
    [first, network, &[GAME, board_keys()]].concat()
}

/// Returns the meaning of a key.
pub(super) fn intent(
    key: KeyEvent,
    tables: &[Keymap<Intent>],
    table: &TableView,
    own: &OwnKeys,
) -> Option<Meaning<Intent>> {
    // A key without a meaning still ends a pass.
    let known = look_up(tables, key, own).or_else(|| look_up(&[everywhere()], key, own));
    known.or_else(|| table.held.then_some(Meaning::Own(Intent::GoOn)))
}

/// Returns what an intent does with the game.
pub(super) const fn action(intent: Intent) -> TableAction {
    match intent {
        Intent::Hint
        | Intent::Values
        | Intent::Coach
        | Intent::Evaluation
        | Intent::Openings
        | Intent::Overlays => TableAction::Help,
        Intent::Review | Intent::Entry(_) => TableAction::Analyse,
        Intent::EditPosition => TableAction::Edit,
        Intent::Resign
        | Intent::Rematch
        | Intent::Offer(_)
        | Intent::Say
        | Intent::Mute(_)
        | Intent::Claim
        | Intent::PutAside => TableAction::Decide,
        Intent::Undo
        | Intent::Redo
        | Intent::Swap
        | Intent::Pause
        | Intent::NewGame
        | Intent::NextOpponent
        | Intent::PlayYourself
        | Intent::Open => TableAction::Rearrange,
        Intent::TakeOver => TableAction::Play,
        Intent::GoOn
        | Intent::OpeningsGames
        | Intent::Invitation
        | Intent::Slower
        | Intent::Faster
        | Intent::Dots
        | Intent::Turn
        | Intent::Copy
        | Intent::Save
        | Intent::Inspect
        | Intent::FindMistakes
        | Intent::Scroll(..)
        | Intent::Step(_)
        | Intent::Button(_)
        | Intent::Press
        | Intent::CloseEnd
        | Intent::Share
        | Intent::Home => TableAction::Look,
    }
}

/// Returns whether a key stands first in the key line, always in the same place.
const fn comes_first(meaning: Meaning<Intent>) -> bool {
    use Intent::{Hint, Offer, Review, Undo};
    matches!(meaning, Meaning::Own(Undo | Offer(_) | Hint | Review))
}

/// How to move: by typing and clicking, which no key table lists.
static HOW_TO_MOVE: &[(&Message, &Message)] = &[
    (
        label!("a-h 1-8"),
        label!("a square: the letter selects the file, the digit plays"),
    ),
    (
        label!("mouse"),
        label!(
            "point to preview the flips, click to play; the wheel shows earlier positions, the buttons back and forward undo and redo"
        ),
    ),
    (
        label!("paste"),
        label!("moves like f5d6c3, or a game in any supported format"),
    ),
];

/// Returns how to move, and what the sign of a premove means.
pub(super) fn legend() -> Vec<(&'static str, &'static str)> {
    let premove = label!(
        "marks your premove: a square chosen while the other side is to move, played on your turn if it is legal; Esc takes it back"
    );
    let mut legend = said(HOW_TO_MOVE);
    legend.push((PREMOVE_SIGN.text, premove.text()));
    legend
}

/// What helps a finger at the beginning of a game.
pub(super) const FIRST_TAPS: [(&Message, &Message); 4] = [
    (label!("tap"), label!("a square to play there")),
    (label!("hold"), label!("a square to see what turns")),
    (label!("swipe"), label!("to look back in the game")),
    (label!("Hint"), label!("shows the best move")),
];

/// What helps at the beginning of a game.
pub(super) fn first_steps<'a>(
    hint: &'a str,
    inspect: &'a str,
    actions: &'a str,
) -> [(&'a str, &'a str); 6] {
    [
        ("f5", label!("type a square").text()),
        (
            label!("arrows").text(),
            label!("choose, Enter plays").text(),
        ),
        (label!("mouse").text(), label!("click a square").text()),
        (hint, label!("shows the best move").text()),
        (inspect, label!("shows how it works").text()),
        (actions, label!("lists everything").text()),
    ]
}

impl GameView<'_> {
    /// Returns the keys that work now, with their labels.
    pub(super) fn hints(&self) -> Vec<Hint<Intent>> {
        let mode = self.screen.thinking.mode(self.session);
        let ends = self.screen.end.as_ref().is_some_and(|end| !end.is_closed);
        let mut items = hints(&tables(self.table, ends), self.ui, |intent| {
            self.works(intent)
        });
        // What is often of use comes first. What will not be of use in this game has no place.
        let is_over = self.session.game().outcome().is_some();
        items.retain(|item| !item.is_off || !is_over && self.is_permitted(item.target));
        // A key line has no room for what is rarely of use; buttons do not move.
        let redo = Meaning::Own(Intent::Redo);
        items.retain(|item| !item.is_off || item.target != redo || self.ui.has_buttons());
        if !is_over {
            items.sort_by_key(|item| !comes_first(item.target));
        }
        // While a move is judged, which is short, the keys stay as they are.
        let has_question = self.table.coach.warns() || self.table.premove.is_some();
        items.retain(|item| !matches!(item.target, Meaning::Board(_)) || has_question);
        for item in &mut items {
            item.is_answer = matches!(item.target, Meaning::Board(_));
            // They stand in rows and columns.
            if let Meaning::Own(Intent::Button(_)) = item.target {
                label!("arrows").text().clone_into(&mut item.key);
            }
            let (text, weight) = match item.target {
                Meaning::Own(Intent::Hint) if mode == Some(AnalysisMode::Hint) => {
                    let has_more = self.screen.thinking.has_more(self.session);
                    (
                        if has_more {
                            label!("longer")
                        } else {
                            label!("no hint")
                        },
                        None,
                    )
                }
                Meaning::Own(Intent::Values) if ShownThinking::has_secrets(self.session) => {
                    let is_open = self.screen.thinking.is_open(self.session);
                    (
                        if is_open {
                            label!("no thoughts")
                        } else {
                            label!("thoughts")
                        },
                        None,
                    )
                }
                Meaning::Own(Intent::Values) if mode == Some(AnalysisMode::Values) => {
                    let deeper = self.screen.thinking.can_go_deeper(self.session);
                    (
                        if deeper {
                            label!("longer")
                        } else {
                            label!("no values")
                        },
                        None,
                    )
                }
                Meaning::Own(Intent::Pause) if self.session.is_paused() => {
                    (label!("go on"), Some(9))
                }
                Meaning::Own(Intent::Coach) if self.ui.settings.coaches() => {
                    (label!("coach: on"), None)
                }
                Meaning::Own(Intent::Coach) => (label!("coach: off"), None),
                Meaning::Own(Intent::Redo) if matches!(self.game.status(), Status::MustPass(_)) => {
                    (label!("pass"), Some(9))
                }
                _ => continue,
            };
            item.label = text;
            item.weight = weight.unwrap_or(item.weight);
        }
        if self.table.held {
            let any_key = Hint {
                key: label!("any key").text().to_owned(),
                label: label!("go on"),
                target: Meaning::Own(Intent::GoOn),
                pair: None,
                weight: 11,
                is_off: false,
                is_answer: true,
            };
            items.insert(0, any_key);
        }
        items
    }

    /// Returns whether this game permits what a key means, now or later.
    fn is_permitted(&self, meaning: Meaning<Intent>) -> bool {
        let action = match meaning {
            Meaning::Own(intent) => action(intent),
            Meaning::Common(_) | Meaning::Board(_) => return true,
        };
        self.table.permits(action).is_ok()
    }

    /// Returns whether an action is available now.
    pub(super) fn works(&self, intent: Intent) -> bool {
        let game = self.session.game();
        let players = self.session.players();
        let has_cpu = self.session.has_cpu();
        let over = game.outcome().is_some();
        if !self.is_permitted(Meaning::Own(intent)) {
            return false;
        }
        match intent {
            Intent::Redo => !game.undone().is_empty(),
            Intent::Undo | Intent::Copy | Intent::Review | Intent::Save | Intent::Share => {
                !game.entries().is_empty()
            }
            Intent::Pause => (has_cpu || self.session.timing.clock().is_some()) && !over,
            Intent::TakeOver => self.session.watched_turn().is_some(),
            Intent::Slower => has_cpu && !over,
            Intent::Faster => has_cpu && !over && self.ui.settings.pace > 0,
            Intent::Values if ShownThinking::has_secrets(self.session) => true,
            Intent::Hint if ShownThinking::can_wish(self.session) => true,
            Intent::Hint | Intent::Values => ShownThinking::is_possible(self.session),
            Intent::Dots | Intent::Evaluation | Intent::Openings => !over,
            Intent::PlayYourself => {
                let end = self.screen.end.as_ref();
                end.and_then(EndCard::double).is_some()
            }
            Intent::NextOpponent => {
                let end = self.screen.end.as_ref();
                end.is_some_and(|end| end.next.is_some())
            }
            Intent::Rematch => self.table.connection_status().offered.is_none(),
            Intent::Offer(what) => {
                let status = self.table.connection_status();
                let agrees = status.asked == Some(what);
                let own = self.session.lone_human();
                let can_ask = what != Offer::Takeback || self.session.before_decision(own).is_ok();
                !over && status.is_connected && status.offered != Some(what) && (agrees || can_ask)
            }
            Intent::Say => self.table.connection_status().is_connected,
            Intent::Mute(muted) => muted != self.table.connection_status().is_muted,
            Intent::Claim => self.claim_after().is_some_and(|after| after.is_zero()),
            Intent::Invitation => !self.table.invitation.is_empty(),
            Intent::Coach => !over && self.table.permits(TableAction::Coach).is_ok(),
            Intent::Resign => !over && !game.entries().is_empty() && self.session.has_human(),
            Intent::Swap => {
                let names = self.session.names;
                over || players.black != players.white || names.black != names.white
            }
            Intent::GoOn
            | Intent::OpeningsGames
            | Intent::Overlays
            | Intent::PutAside
            | Intent::Turn
            | Intent::Open
            | Intent::NewGame
            | Intent::Inspect
            | Intent::EditPosition
            | Intent::FindMistakes
            | Intent::Entry(_)
            | Intent::Scroll(..)
            | Intent::Step(_)
            | Intent::Button(_)
            | Intent::Press
            | Intent::CloseEnd
            | Intent::Home => true,
        }
    }
}
