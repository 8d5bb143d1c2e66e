//! Pictures of a game as files: a still, an animation, and a recording of the board on the screen.

use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;
use serde_json::json;

use super::ansi;
use super::table::timeline::Timeline;
use super::theme::{ActiveTheme, ColorDepth, Role};
use reversi::{Color, Entry, Game, Square};
use reversi_board::BuiltInTheme;
use reversi_board::parts::{BoardPlace, BoardShape, BoardView, Mark, Tile, TileCache};
use reversi_notation::{Format, Problem, Record, clean, svg};

/// The board of a recording.
const BOARD: BoardPlace = BoardShape::EIGHT.at(1, 2, 3);

/// The size of a recording: a row above the board and one below it are blank.
const SIZE: (u16, u16) = (BOARD.area.width + 2, BOARD.area.height + 5);

/// The time from one move of a recording to the next.
const MOVE: Duration = Duration::from_secs(1);

/// The time between two frames while discs flip: few, so that the file is small.
const FRAME: Duration = Duration::from_millis(85);

/// How long the end of a recording is shown.
const END: Duration = Duration::from_secs(4);

/// A form of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The board as SVG, after this number of moves and passes or at the end.
    Still(Option<usize>),
    /// The whole game as SVG that plays itself.
    Animation,
    /// The whole game on the board of the screen, for asciinema (asciicast v2).
    Recording,
}

impl Picture {
    /// Returns the form of a game as a whole that a file of this name has.
    pub fn of_path(path: &Path) -> Option<Self> {
        if Format::of_path(path) == Some(Format::Svg) {
            return Some(Self::Animation);
        }
        let is_recording = path.extension()?.eq_ignore_ascii_case(RECORDING);
        is_recording.then_some(Self::Recording)
    }

    /// Draws a game.
    ///
    /// # Errors
    /// [`Problem::Move`] for an illegal move. A record that was read from a file has none.
    pub fn draw(self, record: &Record) -> Result<String, Problem> {
        let mut text = match self {
            Self::Still(after) => svg::still(record, after),
            Self::Animation => svg::animation(record),
            Self::Recording => return recording(record),
        };
        text.push('\n');
        Ok(text)
    }
}

/// The extension of recordings.
pub const RECORDING: &str = "cast";

/// Returns a game as a recording of its board, with frames for the flips.
fn recording(record: &Record) -> Result<String, Problem> {
    let end = record.replay()?;
    let (width, height) = SIZE;
    let header = json!({
        "version": 2,
        "width": width,
        "height": height,
        "title": clean(&svg::title(record)),
        "env": {"TERM": "xterm-256color"},
    });
    let mut recorder = Recorder::new(record, header.to_string() + "\n");
    let mut game = Game::from_position(record.start);
    let (mut number, mut caption) = (0, String::new());
    recorder.show(&game, "");
    for recorded in end.entries() {
        recorder.wait(MOVE);
        match recorded {
            Entry::Move { square, .. } => {
                number += 1;
                caption = format!("{number}. {square}");
                recorder.play(&mut game, *square, &caption);
            }
            Entry::Pass { color } => {
                caption = format!("{color} passes");
                game.pass_if_forced();
                recorder.show(&game, &caption);
            }
            // The result tells of it.
            Entry::Resignation { .. } | Entry::Timeout { .. } | Entry::Agreement { .. } => {}
        }
    }
    recorder.wait(MOVE);
    recorder.show(&game, &svg::result_line(record).unwrap_or(caption));
    recorder.wait(END);
    recorder.hold();
    Ok(recorder.out)
}

/// Records frames.
struct Recorder<'a> {
    record: &'a Record,
    look: ActiveTheme,
    cache: TileCache,
    timeline: Timeline,
    last: Option<Square>,
    /// When the recording has started; only the time since then is used.
    start: Instant,
    now: Instant,
    shown: Buffer,
    out: String,
}

