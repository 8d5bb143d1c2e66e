//! What the program prints, it reads.

use reversi::transcript;
use reversi::{Color, Position};
use reversi_notation::find::find;
use reversi_wording::{grid, to_move_in};

fn position_of(text: &str) -> Option<Position> {
    Some(find(text).ok()?.items.first()?.position)
}

#[test]
fn what_this_program_prints_is_read() {
    for moves in [
        "",
        "f5",
        "f5d6c3d3c4",
        "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2",
        "e6f4e3f6g5d6e7f5c5",
    ] {
        let game = transcript::parse(moves).expect("legal moves");
        let position = game.position();
        let board = grid(position, position.legal_moves());
        for you in [None, Some(Color::Black), Some(Color::White)] {
            let printed = format!("{board}{}", to_move_in(position, you));
            assert_eq!(position_of(&printed), Some(position), "{printed}");
        }
        // The marks tell the side.
        if !position.board().is_game_over() {
            assert_eq!(position_of(&board), Some(position), "{board}");
        }
    }
}
