//! The smallest screen: what a new one needs before it does anything of its own.

use crate::event::KeyCode;

use super::*;
use crate::keymap::{ESC, SPACE};
use crate::layout::Slices;
use crate::theme::Role;

/// A screen that counts.
#[derive(Default)]
struct CounterScreen {
    count: u32,
    notice: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Intent {
    Count,
    Close,
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(SPACE, Intent::Count)], "count", 10, "count one more"),
    bind!(&[(ESC, Intent::Close)], "back", 9, "close the counter"),
];

impl Screen for CounterScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![KEYS]
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Intent::Count => self.count += 1,
            Intent::Close => return Some(Command::Close),
        }
        None
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        let keys = rest.bottom(1);
        canvas.text(rest.top(1), format!("Counted: {}", self.count), Role::Text);
        canvas.text(
            rest.top(1),
            self.notice.as_deref().unwrap_or(""),
            Role::Warning,
        );
        canvas.footer(keys, false, self.hints(canvas.context));
    }
}

#[test]
fn a_screen_is_a_table_of_keys_and_four_functions() {
    let mut context = Context::unsaved(UiContext::plain(), None);
    let mut screens: [Box<dyn AnyScreen>; 1] =
        [Box::new(OpenScreen::new(CounterScreen::default()))];
    let drawn = |screens: &mut [Box<dyn AnyScreen>], context: &Context| -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, 40, 12));
        screens[0].draw(buf.area, context, &mut buf);
        buf.content()
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect()
    };
    assert!(
        screens[0]
            .on_key(KeyCode::Char(' ').into(), &mut context)
            .is_none()
    );
    let screen = screens[0].screen_mut();
    screen.report("Saved.".to_owned(), &mut context);
    let text = drawn(&mut screens, &context);
    for part in ["Counted: 1", "Saved.", "Space count", "Esc back", "? more"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What it can do is in its list of actions, and done from there.
    let mut actions = screens[0].actions(&context);
    assert_eq!(
        (&*actions[0].keys, &*actions[0].text),
        ("Space", "count one more")
    );
    let count = actions.remove(0).act.expect("it can be chosen");
    assert!(count(&mut screens, &mut context).is_none());
    assert!(drawn(&mut screens, &context).contains("Counted: 2"));
    let closes = screens[0].on_key(KeyCode::Esc.into(), &mut context);
    assert!(matches!(closes, Some(Command::Close)));
}

#[test]
#[should_panic(expected = "CounterScreen is open")]
fn an_answer_to_a_screen_that_is_not_open_is_a_bug() {
    let mut context = Context::unsaved(UiContext::plain(), None);
    let act = action_on(|screen: &mut CounterScreen, _| {
        screen.count += 1;
        None
    });
    act(&mut [], &mut context);
}
