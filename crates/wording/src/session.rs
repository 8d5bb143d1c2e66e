//! The sentences about the events of a game, and the clauses about requests that are refused.

use super::{
    AGREED, NO_ENGINE_HELP, NO_MOVES, NOT_CONNECTED, NOT_OVER_NETWORK, ONLY_OVER_NETWORK, WATCHING,
    connection::wait, ending, entry, game_over, go, left, passes, played, players, resigned,
    time_up,
};
use reversi::{Color, Entry, Game, Outcome, Square, SquareSet};
use reversi_notation::Casual;
use reversi_table::go::{GoGame, GoOutcome};
use reversi_table::player::TablePlayer;
use reversi_table::session::{BadMove, Event, Refusal, Session, TableGame};
use reversi_table::store::rated::RatedState;
use reversi_table::store::saver::GAME_CONTINUES;
use reversi_text::{Message, Name, Said, label, tr};

/// The sentences that are not the same for all games.
pub trait GameSentences: TableGame {
    /// Returns the sentence about a move, which turned or captured these.
    fn played(color: Color, square: Square, flips: SquareSet, you: Option<Color>) -> Said;

    /// Returns the sentences about a pass. `again` is as in [`Event::Passed`].
    fn passed(color: Color, again: bool, you: Option<Color>) -> Said;

    /// Returns the first of the sentences about a pass.
    fn passed_briefly(color: Color, again: bool, you: Option<Color>) -> Said;

    /// Returns the sentences about the end, one a line. `left` is the side that has lost because it left.
    fn over(outcome: &Self::Outcome, left: Option<Color>, you: Option<Color>) -> Said;

    /// Returns why a game does not count for the rating although it is one against a level.
    fn casual(_session: &Session<Self>) -> Option<Casual> {
        None
    }
}

impl GameSentences for Game {
    fn played(color: Color, square: Square, flips: SquareSet, you: Option<Color>) -> Said {
        played(color, square, flips.len(), you)
    }

    fn passed(color: Color, again: bool, you: Option<Color>) -> Said {
        let other = color.opposite();
        match (you, again) {
            (Some(you), false) if you == color => {
                tr!("You have no legal move and pass. {other} moves.", other)
            }
            (Some(you), true) if you == color => {
                tr!(
                    "You have no legal move and pass. {other} moves again.",
                    other
                )
            }
            (Some(_), false) => tr!("{color} has no legal move and passes. You move.", color),
            (Some(_), true) => tr!(
                "{color} has no legal move and passes. You move again.",
                color
            ),
            (None, false) => tr!(
                "{color} has no legal move and passes. {other} moves.",
                color,
                other
            ),
            (None, true) => tr!(
                "{color} has no legal move and passes. {other} moves again.",
                color,
                other
            ),
        }
    }

    fn passed_briefly(color: Color, _: bool, you: Option<Color>) -> Said {
        passes(color, you)
    }

    fn over(outcome: &Outcome, left: Option<Color>, you: Option<Color>) -> Said {
        let (before, last) = ending(outcome, left, you);
        Said::lines(before.into_iter().chain([game_over(&last)]))
    }

    fn casual(session: &Session) -> Option<Casual> {
        match RatedState::of(&session.record()) {
            RatedState::Casual(why) => Some(why),
            RatedState::Rated(_) | RatedState::NotAgainstLevel => None,
        }
    }
}

impl GameSentences for GoGame {
    fn played(color: Color, square: Square, flips: SquareSet, you: Option<Color>) -> Said {
        let count = flips.len();
        match (you == Some(color), count) {
            (true, 0) => tr!("You play {square}.", square),
            (false, 0) => tr!("{color} plays {square}.", color, square),
            (true, count) => tr!(
                "You play {square} and capture {count} stone: {stones}."
                    | "You play {square} and capture {count} stones: {stones}.",
                square,
                count,
                stones = flips
            ),
            (false, count) => tr!(
                "{color} plays {square} and captures {count} stone: {stones}."
                    | "{color} plays {square} and captures {count} stones: {stones}.",
                color,
                square,
                count,
                stones = flips
            ),
        }
    }

