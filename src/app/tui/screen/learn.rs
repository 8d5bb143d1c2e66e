//! The tutorial: a series of tasks on the board.

use std::cmp::Ordering;
use std::time::Instant;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::board_pane::{BoardPane, BoardReply, BoardScene};
use super::help::{HelpLinks, HelpTopic, keys_of, texts};
use super::{Canvas, Command, Context, Hint, Pasted, Screen, hints};
use crate::app::player::PlayerKind;
use crate::app::player::level::Level;
use crate::app::study::tutorial::{STEPS, TutorialStep, Wrong};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKSPACE, BoardAction, ENTER, ESC, Keymap, Meaning, SPACE, bind, board_keys, ch, help_key,
    look_up, on_board, theme_key,
};
use crate::app::tui::layout::{BoardLayout, Slices, right_of};
use crate::app::tui::table::Table;
use crate::app::tui::table::timeline::Timeline;
use crate::app::tui::theme::Role;
use crate::app::wording::{RULES, screens};
use crate::color::ByColor;
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

/// The smallest panel that holds the text of a step.
const PANEL: (u16, u16) = (20, 14);

/// What a key or a click means in the tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Goes to the next step, or from the last one to a game.
    Next,
    Previous,
    /// Marks a correct move.
    Show,
    Close,
}

/// The keys.
#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ch('k'), Intent::Show)], "show me", 7, "mark a right answer"),
    bind(&[(ch('n'), Intent::Next)], "skip", 6, "next step"),
    bind(&[(ch('u'), Intent::Previous)], "back", 5, "previous step"),
    theme_key(1),
    help_key(8, "the rules, and these keys"),
    bind(&[(ch('q'), Intent::Close)], "leave", 9, "leave the tutorial"),
    on_board(&[(ESC, BoardAction::GiveUp), (BACKSPACE, BoardAction::GiveUp)], "", 0, "delete the typed letter, hide the cursor, leave"),
];

/// The rules, and the keys of the tutorial.
pub(super) static RULES_HELP: HelpTopic = HelpTopic {
    title: " Rules ",
    sections: |ascii| {
        vec![
            ("Rules", texts(RULES)),
            ("Learning to play", keys_of(KEYS, ascii)),
        ]
    },
    links: HelpLinks::Tutorial,
};

/// The keys after a task is done; they take precedence.
#[rustfmt::skip] // a table
static DONE: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Next), (SPACE, Intent::Next)], "next", 10, ""),
];

/// The tutorial.
#[derive(Debug)]
pub(crate) struct LearnScreen {
    step: usize,
    game: Game,
    pane: BoardPane,
    timeline: Timeline,
    /// Whether the task is done.
    done: bool,
    /// Why the last move was wrong, or a message.
    wrong: Option<Wrong>,
}

impl LearnScreen {
    /// Creates the tutorial at its first step.
    pub(crate) fn new(ui: &UiContext) -> Self {
        Self::at(0, ui)
    }

    fn at(step: usize, ui: &UiContext) -> Self {
        Self {
            step,
            game: STEPS[step].game(),
            pane: BoardPane::default(),
            timeline: Timeline::new(ui.now),
            done: false,
            wrong: None,
        }
    }

