//! Owns what the help of the commands around the search says beside their options.

pub(super) const SOLVE_EXAMPLES: &str = "\
Examples:
  reversi solve positions.obf                      Solve every line of a file
  reversi solve --all-moves positions.obf          Check every score that is listed
  echo \"$LINE\" | reversi solve -                  Solve one position
  reversi solve --wld --json positions.obf         Win, draw or loss, for programs";

pub(super) const SOLVE_NOTES: &str = "\
Each line of the input is 64 characters X, O or - from a1 to h8 and the side to move, then, if known,
scores of moves: `; g8:+18; h1:+12`. What follows a % is a comment.
Each position gives a line NUMBER SCORE MOVE NODES SECONDS PV: the number of the line, the score in discs
for the side to move with the empty squares given to the winner, the best move, `--` when there is none,
and the line of best play. With --wld the score is win, draw or loss.
A wrong line, and a listed score that differs from the one found, is reported on stderr, the rest goes
on, and the exit code is 1.

--json prints an object a line instead. Each position: number, score (with --wld 1, 0 or -1), kind
(\"exact\" or \"win_loss_draw\"), move (or null), nodes, seconds, pv (a list), moves (with --all-moves: a list
of move and score), differences (a list of move, listed and found). At the end: solved, positions,
differences, nodes, seconds.";

pub(super) const HINT_EXAMPLES: &str = "\
Examples:
  reversi hint f5d6c3                              The best move after three moves
  reversi hint f5d6c3 -n 3 --depth 16              The best three, 16 plies deep
  reversi hint --time 2.5 \"$(cat board.txt)\"       As deep as it gets in 2.5 seconds
  reversi hint - < game.txt                        The position that stands in a file";

pub(super) const HINT_NOTES: &str = "\
Each move gives a line MOVE: KIND, SCORE, PV. KIND is `depth 12` for an estimate so many plies deep,
`end at 95 %` for a search to the end that pruned at a confidence, or `exact` for a proven score. SCORE is
in discs for the side to move. Without --depth and --time the search is 12 plies deep, and exact with at
most 20 empty squares.

--json prints one object instead: position, side_to_move (\"black\" or \"white\"), moves (a list of move, or
null for a pass, score, kind (\"exact\", \"selective\" or \"estimate\"), confidence (percent, 100 if exact, null
for an estimate), depth and pv), nodes, seconds.";

pub(super) const MATCH_EXAMPLES: &str = "\
Examples:
  reversi match engine:3 greedy --games 100
  reversi match engine:2 engine:1 --games 200 --openings 6 --seed 7 --jobs 4";

pub(super) const MATCH_NOTES: &str = "\
Each opening is a number of random moves and is played twice with colours swapped. The players search on
one thread without clocks, so that a match with a seed has the same result with any number of jobs.
Wins, draws, losses, mean margin (in discs, from games that were played out) and Elo difference are from
A's side; the error of the Elo difference is that of a 95 % confidence interval.

--json prints one object instead: a, b, games, seed, openings, wins, draws, losses, score (0 to 1),
mean_margin, elo and elo_error (null when one side won every game), elo_bound (then the Elo difference
is beyond this at 95 %, otherwise null).";

pub(super) const BENCH_EXAMPLES: &str = "\
Examples:
  reversi bench                                    The signature of the search, and its speed";
