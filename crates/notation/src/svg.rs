//! SVG pictures of a game: the board after a move, with the numbers of the moves on their discs, and the whole
//! game as a picture that plays itself.

mod animation;

use std::fmt::{self, Write as _};

use super::clean::clean;
use super::record::{Record, StatedResult};
use super::sgf;
use super::variations::Variations;
use reversi::Game;
use reversi::Position;
use reversi::SquareSet;
use reversi::{ByColor, Color};
use reversi::{File, Rank, Square};

#[doc(hidden)]
pub use animation::Percent;
pub use animation::animation;

/// The side length of a square, in SVG units.
const CELL: u32 = 40;
/// The margin around the board for the coordinates.
const MARGIN: u32 = 28;
/// The space below the board for the players and the result.
const FOOTER: u32 = 58;
/// The width of a picture.
const WIDTH: u32 = 8 * CELL + 2 * MARGIN;
/// The height of a picture.
const HEIGHT: u32 = WIDTH + FOOTER;
/// The radius of a disc.
const RADIUS: u32 = 16;
/// The colour of a mark on an empty square.
const MARK: &str = "#f2c14e";
/// The longest name, in columns of a terminal.
const LONGEST_NAME: usize = 20;

/// Escapes text for XML: markup, and characters that XML does not allow.
#[doc(hidden)]
pub struct Xml<'a>(pub &'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_xml(&clean(self.0), f)
    }
}

/// The special characters of XML and their entities. The first one occurs in the entities of the others.
const ENTITIES: [(char, &str); 4] = [
    ('&', "&amp;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('"', "&quot;"),
];

/// Writes a text as it stands in XML.
fn write_xml(text: &str, to: &mut impl fmt::Write) -> fmt::Result {
    for c in text.chars() {
        let mut entities = ENTITIES.into_iter();
        match (c, entities.find(|(sign, _)| *sign == c)) {
            (_, Some((_, entity))) => to.write_str(entity)?,
            ('\u{fffe}' | '\u{ffff}', None) => to.write_char('\u{fffd}')?,
            (_, None) => to.write_char(c)?,
        }
    }
    Ok(())
}

/// Begins a picture of a width and a height on white, with a title as its tooltip and attributes for its
/// content.
///
/// # Errors
/// Never: writing to a string does not fail.
#[doc(hidden)]
pub fn open(out: &mut String, title: &str, size: (u32, u32), attributes: &str) -> fmt::Result {
    begin(out, title, size, attributes)?;
    let (width, height) = size;
    writeln!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    )
}

/// Begins a picture without a ground.
fn begin(
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
    writeln!(out, "<title>{}</title>", Xml(title))
}

/// The element of a picture with its game.
const GAME: [&str; 2] = ["<metadata>", "</metadata>"];

/// Writes a game into a picture as SGF.
fn metadata(record: &Record, out: &mut String) -> fmt::Result {
    let mut game = String::new();
    sgf::write(record, &mut game);
    out.push_str(GAME[0]);
    write_xml(&game, out)?;
    writeln!(out, "{}", GAME[1])
}

/// Returns the game in a picture as SGF, with the lines before it.
pub(super) fn game_in(picture: &str) -> Option<String> {
    let (before, rest) = picture.split_once(GAME[0])?;
    let (game, _) = rest.split_once(GAME[1])?;
    // Other programs write other data there.
    let game = game.starts_with("(;").then_some(game)?;
    let lines = "\n".repeat(before.matches('\n').count());
    let signs = ENTITIES.into_iter().rev();
    Some(signs.fold(lines + game, |game, (sign, entity)| {
        game.replace(entity, sign.encode_utf8(&mut [0; 4]))
    }))
}

/// Returns a picture of the board after a number of moves and passes of a game, or at its end. The discs of the
/// moves have their numbers, and the last one a ring.
///
/// ```
/// use reversi_notation::{Format, detect, svg};
/// let record = detect::read(&b"f5d6c3"[..], None).next().unwrap()?;
/// let end = svg::still(&record, None);
/// assert!(end.starts_with("<svg"));
/// assert_ne!(end, svg::still(&record, Some(2)));
/// # Ok::<(), reversi_notation::RecordError>(())
/// ```
pub fn still(record: &Record, after: Option<usize>) -> String {
    let frames = frames(record);
    let last = frames.len() - 1;
    let at = after.unwrap_or(last).min(last);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = if at == last {
        draw_still(record, &frames, true, &mut out)
    } else {
        let shown = Record {
            moves: record.moves[..at].to_vec(),
            variations: Variations::default(),
            ..record.clone()
        };
        draw_still(&shown, &frames[..=at], false, &mut out)
    };
    out
}

