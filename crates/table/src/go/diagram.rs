//! Diagrams: a position as text, `.XO./X.XO/.XO./.... X`.

use super::{Grid, Stones};
use reversi::Color;
use reversi_text::tr;

/// A position that need not be legal: it may have stones without a liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoDiagram {
    /// The board.
    pub grid: Grid,
    /// The stones.
    pub stones: Stones,
    /// The side to move.
    pub side_to_move: Color,
}

/// The error for a text that is not a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("a diagram is 2 to 7 rows of as many points from the top, X, O or ., such as .X./XO./..."))]
pub struct ParseDiagramError;

/// Reads rows separated by `/` or white space, and the side to move, which is Black if it is not written.
/// `-` is an empty point too.
impl std::str::FromStr for GoDiagram {
    type Err = ParseDiagramError;

    fn from_str(text: &str) -> Result<Self, ParseDiagramError> {
        let parts = text.split(|c: char| c == '/' || c.is_whitespace());
        let mut rows: Vec<&str> = parts.filter(|row| !row.is_empty()).collect();
        let color = |text: &str| match text {
            "X" | "x" => Some(Color::Black),
            "O" | "o" => Some(Color::White),
            _ => None,
        };
        let side_to_move = rows.last().and_then(|row| color(row));
        if side_to_move.is_some() {
            rows.pop();
        }
        let size = u8::try_from(rows.len()).map_err(|_| ParseDiagramError)?;
        let grid = Grid::new(size).ok_or(ParseDiagramError)?;
        let mut stones = Stones::default();
        for row in &rows {
            if row.len() != rows.len() {
                return Err(ParseDiagramError);
            }
            for point in row.chars() {
                stones = stones.map(|set| set << 1);
                match point {
                    'X' | 'x' => stones.black |= 1,
                    'O' | 'o' => stones.white |= 1,
                    '.' | '-' => {}
                    _ => return Err(ParseDiagramError),
                }
            }
        }
        Ok(Self {
            grid,
            stones,
            side_to_move: side_to_move.unwrap_or(Color::Black),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_the_top_and_the_side_at_the_end() {
        let diagram: GoDiagram = ".X./XO./..O".parse().unwrap();
        assert_eq!(diagram.grid.size(), 3);
        assert_eq!(diagram.stones, Stones::new(0b010_100_000, 0b000_010_001));
        assert_eq!(diagram.side_to_move, Color::Black);
        let same: GoDiagram = "-x-\nxo-\n--o\nO\n".parse().unwrap();
        assert_eq!(
            (same.stones, same.side_to_move),
            (diagram.stones, Color::White)
        );
    }

    #[test]
    fn anything_else_is_an_error() {
        for text in [
            "",
            "X",
            "X O",
            ".X./XO.",
            ".X./XO./..é",
            ".X./XO./.. X",
            "........ X",
        ] {
            assert_eq!(text.parse::<GoDiagram>(), Err(ParseDiagramError), "{text}");
        }
    }
}
