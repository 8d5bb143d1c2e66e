//! Diagrams: a position with marks on its squares, or a game with the number of each move on its square as books print
//! it (a kifu). Each as text, Markdown and SVG.

use std::fmt::{Display, Write as _};

use super::clean::clean;
use super::kifu::WHITE_FIRST;
use super::record::Record;
use super::svg;
use reversi::Position;
use reversi::{ByColor, Color};
use reversi::{File, Rank, Square};
use reversi::{Game, Status};

/// The longest mark, in characters.
const LONGEST_MARK: usize = 2;

/// The characters that Markdown gives a meaning, within a line.
const MARKUP: &str = "\\`*_[]<>#|~&";

/// A diagram of a board.
///
/// ```
/// use reversi::transcript;
/// use reversi_notation::{diagram::Diagram, Record};
/// let game = transcript::parse("f5d6c3")?;
/// let kifu = Diagram::kifu(&Record::from_game(&game));
/// assert!(kifu.text().contains("\n4  .  .  .  O  X  .  .  .\n5  .  .  .  X  O  1  .  .\n"));
/// let mut here = Diagram::of(game.position());
/// here.mark("e6".parse()?, "A");
/// assert!(here.text().contains("\n6 . . . O A . . .\n"));
/// assert!(here.markdown().contains("| **6** |  |  |  | ○ | A |  |  |  |\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The discs: in a kifu each has the colour of who placed it.
    discs: [Option<Color>; 64],
    /// The marks or the numbers; empty on other squares.
    marks: [String; 64],
    /// Whether the marks are the numbers of moves.
    is_kifu: bool,
    /// The position, in a kifu the last one.
    position: Position,
    title: String,
    names: ByColor<String>,
    /// The last line: what happened or is to be done.
    caption: String,
    /// What a kifu does not show: the passes, and that White moves first.
    notes: Vec<String>,
    /// The game; one without moves from a position.
    game: Record,
}

impl Diagram {
    /// Creates a diagram of a position without marks.
    pub fn of(position: Position) -> Self {
        let caption = match Game::from_position(position).status() {
            Status::ToMove(color) => format!("{color} to move"),
            Status::MustPass(color) => format!("{color} must pass"),
            Status::Over(_) => "Game over".to_owned(),
        };
        let mut discs = [None; 64];
        for square in Square::all() {
            discs[usize::from(square.index())] = position.disc(square);
        }
        Self {
            discs,
            marks: [const { String::new() }; 64],
            is_kifu: false,
            position,
            title: caption.clone(),
            names: ByColor::from_fn(|color: Color| color.to_string()),
            caption,
            notes: Vec::new(),
            game: Record {
                start: position,
                ..Record::default()
            },
        }
    }

    /// Creates the kifu of a game: the discs of its start, and each move as a disc of who placed it, with its number.
    pub fn kifu(record: &Record) -> Self {
        let mut kifu = Self {
            is_kifu: true,
            position: record.final_position(),
            title: svg::title(record),
            names: svg::names(record),
            game: record.clone(),
            ..Self::of(record.start)
        };
        kifu.caption = svg::end_caption(record, &kifu.names).unwrap_or_default();
        if record.start.side_to_move() == Color::White {
            kifu.notes.push(WHITE_FIRST.to_owned());
        }
        let mut number = 0;
        let mut passes: ByColor<Vec<String>> = ByColor::default();
        for (color, recorded) in record.sides() {
            match recorded.square {
                Some(square) => {
                    number += 1;
                    let index = usize::from(square.index());
                    kifu.discs[index] = Some(color);
                    kifu.marks[index] = number.to_string();
                }
                None => passes[color].push(number.to_string()),
            }
        }
        for color in Color::ALL {
            if !passes[color].is_empty() {
                let numbers = passes[color].join(", ");
                kifu.notes.push(format!("{color} passes after {numbers}"));
            }
        }
        kifu
    }

    /// Marks a square, with at most two characters.
    pub fn mark(&mut self, square: Square, mark: &str) {
        let mark = clean(mark).chars().take(LONGEST_MARK).collect();
        self.marks[usize::from(square.index())] = mark;
    }

    fn disc(&self, square: Square) -> Option<Color> {
        self.discs[usize::from(square.index())]
    }

    fn mark_on(&self, square: Square) -> &str {
        &self.marks[usize::from(square.index())]
    }

    /// Returns the lines below the board.
    fn lines(&self) -> impl Iterator<Item = String> {
        // Without names and a result, the title of a game says nothing.
        let says_nothing = format!("{} - {}", Color::Black, Color::White);
        let title = (self.title != self.caption && self.title != says_nothing)
            .then(|| clean(&self.title).into_owned());
        let notes = self.notes.iter().map(|note| format!("{note}."));
        let caption = (!self.is_kifu).then(|| format!("{}.", self.caption));
        title.into_iter().chain(notes).chain(caption)
    }