fn draw_still(
    record: &Record,
    frames: &[MoveFrame],
    at_end: bool,
    out: &mut String,
) -> fmt::Result {
    let names = names(record);
    let Some(shown) = frames.last() else {
        return Ok(());
    };
    begin(out, &title(record), (WIDTH, HEIGHT), ATTRIBUTES)?;
    metadata(record, out)?;
    ground(out)?;
    for (square, color) in discs(shown.position) {
        draw_disc(square, color, out)?;
    }
    for frame in frames {
        if let (Some(square), Some(number)) = (frame.square, frame.number) {
            let color = shown.position.disc(square).unwrap_or(frame.color);
            draw_text(square, fill(color.opposite()), &number.to_string(), out)?;
        }
    }
    let last_move = frames.iter().rev().find_map(|frame| frame.square);
    if let Some(square) = last_move {
        let (x, y) = center(square);
        writeln!(out, "<use href=\"#l\" x=\"{x}\" y=\"{y}\"/>")?;
    }
    players(&names, out)?;
    let caption = if at_end {
        end_caption(record, &names).unwrap_or_else(|| shown.caption())
    } else {
        shown.caption()
    };
    status(shown.position, &caption, "", out)?;
    out.push_str("</svg>");
    Ok(())
}

/// The attributes of a picture of the board.
const ATTRIBUTES: &str = "text-anchor=\"middle\" role=\"img\"";

/// The start, or a move or a pass, and the position after it.
#[derive(Clone, Debug)]
struct MoveFrame {
    position: Position,
    /// Who has played.
    color: Color,
    /// The square of the move; `None` at the start and for a pass.
    square: Option<Square>,
    /// The number of the move.
    number: Option<u32>,
    /// The discs that the move has flipped.
    flips: SquareSet,
}

impl MoveFrame {
    /// Returns what was played, for the line below the board.
    fn caption(&self) -> String {
        match (self.square, self.number) {
            (Some(square), Some(number)) => format!("{number}. {square}"),
            (_, Some(_)) => format!("{} passes", self.color),
            (_, None) => String::new(),
        }
    }
}

/// Returns the start of a game and its moves and passes.
fn frames(record: &Record) -> Vec<MoveFrame> {
    let mut before = record.start;
    let mut number = 0;
    let start = MoveFrame {
        position: before,
        color: before.side_to_move(),
        square: None,
        number: None,
        flips: SquareSet::EMPTY,
    };
    let steps = record.sides().zip(record.positions().skip(1));
    let steps = steps.map(|((color, recorded), position)| {
        number += u32::from(recorded.square.is_some());
        let flips = before.discs(color.opposite()) & position.discs(color);
        before = position;
        MoveFrame {
            position,
            color,
            square: recorded.square,
            number: Some(number),
            flips,
        }
    });
    let steps: Vec<MoveFrame> = steps.collect();
    std::iter::once(start).chain(steps).collect()
}

/// Returns the discs of a position.
fn discs(position: Position) -> impl Iterator<Item = (Square, Color)> {
    Square::all().filter_map(move |square| Some((square, position.disc(square)?)))
}

/// Returns the names of the players, shortened, or their colours if they are unknown.
pub(super) fn names(record: &Record) -> ByColor<String> {
    ByColor::from_fn(|color| {
        let name = clean(record.players[color].trim());
        if name.is_empty() {
            return color.to_string();
        }
        // Letters beyond Latin may be twice as wide.
        let width = |c: char| if c < '\u{1100}' { 1 } else { 2 };
        let mut room = LONGEST_NAME;
        let fitting = name.chars().take_while(|&c| {
            let fits = room >= width(c);
            room = room.saturating_sub(width(c));
            fits
        });
        let mut short: String = fitting.collect();
        if short.len() < name.len() {
            short.pop();
            short.push('\u{2026}');
        }
        short
    })
}

/// Returns the title of a game: the players and the result.
#[doc(hidden)]
pub fn title(record: &Record) -> String {
    let names = ByColor::from_fn(|color| match record.players[color].trim() {
        "" => color.to_string(),
        name => name.to_owned(),
    });
    let players = format!("{} - {}", names.black, names.white);
    match record.true_result() {
        Some(result) => format!("{players}: {result}"),
        None => players,
    }
}