    fn passed(color: Color, again: bool, you: Option<Color>) -> Said {
        let other = color.opposite();
        match (you, again) {
            (Some(you), true) if you == color => tr!("You pass too."),
            (Some(you), false) if you == color => {
                tr!("You pass. The game ends if {other} passes too.", other)
            }
            (_, true) => tr!("{color} passes too.", color),
            (Some(_), false) => tr!("{color} passes. The game ends if you pass too.", color),
            (None, false) => tr!(
                "{color} passes. The game ends if {other} passes too.",
                color,
                other
            ),
        }
    }

    fn passed_briefly(color: Color, again: bool, you: Option<Color>) -> Said {
        match (you == Some(color), again) {
            (_, true) => Self::passed(color, again, you),
            (true, false) => tr!("You pass."),
            (false, false) => tr!("{color} passes.", color),
        }
    }

    fn over(outcome: &GoOutcome, _: Option<Color>, you: Option<Color>) -> Said {
        go::result(outcome, you)
    }
}

/// Returns the sentence about an event; [`Event::Over`] may take two lines. `you` is the side of the only person.
pub fn event<G: GameSentences>(event: &Event<G>, you: Option<Color>) -> Said {
    match event {
        Event::Started => tr!("New game."),
        Event::Played {
            color,
            square,
            flips,
        } => G::played(*color, *square, *flips, you),
        Event::Passed { color, again } => G::passed(*color, *again, you),
        Event::Resigned { color } => resigned(*color, you),
        Event::Left { color } => left(*color, you),
        Event::Reopened => GAME_CONTINUES.into(),
        Event::TimeUp { color, goes_on } => time_up(*color, *goes_on, you),
        Event::DrawAgreed => AGREED.into(),
        Event::Over(outcome) => G::over(outcome, None, you),
        Event::Undone(entries) => tr!("Undid {entries}.", entries = &listed(entries, you)),
        Event::Redone(entries) => tr!("Redid {entries}.", entries = &listed(entries, you)),
        Event::PlayersChanged(kinds) => players(&kinds.as_ref().map(G::Kind::name), you),
        Event::Paused(true) => tr!("The computer is paused."),
        Event::Paused(false) => tr!("The computer resumes."),
        Event::PlayerFailed {
            color,
            player,
            error,
        } => tr!(
            "{color} ({player}) failed to move: {error}. The computer is paused.",
            color = *color,
            player = &player.name().said(),
            error = Name(&error.to_string())
        ),
    }
}

/// Returns the first sentence about an event that has several in one line, for a place with less room.
pub fn event_briefly<G: GameSentences>(event: &Event<G>, you: Option<Color>) -> Option<Said> {
    match event {
        Event::Passed { color, again } => Some(G::passed_briefly(*color, *again, you)),
        Event::PlayerFailed {
            color,
            player,
            error,
        } => Some(tr!(
            "{color} ({player}) failed to move: {error}.",
            color = *color,
            player = &player.name().said(),
            error = Name(&error.to_string())
        )),
        _ => None,
    }
}

/// Returns the entries as a list in a sentence: `a, b and c`.
fn listed(entries: &[Entry], you: Option<Color>) -> Said {
    Said::all_of(entries.iter().map(|of| entry(of, you)))
}

/// Returns the clause that says why a request was refused.
pub fn refusal<G: TableGame>(why: &Refusal<G>) -> Said {
    let clause: &'static Message = match why {
        Refusal::Move(error) => return G::illegal_move(error),
        Refusal::GameOver => return G::illegal_move(&G::OVER),
        Refusal::NotYourTurn { color, player } if player.is_remote() => {
            return tr!(
                "it is {color}'s turn; wait for your opponent",
                color = *color
            );
        }
        Refusal::NotYourTurn { color, player } => {
            return tr!(
                "it is {color}'s turn, and {player} plays {color}",
                color = *color,
                player = &player.name().said()
            );
        }
        Refusal::PassesAreMade { to_move: Some(_) } => {
            label!("forced passes are automatic, and there is a legal move")
        }
        Refusal::NothingToAnalyse(_) => label!("there is no move to analyse"),
        Refusal::PassesAreMade { to_move: None } => {
            label!("forced passes are automatic; redo plays the undone pass again")
        }
        Refusal::NothingToUndo => label!("there is nothing to undo"),
        Refusal::NothingToRedo => label!("there is nothing to redo"),
        Refusal::GameNotOver => label!("the game is not over"),
        Refusal::NobodyFailed => label!("no player has failed to move"),
        Refusal::NobodyToResign => label!("only a person can resign"),
        Refusal::NotConnected => NOT_CONNECTED,
        Refusal::NobodyLeft => label!("the other player has not left"),
        Refusal::NothingToClaim => NO_MOVES,
        Refusal::ClaimLater(after) => {
            return tr!(
                "you can claim the win in {time}",
                time = Name(&wait(*after))
            );
        }
        Refusal::Watching => WATCHING,
        Refusal::NotOverNetwork => NOT_OVER_NETWORK,
        Refusal::OnlyOverNetwork => ONLY_OVER_NETWORK,
        Refusal::NothingToSay => label!("there is nothing to say"),
        Refusal::NoEngineHelp => NO_ENGINE_HELP,
        Refusal::NoCoach => {
            label!("the coach works only in games against the computer without clocks")
        }
        Refusal::SamePlayers => label!("both sides have the same player"),
        Refusal::NoLevel => label!("no level is playing"),
    };
    clause.into()
}