    fn step(&self) -> &'static TutorialStep {
        &STEPS[self.step]
    }

    fn is_last(&self) -> bool {
        self.step + 1 == STEPS.len()
    }

    fn try_move(&mut self, square: Square, ui: &UiContext) {
        if self.done {
            return;
        }
        self.pane.clear();
        match self.step().check(&self.game, square) {
            Ok(()) => {
                self.done = (self.timeline).play(&mut self.game, square, ui.animation, ui.now);
            }
            Err(wrong) => {
                self.pane.point_at(square);
                self.wrong = Some(wrong);
            }
        }
    }

    fn say_rule(&mut self, sentence: String, squares: SquareSet) {
        self.wrong = Some(Wrong { sentence, squares });
    }

    /// Returns the active tables.
    fn tables(&self) -> &'static [Keymap<Intent>] {
        static TABLES: [Keymap<Intent>; 3] = [DONE, KEYS, board_keys()];
        &TABLES[usize::from(!self.done)..]
    }

    /// Returns the keys that do something now, as shown.
    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let mut items = hints(self.tables(), &context.ui, |intent| match intent {
            Intent::Show => !self.done,
            Intent::Previous => self.step > 0,
            _ => true,
        });
        // Enter leads to the next step then.
        items.retain(|item| !self.done || item.label != "skip");
        for item in &mut items {
            if item.target == Meaning::Own(Intent::Next) && self.is_last() {
                item.label = if is_playing(context) {
                    "back to the game"
                } else {
                    "play a game"
                };
            }
        }
        items
    }

    fn scene(&self) -> BoardScene {
        let legal = if self.done {
            SquareSet::EMPTY
        } else {
            self.game.legal_moves()
        };
        let pointed = self.wrong.as_ref().map(|wrong| wrong.squares);
        BoardScene {
            pointed: pointed.unwrap_or(SquareSet::EMPTY),
            ..self.pane.scene(&self.game, legal)
        }
    }

    /// Returns the sentence about the last move, or the square that is typed or under the cursor.
    fn speech(&self) -> Option<(String, Role)> {
        if let Some(wrong) = &self.wrong {
            return Some((wrong.sentence.clone(), Role::Warning));
        }
        if self.done {
            let done = self.step().done(&self.game);
            return Some((done, Role::Strong));
        }
        let text = self.pane.text_with_flips(&self.scene())?;
        Some((text, Role::Key))
    }

    fn draw_text(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let step = self.step();
        let speech = self.speech();
        let panel = layout.panel;
        if panel.width < PANEL.0 || panel.height < PANEL.1 {
            let (text, role) = speech.unwrap_or_else(|| (step.task.to_owned(), Role::Text));
            let area = layout.notice.union(layout.prompt);
            canvas.paragraph(area, &text, role);
            return;
        }
        let mut rest = Slices(panel);
        let parts = [
            (step.title, Role::Strong),
            (step.text, Role::Text),
            (step.task, Role::Key),
        ];
        let speech = speech.iter().map(|(text, role)| (text.as_str(), *role));
        for (text, role) in parts.into_iter().chain(speech) {
            canvas.next_paragraph(&mut rest, text, role);
            rest.top(1);
        }
        self.draw_steps(rest, canvas);
    }

    /// Draws the titles of all steps at the bottom, if there is room.
    fn draw_steps(&self, mut rest: Slices, canvas: &mut Canvas<Intent>) {
        let count = u16::try_from(STEPS.len()).expect("few steps");
        if rest.0.height < count + 1 {
            return;
        }
        for ((index, step), row) in STEPS.iter().enumerate().zip(rest.bottom(count).rows()) {
            let (sign, role) = match index.cmp(&self.step) {
                Ordering::Less => (canvas.look.symbol("✓", "x"), Role::Muted),
                Ordering::Equal => (canvas.look.symbol("▸", ">"), Role::Strong),
                Ordering::Greater => (" ", Role::Muted),
            };
            canvas.text(row, sign, Role::Key);
            canvas.text(right_of(row, 2), step.title, role);
        }
    }
}

/// Returns whether a game is in progress at the table.
fn is_playing(context: &Context) -> bool {
    context.table.as_ref().is_some_and(Table::is_under_way)
}

impl Screen for LearnScreen {
    type Intent = Intent;

    const HELP: Option<&'static HelpTopic> = Some(&RULES_HELP);

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(self.tables(), key)
    }

    fn touch(&mut self, context: &mut Context) {
        self.timeline.end_wave(context.ui.now);
        self.wrong = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        match intent {
            // Return to the game in progress.
            Intent::Next if self.is_last() && is_playing(context) => return Some(Command::Close),
            Intent::Next if self.is_last() => {
                let level = Level::new(1).expect("there is a level 1");
                let players = ByColor::new(PlayerKind::Human, PlayerKind::Engine(level));
                return Some(Command::Start(players));
            }
            Intent::Next => *self = Self::at(self.step + 1, ui),
            Intent::Previous => *self = Self::at(self.step.saturating_sub(1), ui),
            Intent::Show => {
                if let Some(square) = self.step().answer(&self.game) {
                    self.say_rule(screens::learn::answer(square), square.into());
                }
            }
            Intent::Close => return Some(Command::Close),
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        match self.pane.apply(action, &self.scene()) {
            BoardReply::Chosen(square) => self.try_move(square, &context.ui),
            BoardReply::Refused(error) => self.say_rule(format!("{error}."), SquareSet::EMPTY),
            BoardReply::Unused if action == BoardAction::GiveUp => return Some(Command::Close),
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    /// Refuses the paste: the tutorial never changes the game at the table.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        self.say_rule(
            screens::before_paste("Leave the tutorial"),
            SquareSet::EMPTY,
        );
        Pasted::Taken
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        self.timeline.tick(context.ui.now)
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        self.timeline.next_frame(context.ui.now)
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.say_rule(sentence, SquareSet::EMPTY);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        let flips = Some((&self.timeline, canvas.context.ui.now));
        (self.pane).draw_scene(layout.board, &self.scene(), flips, canvas);
        canvas.line(layout.title, canvas.title("Learn"));
        let place = format!("step {} of {}", self.step + 1, STEPS.len());
        canvas.right(layout.title, &place, Role::Muted);
        self.draw_text(&layout, canvas);
        canvas.keys(layout.keys, self.hints(canvas.context));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[DONE, KEYS, board_keys()], true);
    }
}