/// Returns the result in words; `None` for an unfinished game.
pub(super) fn end_caption(record: &Record, names: &ByColor<String>) -> Option<String> {
    let result: StatedResult = record.true_result()?;
    let score = result.score?;
    let Some(winner) = score.winner() else {
        return Some("Draw".to_owned());
    };
    Some(match result.ending {
        None => format!("{} wins", names[winner]),
        Some(ending) => format!("{} wins {ending}", names[winner]),
    })
}

/// Returns the result in words, for the line below the board; `None` for an unfinished game.
#[doc(hidden)]
pub fn result_line(record: &Record) -> Option<String> {
    end_caption(record, &names(record))
}

/// Returns a picture of discs with texts on their squares, with a title and the names of the players, the counts of a
/// position, and a caption with a line of small print below it. It holds the game.
pub(super) fn board<'a>(
    game: &Record,
    (title, names): (&str, &ByColor<String>),
    position: Position,
    squares: impl Iterator<Item = (Square, Option<Color>, &'a str)>,
    (caption, small): (&str, String),
) -> String {
    let mut out = String::new();
    let draw = |out: &mut String| -> fmt::Result {
        begin(out, title, (WIDTH, HEIGHT), ATTRIBUTES)?;
        metadata(game, out)?;
        ground(out)?;
        for (square, disc, text) in squares {
            if let Some(color) = disc {
                draw_disc(square, color, out)?;
            }
            if !text.is_empty() {
                draw_text(
                    square,
                    disc.map_or(MARK, |color| fill(color.opposite())),
                    text,
                    out,
                )?;
            }
        }
        players(names, out)?;
        status(position, caption, "", out)?;
        if !small.is_empty() {
            let (x, y, small) = (WIDTH / 2, HEIGHT - 4, Xml(&small));
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"9\" fill=\"#8b9890\">{small}</text>"
            )?;
        }
        out.push_str("</svg>");
        Ok(())
    };
    // Writing to a string cannot fail.
    let _ = draw(&mut out);
    out
}

fn draw_disc(square: Square, color: Color, out: &mut String) -> fmt::Result {
    let (x, y) = center(square);
    let fill = fill(color);
    writeln!(
        out,
        "<use href=\"#d\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\"/>"
    )
}

fn draw_text(square: Square, ink: &str, text: &str, out: &mut String) -> fmt::Result {
    let (x, y) = center(square);
    let (y, text) = (y + 5, Xml(text));
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"{ink}\">{text}</text>"
    )
}

/// Returns the centre of a square.
fn center(square: Square) -> (u32, u32) {
    let middle = |index: u8| MARGIN + u32::from(index) * CELL + CELL / 2;
    (middle(square.file().index()), middle(square.rank().index()))
}

const fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "#16181a",
        Color::White => "#f0ede4",
    }
}

/// Draws the page, the frame with the coordinates, the empty board and the shapes to use on it.
fn ground(out: &mut String) -> fmt::Result {
    let board = 8 * CELL;
    let (inner, edge) = (WIDTH - 8, 4);
    writeln!(
        out,
        "<defs><g id=\"d\"><circle r=\"{RADIUS}\" stroke=\"#000\" stroke-opacity=\".35\"/>\
         <ellipse cx=\"-4\" cy=\"-5\" rx=\"8\" ry=\"6\" fill=\"#fff\" opacity=\".1\"/></g>\
         <circle id=\"l\" r=\"{RADIUS}\" fill=\"none\" stroke=\"#f2a51e\" stroke-width=\"3\"/></defs>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"#121715\"/>\n\
         <rect x=\"{edge}\" y=\"{edge}\" width=\"{inner}\" height=\"{inner}\" rx=\"8\" fill=\"#0b3220\"/>\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"#23854b\"/>"
    )?;
    out.push_str("<path fill=\"#1e7943\" d=\"");
    for square in Square::all() {
        let (file, rank) = (square.file().index(), square.rank().index());
        if (file + rank) % 2 == 1 {
            let (x, y) = center(square);
            let (x, y) = (x - CELL / 2, y - CELL / 2);
            write!(out, "M{x} {y}h{CELL}v{CELL}h-{CELL}z")?;
        }
    }
    out.push_str("\"/>\n<g fill=\"#145a31\">");
    for (x, y) in [(2, 2), (2, 6), (6, 2), (6, 6)] {
        let (x, y) = (MARGIN + x * CELL, MARGIN + y * CELL);
        write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>")?;
    }
    out.push_str("</g>\n<g font-size=\"13\" fill=\"#b8cfae\">");
    for (file, rank) in File::all().zip(Rank::all()) {
        let (x, y) = center(Square::at(file, rank));
        let (above, left) = (MARGIN - 9, MARGIN / 2 + 2);
        let y = y + 5;
        write!(
            out,
            "<text x=\"{x}\" y=\"{above}\">{file}</text><text x=\"{left}\" y=\"{y}\">{rank}</text>"
        )?;
    }
    out.push_str("</g>\n");
    Ok(())
}

