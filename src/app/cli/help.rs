//! Texts of the help that stand in several places: the help of the program and of `play`, and the manual page.

use std::fmt::Write as _;

use crate::app::player::level::LEVELS;
use crate::app::wording::{self, DOUBLE};

/// The examples of the whole program.
pub(super) const EXAMPLES: &str = "\
Examples:
  reversi                                  Choose the players and play
  reversi learn                            Learn to play in two minutes
  reversi --black you --white greedy       Play Black against the greedy player
  reversi --white 5 --time 5m+3s           Play against level 5, with clocks
  reversi --black greedy --white random    Watch the computer play itself
  reversi games.ggf                        Open a game of a file
  reversi f5d6c3                           Open the position after three moves
  reversi host                             Play with a friend over the network
  reversi --moves f5d6c3 --white random    Start after three moves
  echo f5 d6 c3 | reversi --plain          Play in plain text, for pipes and screen readers
  reversi review history:last              See what each move of your last game lost
  reversi analyse f5d6c3                   Think about a position: variations, comments
  reversi puzzle                           Solve puzzles, mistakes of your games first
  reversi go                               Play Go on a small board
  reversi history                          List the games you finished
  reversi stats                            Show your record and your mistakes
  reversi hint f5d6c3 -n 3                 Show the three best moves and their scores
  reversi solve positions.obf              Solve endgames
  reversi openings f5d6c3                  Show what was played in tournament games
  reversi show f5d6c3                      Print a position and its bitboards
  reversi explain f5d6c3 --flips c4        See step by step which discs a move turns
  reversi convert games.ggf -o games.pgn   Convert games between formats
  reversi themes                           Show the themes, with your own
  reversi match 3 greedy --games 100       Compare the strength of two players
  reversi engine nboard                    Play as an engine for a graphical board
  reversi host                             Wait for a friend to play over the network
  reversi perft 10                         Count the leaves of the game tree";

/// The notes at the end of the help.
pub(super) const NOTES: &str = "\
Without a command, reversi plays: `reversi OPTIONS` is `reversi play OPTIONS`, and `reversi GAME` opens a game as
`reversi play GAME` does.
In line mode, type `help` to list the commands. A game through a pipe is not saved, unless over the network
or by the command `save FILE`.
Settings are stored in reversi/config.toml in your configuration folder (~/.config on Unix).";

/// Returns the help about players and the levels of the engine.
pub(super) fn players() -> String {
    let mut text = format!(
        "Players:\n  you       {}\n  random    {}\n  greedy    {}\n  level N   one of the levels below: \"level 1\" to \
         \"level 10\", also as a number: 5\n  N@TIME    searches as long for each move: 10@0.5s; below level 8 it moves \
         like level N\n  {DOUBLE}        {}\n  nboard:COMMAND, gtp:COMMAND, or a name from the settings: \
         another program\n\nLevels:{:50}depth  solves from\n",
        wording::A_PERSON,
        wording::RANDOM,
        wording::GREEDY,
        wording::PLAYS_LIKE_YOU,
        "",
    );
    for level in LEVELS {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:<56}{:>4}  {:>3} empties",
            wording::level(level.number),
            level.depth,
            level.exact_from,
        );
    }
    text + "Levels 1 to 7 choose among the moves that people of their strength are likely to make, and err as they do."
}
