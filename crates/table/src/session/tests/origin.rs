//! Who played a game, and how its moves came about.

use super::*;
use crate::clock::StartTime;
use crate::session::GameMeta;
use reversi_notation::Casual;

/// Returns who played the game of a session, as its record says.
fn origin(session: &Session) -> String {
    let meta = GameMeta::of(session, StartTime::now());
    let record = meta.record(session.game());
    record
        .origin
        .map_or(String::new(), |origin| origin.to_string())
}

/// Plays a move of a person and the answer of the computer.
fn play(session: &mut Session, moved: &str) {
    session.play(square(moved)).unwrap();
    if session.wait() {
        session.advance();
    }
}

#[test]
fn moves_are_given_played_taken_from_a_hint_or_played_again() {
    let mut session = session(PlayerKind::Human, PlayerKind::Greedy, "f5d6c3d3");
    assert_eq!(origin(&session), "you computer given*4");
    play(&mut session, "c4");
    assert_eq!(origin(&session), "you computer given*4 played*2");
    let best = session.game().legal_moves().iter().next().unwrap();
    session.note_hint(best);
    play(&mut session, &best.to_string());
    let after_hint = "you computer casual:hint given*4 played*2 hint played";
    assert_eq!(origin(&session), after_hint);
    session.undo().unwrap();
    play(&mut session, &best.to_string());
    let after_undo = "you computer casual:hint given*4 played*2 retaken played";
    assert_eq!(origin(&session), after_undo);
}

#[test]
fn a_game_is_casual_for_the_first_help_alone_and_the_next_is_rated_again() {
    let mut session = session(PlayerKind::Human, PlayerKind::Greedy, "");
    for help in [Casual::Values, Casual::Hint, Casual::Coach] {
        session.note_help(help);
    }
    assert_eq!(session.help.casual, Some(Casual::Values));
    session.new_game();
    assert_eq!(session.help.casual, None);
    session.help.is_rated = false;
    session.new_game();
    assert_eq!(session.help.casual, Some(Casual::Unrated));
}

#[test]
fn other_players_during_a_game_make_it_casual_and_before_it_do_not() {
    let mut session = session(PlayerKind::Human, PlayerKind::Random, "f5d6");
    let greedy = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
    session.set_players(greedy);
    assert_eq!(session.help.casual, None);
    play(&mut session, "c3");
    session.set_players(ByColor::new(PlayerKind::Human, PlayerKind::Random));
    assert_eq!(session.help.casual, Some(Casual::Players));
}

#[test]
fn help_after_the_end_does_not_count_but_an_undo_does() {
    let mut session = session(PlayerKind::Human, PlayerKind::Greedy, "f5d6c3");
    session.resign().unwrap();
    session.note_help(Casual::Values);
    assert_eq!(session.help.casual, None);
    session.undo_to(3);
    assert_eq!(session.help.casual, Some(Casual::Undo));
}

#[test]
fn of_two_people_the_first_has_black_until_they_swap() {
    let mut session = session(PlayerKind::Human, PlayerKind::Human, "");
    session.names = ByColor::new("Ann".parse().unwrap(), "Bob".parse().unwrap());
    assert_eq!(origin(&session), "you person");
    session.swap().unwrap();
    assert_eq!(origin(&session), "person you");
}