/// Draws the names of the players.
fn players(names: &ByColor<String>, out: &mut String) -> fmt::Result {
    let y = WIDTH + 16;
    let sides = [
        (Color::Black, 24, 40, "start"),
        (Color::White, WIDTH - 24, WIDTH - 40, "end"),
    ];
    for (color, disc, text, anchor) in sides {
        let (stroke, body) = ("#8b9890", fill(color));
        let name = Xml(&names[color]);
        writeln!(
            out,
            "<circle cx=\"{disc}\" cy=\"{y}\" r=\"8\" fill=\"{body}\" stroke=\"{stroke}\"/>\
             <text x=\"{text}\" y=\"{}\" font-size=\"14\" text-anchor=\"{anchor}\" fill=\"#e4e8e1\">{name}</text>",
            y + 5
        )?;
    }
    Ok(())
}

/// Draws the discs of both sides and what was played, in a group with attributes.
fn status(position: Position, caption: &str, attributes: &str, out: &mut String) -> fmt::Result {
    let y = WIDTH + 44;
    // At the end the empty squares count for the winner, as in the title.
    let outcome = Game::from_position(position).outcome();
    let counts = outcome.map_or(position.counts(), |outcome| outcome.score);
    let (left, right, middle) = (24, WIDTH - 24, WIDTH / 2);
    writeln!(
        out,
        "<g{attributes} font-size=\"17\" fill=\"#e4e8e1\"><text x=\"{left}\" y=\"{y}\">{}</text>\
         <text x=\"{right}\" y=\"{y}\">{}</text>\
         <text x=\"{middle}\" y=\"{y}\" font-size=\"15\" fill=\"#f2c14e\">{}</text></g>",
        counts.black,
        counts.white,
        Xml(caption)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::find;
    use reversi::transcript;

    fn record(moves: &str) -> Record {
        Record::from_game(&transcript::parse(moves).unwrap())
    }

    #[test]
    fn a_picture_has_the_discs_of_a_position_with_the_numbers_of_the_moves() {
        let record = record("f5d6c3d3c4");
        let picture = still(&record, None);
        let discs = |picture: &str| picture.matches("<use href=\"#d\"").count();
        let numbers = |picture: &str| {
            let numbers = (1..=60).filter(|n| {
                picture.contains(&format!("font-size=\"14\" fill=\"#16181a\">{n}<"))
                    || picture.contains(&format!("font-size=\"14\" fill=\"#f0ede4\">{n}<"))
            });
            numbers.count()
        };
        assert_eq!((discs(&picture), numbers(&picture)), (9, 5));
        let start = still(&record, Some(0));
        assert_eq!((discs(&start), numbers(&start)), (4, 0));
        let middle = still(&record, Some(2));
        assert_eq!((discs(&middle), numbers(&middle)), (6, 2));
        assert!(middle.contains(">2. d6</text>"));
        assert_eq!(still(&record, Some(9)), picture, "there are no more moves");
    }

    #[test]
    fn names_cannot_bring_markup_or_control_characters_in() {
        let mut record = Record::default();
        record.players.black = "<script>\u{1b}&\"".to_owned();
        for picture in [still(&record, None), animation(&record)] {
            assert!(picture.contains("&lt;script&gt;\\u{1b}&amp;&quot; - White"));
            assert!(!picture.contains("<script>"));
            let game = find(&picture).unwrap().into_first().into_record();
            assert_eq!(game.players.black, "<script>\\u{1b}&\"");
        }
    }

    #[test]
    fn long_names_are_shortened() {
        let mut record = Record::default();
        record.players.black = "A very long name of a person".to_owned();
        record.players.white = "\u{30aa}\u{30bb}\u{30ed}".repeat(9);
        let names = names(&record);
        assert_eq!(names.black, "A very long name of\u{2026}");
        assert_eq!(names.white.chars().count(), 10);
    }

    #[test]
    fn characters_that_xml_does_not_allow_are_replaced() {
        let name = "a\u{fffe}b\u{ffff}c";
        assert_eq!(Xml(name).to_string(), "a\u{fffd}b\u{fffd}c");
    }
}