    /// Returns the diagram as plain text: the board, then the title and the passes of a kifu.
    pub fn text(&self) -> String {
        let cell = |square| match (self.disc(square), self.mark_on(square)) {
            (Some(color), "") => color.letter().to_string(),
            (None, "") => ".".to_owned(),
            (Some(color), mark) if !self.is_kifu => format!("{}{mark}", color.letter()),
            (_, mark) => mark.to_owned(),
        };
        let widths = Square::all().map(|square| cell(square).chars().count());
        // Short games look like long ones.
        let least = if self.is_kifu { 2 } else { 1 };
        let mut text = framed(widths.fold(least, usize::max), cell);
        for line in self.lines() {
            text += &(line + "\n");
        }
        text
    }

    /// Returns the diagram as a table of Markdown with the passes and the title below it.
    pub fn markdown(&self) -> String {
        let mut text = "|   |".to_owned();
        // Writing to a string cannot fail.
        for file in File::all() {
            let _ = write!(text, " {file} |");
        }
        text += "\n|:-:|";
        text += &":-:|".repeat(8);
        text += "\n";
        for rank in Rank::all() {
            let _ = write!(text, "| **{rank}** |");
            for file in File::all() {
                let square = Square::at(file, rank);
                let disc = self.disc(square).map_or("", |color| match color {
                    Color::Black => "●",
                    Color::White => "○",
                });
                let mark = escaped(self.mark_on(square));
                let both = [disc, &mark];
                let parts: Vec<&str> = both.into_iter().filter(|part| !part.is_empty()).collect();
                let _ = match &parts[..] {
                    [] => write!(text, "  |"),
                    parts => write!(text, " {} |", parts.join(" ")),
                };
            }
            text += "\n";
        }
        for line in self.lines() {
            let _ = write!(text, "\n{}\n", escaped(&line));
        }
        text
    }

    /// Returns the diagram as an SVG picture.
    pub fn svg(&self) -> String {
        let marks = Square::all().map(|square| (square, self.disc(square), self.mark_on(square)));
        let captions = (self.caption.as_str(), self.notes.join("; "));
        svg::board(
            &self.game,
            (&self.title, &self.names),
            self.position,
            marks,
            captions,
        )
    }
}

/// Escapes a text for a line of Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if MARKUP.contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Returns the board as text with file letters and rank digits. A square has this many
/// columns.
#[doc(hidden)]
pub fn framed<T: Display>(columns: usize, cell: impl Fn(Square) -> T) -> String {
    let line = |start: char, cells: Vec<String>| format!("{start}{}\n", cells.concat());
    let letters = File::all().map(|file| format!(" {:>columns$}", file.letter()));
    let rows = Rank::all().map(|rank| {
        let cells = File::all().map(|file| format!(" {:>columns$}", cell(Square::at(file, rank))));
        line(rank.digit(), cells.collect())
    });
    line(' ', letters.collect()) + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::find;
    use reversi::Entry;
    use reversi::transcript;

    /// A game in which White passes eight times.
    const PASSES: &str = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";

    #[test]
    fn the_numbers_of_a_kifu_are_those_of_the_moves_in_every_form() {
        let game = transcript::parse(PASSES).unwrap();
        let record = Record::from_game(&game);
        let kifu = Diagram::kifu(&record);
        let moves: Vec<Square> = game.entries().iter().filter_map(Entry::square).collect();
        let text = kifu.text();
        for (number, square) in (1..).zip(&moves) {
            let row = text
                .lines()
                .nth(1 + usize::from(square.rank().index()))
                .unwrap();
            let cells: Vec<&str> = row.split_whitespace().collect();
            assert_eq!(
                cells[1 + usize::from(square.file().index())],
                number.to_string()
            );
        }
        assert!(game.entries().len() > moves.len());
        let passes = text
            .lines()
            .find(|line| line.starts_with("White passes after "))
            .unwrap();
        assert_eq!(
            passes.matches(", ").count() + 1,
            game.entries().len() - moves.len()
        );
        for text in [kifu.markdown(), kifu.svg()] {
            assert!(text.contains(passes.trim_end_matches('.')), "{text}");
            for number in 1..=moves.len() {
                assert!(
                    text.contains(&format!(" {number} |")) || text.contains(&format!(">{number}<"))
                );
            }
        }
    }

    #[test]
    fn a_disc_of_a_kifu_has_the_colour_of_who_placed_it() {
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let kifu = Diagram::kifu(&Record::from_game(&game));
        let placed = |name: &str| kifu.disc(name.parse().unwrap());
        assert_eq!(
            placed("d6"),
            Some(Color::White),
            "turned to Black by c3 or later"
        );
        assert_eq!(placed("f5"), Some(Color::Black));
        assert_eq!(placed("e4"), Some(Color::Black), "of the start");
    }

    #[test]
    fn a_diagram_of_a_position_is_read_back_whatever_is_marked() {
        let game = transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c6").unwrap();
        for position in game.positions() {
            let plain = Diagram::of(position);
            assert_eq!(find(&plain.text()).unwrap().into_first().position, position);
        }
    }

    #[test]
    fn a_mark_cannot_bring_markup_in() {
        let mut diagram = Diagram::of(Position::START);
        diagram.mark(Square::A1, "<|");
        assert!(diagram.markdown().contains("| \\<\\| |"));
        assert!(diagram.svg().contains(">&lt;|<"));
        diagram.mark(Square::A1, "abc");
        assert!(diagram.text().contains("\n1 ab"), "two characters");
    }
}
