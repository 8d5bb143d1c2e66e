//! The program: parse the arguments, run, turn an error into an exit code.

fn main() {
    println!("{}", reversi::perft(reversi::Board::START, 10));
}