impl<'a> Recorder<'a> {
    fn new(record: &'a Record, header: String) -> Self {
        let start = Instant::now();
        let (width, height) = SIZE;
        Self {
            record,
            look: ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false),
            cache: TileCache::default(),
            timeline: Timeline::new(start),
            last: None,
            start,
            now: start,
            shown: Buffer::empty(Rect::new(0, 0, width, height)),
            out: header,
        }
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.timeline.pass_to(self.now);
    }

    /// Plays a move, with frames of its flips.
    fn play(&mut self, game: &mut Game, square: Square, caption: &str) {
        let placed = self.now;
        let moved = self.timeline.play(game, square, true, placed);
        debug_assert!(moved, "the record has been replayed");
        self.last = Some(square);
        self.show(game, caption);
        while self.timeline.is_flipping() && self.now < placed + MOVE {
            self.wait(FRAME);
            self.show(game, caption);
        }
        self.now = placed;
    }

    /// Records the changes of a frame.
    fn show(&mut self, game: &Game, caption: &str) {
        let frame = self.frame(game, caption);
        let mut codes = ansi::changes(&self.shown, &frame);
        if self.shown.content.iter().all(|cell| cell.symbol() == " ") {
            // The first frame is on an empty screen without a cursor.
            codes.insert_str(0, "\x1b[?25l\x1b[2J");
        }
        self.shown = frame;
        if !codes.is_empty() {
            self.write(&codes);
        }
    }

    /// Keeps the last frame on the screen until now.
    fn hold(&mut self) {
        self.write("");
    }

    fn write(&mut self, codes: &str) {
        let seconds = (self.now - self.start).as_secs_f64();
        let event = json!([seconds, "o", codes]);
        self.out += &event.to_string();
        self.out.push('\n');
    }

    fn frame(&self, game: &Game, caption: &str) -> Buffer {
        let area = self.shown.area;
        let mut buf = Buffer::empty(area);
        buf.set_style(area, self.look.style(Role::Text));
        let position = game.position();
        let tiles = Tile::board(|square| Tile {
            disc: position
                .disc(square)
                .map(|color| self.timeline.disc(square, color, self.now)),
            mark: if self.last == Some(square) {
                Mark::Last
            } else {
                Mark::None
            },
            ..Tile::of(square)
        });
        let board = BoardView {
            place: BOARD,
            tiles: &tiles,
            lit_file: None,
            lit_square: None,
            look: &self.look,
            cache: &self.cache,
        };
        (&board).render(area, &mut buf);
        let counts = position.counts();
        let side = |color: Color| {
            let name = clean(self.record.players[color].trim());
            let name = if name.is_empty() {
                color.to_string().into()
            } else {
                name
            };
            let disc = format!(" {} ", self.look.disc(color));
            Line::from(vec![
                Span::styled(disc, self.look.disc_style(color)),
                Span::styled(format!(" {name} "), self.look.style(Role::Text)),
                Span::styled(counts[color].to_string(), self.look.style(Role::Strong)),
            ])
        };
        let half = (area.width - 2) / 2;
        let [left, right] = [0, half].map(|x| Rect::new(1 + x, 0, half, 1));
        side(Color::Black).render(left, &mut buf);
        side(Color::White).right_aligned().render(right, &mut buf);
        let below = Rect::new(1, BOARD.area.bottom() + 1, area.width - 2, 1);
        Line::styled(caption.to_owned(), self.look.style(Role::Key)).render(below, &mut buf);
        buf
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;

    fn record() -> Record {
        let mut record = Record::from_game(&transcript::parse("f5d6c3d3c4").unwrap());
        record.players.black = "Ann".to_owned();
        record
    }

    #[test]
    fn a_recording_is_the_same_each_time_and_ends_with_the_last_position() {
        let record = record();
        let text = recording(&record).unwrap();
        assert_eq!(text, recording(&record).unwrap());
        assert!(text.len() < 60_000, "{}", text.len());
        let mut lines = text.lines();
        let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
        assert_eq!(
            (&header["version"], &header["width"]),
            (&json!(2), &json!(SIZE.0))
        );
        let [rows, columns] = [SIZE.1, SIZE.0].map(|size| size.try_into().unwrap());
        let mut screen = vt100::Parser::new(rows, columns, 0);
        let (mut last, mut flips) = (0.0, 0);
        for line in lines {
            let (time, kind, codes): (f64, String, String) = serde_json::from_str(line).unwrap();
            assert!(time >= last && kind == "o", "{line}");
            last = time;
            flips += 1;
            screen.process(codes.as_bytes());
        }
        assert!(flips > 12, "{flips} frames");
        let shown = screen.screen().contents();
        assert!(
            shown.contains("Ann 6") && shown.contains("White 3"),
            "{shown}"
        );
        assert!(shown.contains("5. c4"), "{shown}");
    }
}
