//! A game that plays itself: keyframes of CSS, without a script, so that it plays as an image of a page, too.
//!
//! Without animations, and for people who want less motion, it is the picture of the end.

use std::fmt::{self, Write as _};

use super::{
    ATTRIBUTES, HEIGHT, MoveFrame, WIDTH, begin, center, discs, end_caption, fill, frames, ground,
    metadata, names, players, status, title,
};
use crate::record::Record;
use reversi::Color;
use reversi::Square;

/// The time of the start and of each move, in milliseconds.
const MOVE: u32 = 850;

/// How long the end is shown.
const END: u32 = 4500;

/// How long a placed disc grows.
const GROW: u32 = 120;

/// The delay between the flips of neighbouring discs.
const RIPPLE: u32 = 50;

/// The time of half a flip.
const HALF_FLIP: u32 = 110;

/// Returns a game as a picture that plays itself, over and over. The discs flip, the last move has a ring, and the
/// players, the discs and the result stand below.
///
/// ```
/// use reversi_notation::{detect, svg};
/// let record = detect::read(&b"f5d6c3"[..], None).next().unwrap()?;
/// assert!(svg::animation(&record).contains("@keyframes f5{"));
/// # Ok::<(), reversi_notation::RecordError>(())
/// ```
pub fn animation(record: &Record) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = draw(record, &frames(record), &mut out);
    out
}

/// Returns when a move or pass is played, counted from 0.
fn time_of(index: usize) -> u32 {
    let moves = u32::try_from(index + 1).expect("a game is short");
    MOVE * moves
}

/// The timing of a game.
#[derive(Clone, Copy)]
struct Time {
    /// The number of moves and passes.
    count: usize,
}

impl Time {
    /// Returns the time of the whole game.
    fn all(self) -> u32 {
        time_of(self.count) + END
    }

    /// Returns a time as a share of the whole.
    fn share(self, millis: u32) -> Percent {
        Percent(f64::from(millis) / f64::from(self.all()) * 100.0)
    }
}

