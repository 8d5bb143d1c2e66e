//! Links to games on a page.

use reversi::transcript;
use reversi::{Game, Position};

/// Returns a link that opens a game on the page at an address, whatever stands behind a `?` or a `#` there.
pub fn game_link(address: &str, game: &Game) -> String {
    let page = address.split(['?', '#']).next().unwrap_or_default();
    let moves = transcript::print(game);
    if game.start() == Position::START {
        return format!("{page}?game={moves}");
    }
    let start = game.start().to_string().replace(' ', "+");
    let moves = if moves.is_empty() {
        moves
    } else {
        format!("+{moves}")
    };
    format!("{page}?position={start}{moves}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_notation::find::find;

    #[test]
    fn what_a_link_says_is_read_back_as_the_same_game() {
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let link = game_link("https://a.example/reversi/?game=f5#top", &game);
        assert_eq!(link, "https://a.example/reversi/?game=f5d6c3d3c4");
        let mut later = Game::from_position(game.position());
        for _ in 0..2 {
            let square = later.legal_moves().into_iter().next().unwrap();
            let link = game_link("a", &later);
            let text = link.strip_prefix("a?position=").unwrap().replace('+', " ");
            let read = find(&text).unwrap().into_first();
            assert_eq!(read.position, later.position(), "{text}");
            later.play(square).unwrap();
        }
    }
}
