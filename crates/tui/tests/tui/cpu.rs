//! What CPUs do on the screen: their pauses, their passes and a person's, the wave of flips.

use reversi::{Color, Entry, Game, Square};
use reversi_table::player::PlayerKind::{Greedy, Human, Random};
use reversi_table::player::{Control, Player, PlayerError, PlayerKind};

use crate::person::{MIDDLE, PASSES, Person, Table};

/// Plays the moves of [`PASSES`], whatever it is asked for.
struct Script;

impl Player for Script {
    fn choose(&mut self, game: &Game, _: &Control) -> Result<Square, PlayerError> {
        let played = game.entries().iter().filter_map(Entry::square).count();
        let name = &PASSES[2 * played..2 * played + 2];
        Ok(name.parse().unwrap())
    }
}

pub(crate) fn scripted(kind: &PlayerKind, _: u64) -> Option<Box<dyn Player>> {
    (!kind.is_human()).then(|| Box::new(Script) as Box<dyn Player>)
}

/// White is a person and has to pass after Black's next move; the CPU as Black has the next one too.
pub(crate) fn before_a_persons_pass() -> Person {
    before_a_persons_pass_at(Table::new())
}

/// The same at another table.
pub(crate) fn before_a_persons_pass_at(table: Table) -> Person {
    let moves = &PASSES[..44];
    table
        .players(Greedy, Human)
        .moves(moves)
        .with(|options| options.setup.factory = scripted)
        .sit()
}

#[test]
fn a_persons_pass_waits_for_a_key_and_so_does_the_cpu() {
    for key in ["enter", "space", "z", "left", "a"] {
        let mut person = before_a_persons_pass();
        person.wait_for_turn();
        let at_the_pass = person.game().entries().len();
        assert!(matches!(
            person.game().entries().last(),
            Some(Entry::Pass { .. })
        ));
        let text = person.text();
        assert!(person.says("You have no legal move and pass. Black moves again."));
        assert!(text.contains("Press any key."));
        assert!(text.contains("any key go on"));
        assert!(text.contains("--"));
        person.wait(60_000);
        assert_eq!(person.game().entries().len(), at_the_pass, "it waits");
        person.keys(key);
        assert!(!person.says("Press any key"));
        person.wait_for_entries(at_the_pass + 1);
    }
}

#[test]
fn a_command_that_ends_a_waiting_pass_acts_too() {
    let mut person = before_a_persons_pass();
    person.wait_for_turn();
    let at_the_pass = person.game().entries().len();
    person.keys("u");
    assert!(person.game().entries().len() < at_the_pass);
    let mut person = before_a_persons_pass();
    person.wait_for_turn();
    person.keys("q");
    assert!(person.says("Quit?"), "{}", person.text());
}

#[test]
fn a_cpus_pass_is_announced_and_does_not_wait() {
    let mut person = Table::new()
        .players(Human, Greedy)
        .moves(&PASSES[..44])
        .sit();
    person.keys("g8");
    assert!(person.session().awaits_human());
    assert!(person.says("White has no legal move and passes."));
    assert!(!person.says("Press any key"));
    person.keys("h8");
    assert!(person.transcript().ends_with("g8h8"));
}

#[test]
fn a_cpus_move_appears_after_the_pause_and_not_before() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("f5");
    person.wait_for_answer();
    person.wait(499);
    assert_eq!(person.transcript(), "f5");
    person.wait(1);
    assert_eq!(person.game().entries().len(), 2);
}

#[test]
fn without_a_pause_a_cpus_move_appears_with_its_answer() {
    let mut person = Table::new()
        .players(Human, Greedy)
        .with(|options| options.settings.pace = 0)
        .sit();
    person.keys("f5");
    person.wait_for_answer();
    assert_eq!(person.game().entries().len(), 2);
}

#[test]
fn the_wave_of_flips_delays_a_cpu_and_any_key_ends_it() {
    let table = || {
        Table::new().players(Human, Greedy).with(|options| {
            options.animation = true;
            options.settings.pace = 0;
        })
    };
    let mut person = table().sit();
    person.keys("f5");
    person.wait_for_answer();
    assert_eq!(person.transcript(), "f5", "the discs turn first");
    person.wait(400);
    assert_eq!(person.game().entries().len(), 2);

    let mut person = table().sit();
    person.keys("f5");
    person.wait_for_answer();
    person.keys("l");
    assert_eq!(person.game().entries().len(), 2, "the key ended the wave");
}

#[test]
fn a_wave_is_drawn_in_frames_and_then_nothing_is_drawn_any_more() {
    let mut person = Table::new().with(|options| options.animation = true).sit();
    person.keys("f5");
    let mut pictures = vec![person.buffer().clone()];
    while let Some(deadline) = person.app.deadline() {
        assert!(deadline > person.now, "time goes on");
        let step = deadline - person.now;
        person.wait(u64::try_from(step.as_millis()).unwrap().max(1));
        pictures.push(person.buffer().clone());
        assert!(pictures.len() < 200);
    }
    pictures.dedup();
    assert!(pictures.len() > 4, "{} pictures", pictures.len());
}