/// A percentage with at most three decimals.
#[doc(hidden)]
pub struct Percent(pub f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.0);
        write!(f, "{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

fn draw(record: &Record, frames: &[MoveFrame], out: &mut String) -> fmt::Result {
    let [start, moves @ ..] = frames else {
        return Ok(());
    };
    let end = moves.last().unwrap_or(start);
    let time = Time { count: moves.len() };
    let names = names(record);
    begin(out, &title(record), (WIDTH, HEIGHT), ATTRIBUTES)?;
    metadata(record, out)?;
    let duration = f64::from(time.all()) / 1000.0;
    writeln!(
        out,
        "<style>\n.a{{animation:{duration}s linear infinite}}\n\
         .s{{animation:s {duration}s step-end infinite;visibility:hidden}}\n\
         .l{{animation:l {duration}s step-end infinite}}\n\
         .e{{animation:e {duration}s step-end infinite}}"
    )?;
    let squares: Vec<Square> = discs(end.position).map(|(square, _)| square).collect();
    let mut still = Vec::new();
    for &square in &squares {
        if !keyframes(square, start, moves, time, out)? {
            still.push(square);
        }
    }
    ring_keyframes(moves, time, out)?;
    // Each line below the board is shown for the time of a move, the last one to the end.
    writeln!(
        out,
        "@keyframes s{{0%{{visibility:visible}}{},to{{visibility:hidden}}}}\n\
         @keyframes e{{0%{{visibility:hidden}}{},to{{visibility:visible}}}}\n\
         @media(prefers-reduced-motion:reduce){{*{{animation:none!important}}}}\n</style>",
        time.share(MOVE),
        time.share(time_of(time.count)),
    )?;
    ground(out)?;
    for (square, color) in discs(end.position) {
        let (x, y) = center(square);
        let body = fill(color);
        let play = if still.contains(&square) {
            String::new()
        } else {
            format!(" class=\"a\" style=\"animation-name:{square}\"")
        };
        writeln!(
            out,
            "<g transform=\"translate({x} {y})\"><use href=\"#d\" fill=\"{body}\"{play}/></g>"
        )?;
    }
    if let Some(square) = moves.iter().rev().find_map(|frame| frame.square) {
        let (x, y) = center(square);
        writeln!(
            out,
            "<use href=\"#l\" class=\"l\" transform=\"translate({x} {y})\"/>"
        )?;
    }
    players(&names, out)?;
    lines(record, frames, out)?;
    out.push_str("</svg>");
    Ok(())
}

/// Writes what is shown below the board after each move, and at the end.
fn lines(record: &Record, frames: &[MoveFrame], out: &mut String) -> fmt::Result {
    for (index, frame) in frames.iter().enumerate() {
        // The start comes before the first move.
        let from = time_of(index) - MOVE;
        let delay = f64::from(from) / 1000.0;
        let attributes = format!(" class=\"s\" style=\"animation-delay:{delay}s\"");
        status(frame.position, &frame.caption(), &attributes, out)?;
    }
    let Some(end) = frames.last() else {
        return Ok(());
    };
    let caption = end_caption(record, &names(record)).unwrap_or_else(|| end.caption());
    status(end.position, &caption, " class=\"e\"", out)
}

/// Writes the keyframes of a disc: how it is placed, and its flips. Returns whether there are any.
fn keyframes(
    square: Square,
    start: &MoveFrame,
    moves: &[MoveFrame],
    time: Time,
    out: &mut String,
) -> Result<bool, fmt::Error> {
    let mut stops = String::new();
    for (index, frame) in moves.iter().enumerate() {
        let at = time_of(index);
        if frame.square == Some(square) {
            stop(
                &mut stops,
                &format!("0%,{}", time.share(at)),
                "0",
                frame.color,
            )?;
            stop(
                &mut stops,
                &time.share(at + GROW).to_string(),
                "1",
                frame.color,
            )?;
        } else if frame.flips.contains(square)
            && let Some(placed) = frame.square
        {
            let from = at + GROW + RIPPLE * (distance(placed, square) - 1);
            let middle = from + HALF_FLIP;
            let (old, new) = (frame.color.opposite(), frame.color);
            stop(&mut stops, &time.share(from).to_string(), "1", old)?;
            stop(&mut stops, &time.share(middle).to_string(), "0,1", old)?;
            // A moment later it has the other colour.
            stop(&mut stops, &time.share(middle + 1).to_string(), "0,1", new)?;
            stop(
                &mut stops,
                &time.share(middle + HALF_FLIP).to_string(),
                "1",
                new,
            )?;
        }
    }
    let first = start.position.disc(square);
    if stops.is_empty() {
        return Ok(false);
    }
    write!(out, "@keyframes {square}{{")?;
    if let Some(color) = first {
        stop(out, "0%", "1", color)?;
    }
    out.push_str(&stops);
    if let Some(last) = moves.last().and_then(|end| end.position.disc(square)) {
        stop(out, "to", "1", last)?;
    }
    out.push_str("}\n");
    Ok(true)
}

/// Writes a keyframe of a disc.
fn stop(out: &mut String, at: &str, scale: &str, color: Color) -> fmt::Result {
    write!(out, "{at}{{transform:scale({scale});fill:{}}}", fill(color))
}

/// Writes the keyframes of the ring around the last move.
fn ring_keyframes(moves: &[MoveFrame], time: Time, out: &mut String) -> fmt::Result {
    out.push_str("@keyframes l{0%{opacity:0}");
    for (index, frame) in moves.iter().enumerate() {
        if let Some(square) = frame.square {
            let (x, y) = center(square);
            write!(
                out,
                "{}{{opacity:1;transform:translate({x}px,{y}px)}}",
                time.share(time_of(index))
            )?;
        }
    }
    if let Some(square) = moves.iter().rev().find_map(|frame| frame.square) {
        let (x, y) = center(square);
        write!(out, "to{{opacity:1;transform:translate({x}px,{y}px)}}")?;
    }
    out.push_str("}\n");
    Ok(())
}

/// Returns the distance of two squares in steps of a king.
fn distance(a: Square, b: Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    u32::from(files.max(ranks)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;

    #[test]
    fn the_last_counts_are_those_of_the_title() {
        // White has no disc left after nine moves: 13 discs and 51 empty squares.
        let record = Record::from_game(&transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap());
        let picture = animation(&record);
        assert!(picture.contains(": 64-0</title>"), "{picture}");
        let (_, end) = picture.rsplit_once("class=\"e\"").unwrap();
        assert!(
            end.contains(">64</text>") && end.contains(">0</text>"),
            "{end}"
        );
    }

    #[test]
    fn each_disc_is_placed_once_and_flips_as_often_as_in_the_game() {
        let moves = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5a2b7\
                     a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";
        let record = Record::from_game(&transcript::parse(moves).unwrap());
        let picture = animation(&record);
        assert!(picture.len() < 100_000, "{}", picture.len());
        let frames = frames(&record);
        for square in Square::all() {
            let start = format!("@keyframes {square}{{");
            let (_, rest) = picture.split_once(&start).unwrap();
            let stops = rest.lines().next().unwrap();
            let flips = frames
                .iter()
                .filter(|frame| frame.flips.contains(square))
                .count();
            // Two stops at the edge for each flip.
            assert_eq!(stops.matches("scale(0,1)").count(), 2 * flips, "{square}");
            let placed = usize::from(frames[0].position.disc(square).is_none());
            assert_eq!(stops.matches("scale(0)").count(), placed, "{square}");
            // Times only grow.
            let shares = stops.split('}').filter_map(|stop| {
                let at = stop.split('{').next()?.split(',').next_back()?;
                at.strip_suffix('%')?.parse::<f64>().ok()
            });
            let shares: Vec<f64> = shares.collect();
            assert!(
                shares.is_sorted() && shares.iter().all(|share| *share < 100.0),
                "{stops}"
            );
        }
        assert_eq!(picture, animation(&record));
    }

    #[test]
    fn a_game_without_moves_and_one_with_a_pass_can_be_shown() {
        let start = animation(&Record::default());
        assert!(start.ends_with("</svg>") && !start.contains("animation-name"));
        let moves = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";
        let record = Record::from_game(&transcript::parse(moves).unwrap());
        let picture = animation(&record);
        assert!(
            picture.contains(">White passes</text>") || picture.contains(">Black passes</text>")
        );
        assert!(picture.ends_with("</svg>"));
    }
}