/// Returns the clause that says why moves that belong together cannot all be played. It names the move unless it is the
/// first.
pub fn bad_move<G: TableGame>(bad: &BadMove<G>) -> Said {
    let why = refusal(&bad.why);
    let names_it = matches!(&bad.why, Refusal::Move(error) if *error != G::OVER);
    match bad.played.filter(|_| bad.index > 0 && !names_it) {
        Some(square) => tr!("{square}: {why}", square, why = &why),
        None => why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::ByColor;
    use reversi::transcript;
    use reversi_table::go::GoMoveError;
    use reversi_table::player::{PlayerError, PlayerKind};

    use crate::departed;

    fn over(game: &Game) -> Said {
        event::<Game>(&Event::Over(game.outcome().unwrap()), None)
    }

    #[test]
    fn the_short_form_of_a_pass_is_its_first_sentence() {
        fn check<G: GameSentences>() {
            for color in Color::ALL {
                for again in [false, true] {
                    for you in [None, Some(Color::Black), Some(Color::White)] {
                        let (short, whole) = (
                            G::passed_briefly(color, again, you),
                            G::passed(color, again, you),
                        );
                        assert!(whole.starts_with(&*short), "{short} {whole}");
                        assert_eq!(short.matches('.').count(), 1, "{short}");
                    }
                }
            }
        }
        check::<Game>();
        check::<GoGame>();
    }

    #[test]
    fn each_event_is_a_sentence() {
        let (black, white) = (Color::Black, Color::White);
        let entries = || {
            let pass = Entry::Pass { color: white };
            vec![
                Entry::Timeout { color: white },
                pass,
                Entry::Resignation { color: black },
            ]
        };
        for (happened, sentence) in [
            (Event::Started, "New game."),
            (
                Event::Played {
                    color: black,
                    square: Square::A1,
                    flips: SquareSet::from(Square::H8),
                },
                "Black plays a1, turning 1 disc.",
            ),
            (
                Event::Passed {
                    color: white,
                    again: true,
                },
                "White has no legal move and passes. Black moves again.",
            ),
            (
                Event::Passed {
                    color: black,
                    again: false,
                },
                "Black has no legal move and passes. White moves.",
            ),
            (Event::Resigned { color: black }, "Black resigns."),
            (
                Event::Left { color: white },
                "White left, and Black claimed the win.",
            ),
            (Event::Reopened, "The game continues."),
            (
                Event::TimeUp {
                    color: white,
                    goes_on: false,
                },
                "White's time is up.",
            ),
            (
                Event::TimeUp {
                    color: black,
                    goes_on: true,
                },
                "Black's time is up; the game continues.",
            ),
            (Event::DrawAgreed, "Both players agreed to a draw."),
            (
                Event::Undone(entries()[..1].to_vec()),
                "Undid White's loss on time.",
            ),
            (
                Event::Redone(entries()),
                "Redid White's loss on time, White's pass and Black's resignation.",
            ),
            (
                Event::PlayersChanged(ByColor::new(PlayerKind::Human, PlayerKind::Greedy)),
                "You are Black, greedy is White.",
            ),
            (Event::Paused(true), "The computer is paused."),
            (Event::Paused(false), "The computer resumes."),
            (
                Event::PlayerFailed {
                    color: black,
                    player: PlayerKind::Random,
                    error: PlayerError::Illegal("a1 is occupied".to_owned()),
                },
                "Black (random) failed to move: it chose an illegal move: a1 is occupied. The computer is paused.",
            ),
        ] {
            assert_eq!(event::<Game>(&happened, None), sentence);
        }
    }

    #[test]
    fn the_only_person_is_you_and_the_other_side_keeps_its_colour() {
        let (black, white) = (Color::Black, Color::White);
        let undone = vec![
            Entry::Pass { color: white },
            Entry::Timeout { color: black },
        ];
        let passed = |color, again| Event::Passed { color, again };
        for (happened, sentence) in [
            (
                passed(white, true),
                "White has no legal move and passes. You move again.",
            ),
            (
                passed(black, false),
                "You have no legal move and pass. White moves.",
            ),
            (Event::Resigned { color: black }, "You resign."),
            (Event::Resigned { color: white }, "White resigns."),
            (
                Event::Left { color: white },
                "White left, and you claimed the win.",
            ),
            (
                Event::Left { color: black },
                "You were away, and White claimed the win.",
            ),
            (
                Event::TimeUp {
                    color: black,
                    goes_on: false,
                },
                "Your time is up.",
            ),
            (
                Event::Undone(undone),
                "Undid White's pass and your loss on time.",
            ),
        ] {
            assert_eq!(event::<Game>(&happened, Some(black)), sentence);
        }
        let passed = |color, again| {
            let passed: Event<GoGame> = Event::Passed { color, again };
            event(&passed, Some(black))
        };
        assert_eq!(
            [
                passed(black, false),
                passed(white, false),
                passed(black, true)
            ],
            [
                "You pass. The game ends if White passes too.",
                "White passes. The game ends if you pass too.",
                "You pass too."
            ]
        );
    }

    #[test]
    fn the_end_counts_the_empty_squares_for_the_winner() {
        let mut game = transcript::parse("f5").unwrap();
        assert!(game.resign(Color::Black));
        let told = over(&game);
        assert_eq!(
            told,
            "4-1 on the board.\nGame over. Black resigns: White wins."
        );
        let mut game = transcript::parse("f5").unwrap();
        assert!(game.time_out(Color::White));
        assert_eq!(
            over(&game),
            "4-1 on the board.\nGame over. White's time is up: Black wins."
        );
        let only_black = "X".repeat(63) + "- X";
        assert_eq!(
            over(&Game::from_position(only_black.parse().unwrap())),
            "63-0 on the board; the empty square goes to Black.\nGame over. Black wins 64-0."
        );
        let few = "X".repeat(37) + &"-".repeat(27) + " X";
        assert_eq!(
            over(&Game::from_position(few.parse().unwrap())),
            "37-0 on the board; the 27 empty squares go to Black.\nGame over. Black wins 64-0."
        );
    }

    #[test]
    fn whoever_left_has_lost_in_the_words_for_each_player() {
        let mut game = transcript::parse("f5").unwrap();
        assert!(game.resign(Color::White));
        let outcome = game.outcome().unwrap();
        let told = |you| {
            let (before, last) = departed(&outcome, Color::White, you);
            (before.unwrap_or_default(), last)
        };
        let texts = |before, last| (Said::verbatim(before), Said::verbatim(last));
        assert_eq!(
            [
                told(None),
                told(Some(Color::Black)),
                told(Some(Color::White))
            ],
            [
                texts("4-1 on the board.", "White left: Black wins."),
                texts("", "You win: White left."),
                texts("", "You lose: Black claimed the win while you were away."),
            ]
        );
    }

    #[test]
    fn a_refusal_is_a_clause_in_the_words_of_its_game() {
        let turn = |player| Refusal::<Game>::NotYourTurn {
            color: Color::White,
            player,
        };
        for (why, clause) in [
            (
                turn(PlayerKind::Remote),
                "it is White's turn; wait for your opponent",
            ),
            (
                turn(PlayerKind::Greedy),
                "it is White's turn, and greedy plays White",
            ),
            (Refusal::GameOver, "the game is over"),
            (Refusal::GameNotOver, "the game is not over"),
            (
                Refusal::PassesAreMade {
                    to_move: Some(Color::Black),
                },
                "forced passes are automatic, and there is a legal move",
            ),
        ] {
            assert_eq!(refusal(&why), clause);
        }
        let over: Refusal<GoGame> = Refusal::Move(GoMoveError::Over);
        assert_eq!(refusal(&over), "the game is over");
    }
}