#[test]
fn an_idle_game_has_no_deadline() {
    let mut person = Table::new().moves(MIDDLE).sit();
    assert_eq!(person.app.deadline(), None);
    let mut person = Table::new().players(Greedy, Random).sit();
    person.keys("p");
    person.wait(5_000);
    assert_eq!(person.app.deadline(), None);
    assert!(person.game().entries().is_empty());
}

#[test]
fn two_cpus_play_to_the_end_and_again() {
    let mut person = Table::new()
        .players(Greedy, Random)
        .with(|options| options.settings.pace = 0)
        .sit();
    person.wait_for_turn();
    let first = person.game().clone();
    assert!(first.outcome().is_some());
    assert!(person.says("Game over"));
    person.keys("n");
    assert!(person.game().outcome().is_none());
    person.wait_for_turn();
    assert!(person.game().outcome().is_some());
    assert_ne!(*person.game(), first, "another game, not the same one");
}

#[test]
fn undo_while_two_cpus_play_pauses_them() {
    let mut person = Table::new()
        .players(Greedy, Random)
        .with(|options| options.settings.pace = 100)
        .sit();
    person.wait_for_entries(3);
    person.keys("u");
    assert!(person.session().is_paused());
    assert!(person.says("Paused: p resumes"), "{}", person.text());
    person.wait(5_000);
    assert_eq!(person.game().entries().len(), 2);
    person.keys("p");
    assert!(!person.session().is_paused());
}

#[test]
fn typing_while_a_cpu_thinks_says_whose_turn_it_is() {
    let mut person = Table::new()
        .players(Greedy, Human)
        .with(|options| options.settings.premove = false)
        .sit();
    person.keys("f");
    let said = "It is Black's turn, and greedy plays Black";
    assert!(person.says(said));
}

/// Crashes.
struct Crash;

impl Player for Crash {
    fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
        Err(PlayerError::Failed("out of \u{1b}[31mideas".to_owned()))
    }
}

#[test]
fn a_cpu_that_fails_is_reported_and_the_game_stays_playable() {
    let mut person = Table::new()
        .players(Human, Greedy)
        .with(|options| {
            options.setup.factory =
                |kind, _| (!kind.is_human()).then(|| Box::new(Crash) as Box<dyn Player>);
        })
        .sit();
    person.keys("f5");
    person.wait_for_answer();
    person.wait(1_000);
    assert!(person.says("White (greedy) failed to move"));
    assert!(person.session().is_paused());
    person.keys("u");
    assert_eq!(person.transcript(), "");
}

#[test]
fn help_holds_a_cpus_move_back() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("f5");
    person.wait_for_answer();
    person.keys("?");
    person.wait(10_000);
    assert_eq!(person.transcript(), "f5");
    person.keys("esc");
    person.wait_for_entries(2);
}

/// What a sentence says that a side does.
const DOES: [&str; 12] = [
    "plays",
    "passes",
    "wins",
    "loses",
    "must pass",
    "can move",
    "has no",
    "has ",
    "to move",
    "resigns",
    "takes",
    "turns",
];

/// Asserts that no sentence on the screen calls the only person by a colour.
fn assert_you(person: &Person, color: Color) {
    let words = person.words();
    for does in DOES {
        let named = format!("{color} {does}");
        assert!(!words.contains(&named), "{named}\n{}", person.text());
    }
}

#[test]
fn the_only_person_is_you_in_every_sentence_of_a_game() {
    for (color, [black, white]) in [
        (Color::Black, [Human, Greedy]),
        (Color::White, [Greedy, Human]),
    ] {
        let table = Table::new().players(black, white).size(120, 40);
        let mut person = table.with(|options| options.setup.factory = scripted).sit();
        let (mut hints, mut undone, mut passes) = (0, false, 0);
        loop {
            person.wait_for_turn();
            assert_you(&person, color);
            if person.says("Press any key") {
                passes += 1;
                person.keys("enter");
                continue;
            }
            let entries = person.game().entries().iter();
            let played = entries.filter_map(Entry::square).count();
            if person.game().outcome().is_some() {
                break;
            }
            if played > 6 && hints < 3 {
                hints += 1;
                person.keys("k");
                person.wait_for_analysis();
                assert_you(&person, color);
                person.keys("k k");
            }
            if played > 9 && !undone {
                undone = true;
                person.keys("u");
                assert_you(&person, color);
                continue;
            }
            person.keys(&PASSES[2 * played..2 * played + 2]);
            assert_you(&person, color);
        }
        assert!(
            undone && (passes > 0) == (color == Color::White),
            "{passes}"
        );
        person.wait(10_000);
        assert_you(&person, color);
        assert!(person.words().contains("You "), "{}", person.text());
        person.keys("esc w");
        person.wait_for_review();
        for _ in 0..40 {
            assert_you(&person, color);
            person.keys("left");
        }
    }
}
