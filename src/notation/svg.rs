//! SVG pictures: a whole game as a diagram, as printed in books.
//!
//! Each square shows the number of the move played there, on a disc of the colour that played it; the
//! four starting discs have no number.

use std::fmt::{self, Write as _};

use super::clean::clean;
use super::record::Record;
use crate::color::Color;
use crate::square::{File, Rank, Square};

/// The side length of a square, in SVG units.
const CELL: u32 = 40;
/// The margin around the board for the coordinates.
const MARGIN: u32 = 28;
/// The space below the board for a line of text.
const FOOTER: u32 = 30;

/// Escapes text for XML: markup, and characters that XML does not allow.
pub(crate) struct Xml<'a>(pub(crate) &'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in clean(self.0).chars() {
            match c {
                '&' => f.write_str("&amp;"),
                '<' => f.write_str("&lt;"),
                '>' => f.write_str("&gt;"),
                '"' => f.write_str("&quot;"),
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}'),
                _ => f.write_char(c),
            }?;
        }
        Ok(())
    }
}

/// Begins a picture of a width and a height on white, with a title as its tooltip and attributes for its
/// content.
pub(crate) fn open(
    out: &mut String,
    title: &str,
    (width, height): (u32, u32),
    attributes: &str,
) -> fmt::Result {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" {attributes}>"
    )?;
    writeln!(out, "<title>{}</title>", Xml(title))?;
    writeln!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    )
}

/// Returns the centre of a square.
fn center(square: Square) -> (u32, u32) {
    let middle = |index: u8| MARGIN + u32::from(index) * CELL + CELL / 2;
    (middle(square.file().index()), middle(square.rank().index()))
}

const fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "#111",
        Color::White => "#fff",
    }
}

/// Appends a game as a diagram to `out`: the moves with their numbers, the players and the
/// result.
pub(super) fn game(record: &Record, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = picture(record, out);
}

fn picture(record: &Record, out: &mut String) -> fmt::Result {
    let name = |name: &String, color: Color| {
        if name.is_empty() {
            color.to_string()
        } else {
            name.clone()
        }
    };
    let black = name(&record.players.black, Color::Black);
    let white = name(&record.players.white, Color::White);
    let title = format!("{black} - {white}");
    let footer = match record.true_result() {
        Some(result) => format!("{title}: {result}"),
        None => title.clone(),
    };
    let width = 8 * CELL + 2 * MARGIN;
    let height = width + FOOTER;
    open(out, &title, (width, height), "text-anchor=\"middle\"")?;
    empty_board(out)?;
    for square in Square::all() {
        if let Some(color) = record.start.disc(square) {
            disc(out, square, color, "")?;
        }
    }
    let moves = record
        .sides()
        .filter_map(|(color, recorded)| Some((color, recorded.square?)));
    for (number, (color, square)) in (1u32..).zip(moves) {
        disc(out, square, color, &number.to_string())?;
    }
    let (x, y) = (width / 2, height - 12);
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>",
        Xml(&footer)
    )?;
    out.push_str("</svg>");
    Ok(())
}

fn empty_board(out: &mut String) -> fmt::Result {
    let board = 8 * CELL;
    let end = MARGIN + board;
    writeln!(
        out,
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" \
         fill=\"#2e8b57\" stroke=\"#000\" stroke-width=\"2\"/>"
    )?;
    for line in 1..8 {
        let at = MARGIN + line * CELL;
        writeln!(
            out,
            "<path d=\"M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}\" stroke=\"#000\"/>"
        )?;
    }
    for (x, y) in [(2, 2), (2, 6), (6, 2), (6, 6)] {
        let (x, y) = (MARGIN + x * CELL, MARGIN + y * CELL);
        writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>")?;
    }
    for (file, rank) in File::all().zip(Rank::all()) {
        let (x, y) = center(Square::at(file, rank));
        let (above, left) = (MARGIN - 9, MARGIN / 2);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{above}\" font-size=\"15\">{file}</text>"
        )?;
        let y = y + 5;
        writeln!(
            out,
            "<text x=\"{left}\" y=\"{y}\" font-size=\"15\">{rank}</text>"
        )?;
    }
    Ok(())
}

fn disc(out: &mut String, square: Square, color: Color, label: &str) -> fmt::Result {
    let (x, y) = center(square);
    let radius = CELL * 2 / 5;
    let body = fill(color);
    writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{body}\" stroke=\"#000\"/>"
    )?;
    if label.is_empty() {
        return Ok(());
    }
    let (y, ink) = (y + 5, fill(color.opposite()));
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"15\" fill=\"{ink}\">{label}</text>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript;

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn the_diagram_of_a_game_numbers_its_moves() {
        let record = Record::from_game(&transcript::parse("f5d6c3d3c4").unwrap());
        let mut picture = String::new();
        game(&record, &mut picture);
        for number in 1..=5 {
            assert!(picture.contains(&format!(">{number}</text>")), "{number}");
        }
        assert_eq!(count(&picture, "r=\"16\""), 9);
    }

    #[test]
    fn names_cannot_bring_markup_or_control_characters_in() {
        let mut record = Record::default();
        record.players.black = "<script>\u{1b}&\"".to_owned();
        let mut picture = String::new();
        game(&record, &mut picture);
        assert!(picture.contains("&lt;script&gt;\\u{1b}&amp;&quot; - White"));
        assert!(!picture.contains("<script>"));
    }

    #[test]
    fn characters_that_xml_does_not_allow_are_replaced() {
        let name = "a\u{fffe}b\u{ffff}c";
        assert_eq!(Xml(name).to_string(), "a\u{fffd}b\u{fffd}c");
    }
}
