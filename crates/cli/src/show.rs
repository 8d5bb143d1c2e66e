//! `reversi show`: prints a position as a board and as bits, and the details of its game.

use serde_json::{Value, json};

use reversi::{Color, Game, Opening, Position, Square, SquareSet, transcript};
use reversi_notation::Record;
use reversi_notation::diagram::Diagram;
use reversi_notation::find::TextContent;
use reversi_table::game_link::game_link;
use reversi_table::phrase::columns::align_left;
use reversi_table::phrase::faults;
use reversi_table::store::summary;
use reversi_wording as wording;
use reversi_wording::{bit_grid, grid};

use super::Failure;
use super::options::JapaneseArg;
use super::output::{FormArgs, print, print_message, warning};
use super::source::{A_GAME, GameArgument, PositionOrGame, ends_at, find};
use super::values::{Expected, page_address, whole};
use reversi_text::{Said, tr};

/// Print a position: board, side to move, legal moves and both bitboards
///
/// GAME is one of these: a transcript such as f5d6c3; 64 characters X, O or - from a1 to h8 and the side to
/// move; a board of 8 lines as this and other programs print it; FEN; two hexadecimal numbers with the discs of
/// each side; a board and moves after it; any text with moves or a board in it; a file of games in any format, or
/// FILE#N for its game N; history:N for a game that `reversi history` lists, or history:last; or - for standard
/// input.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |arg| arg.help("Print JSON, with what was read in a text and what was skipped")))]
#[command(after_help = "\
Examples:
  reversi show                                     The starting position
  reversi show f5d6c3                              The position after three moves
  reversi show --hex f5d6c3                        Its bitboards as hexadecimal literals
  reversi show \"$(cat board.txt)\"                  A board: 64 characters X, O or -, and the side to move
  reversi show - < game.txt                        A position or game from standard input
  reversi show games.ggf#3 --at 20                 A game of a file after 20 moves
  reversi show history:last                        Your last game
  reversi show history:last --kifu                 The number of each move on its square
  reversi show f5d6c3 --diagram markdown --mark c4=A,e6
                                                   A diagram with marks, for a page
  reversi show game.sgf --kifu --diagram svg > kifu.svg
  reversi show f5d6c3 --link https://example.org/reversi/
                                                   A link to the game on a page
  reversi show --json \"I lost: f5d6c3 why?\"        What is read in a text, and what is skipped")]
pub(crate) struct ShowArgs {
    #[arg(value_name = "GAME", help = format!("{A_GAME} [default: the start]"))]
    text: Option<String>,
    /// Show the position after N moves and passes [default: all]
    #[arg(long, value_name = "N", value_parser = whole(0usize..))]
    at: Option<usize>,
    /// Number of the game in a file or standard input, from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = whole(0u64..))]
    game: Option<u64>,
    /// Print the bitboards as hexadecimal literals
    #[arg(long)]
    hex: bool,
    /// Print the game as in books: each move as its number on its square
    #[arg(long, conflicts_with_all = ["json", "hex"])]
    kifu: bool,
    /// Print a diagram and nothing else [default: text with --kifu or --mark]
    #[arg(long, value_name = "FORM", conflicts_with_all = ["json", "hex"])]
    diagram: Option<DiagramForm>,
    /// Print a link that opens the game on the page at this address, and nothing else
    #[arg(long, value_name = "URL", value_parser = page_address, conflicts_with_all = ["json", "hex", "kifu", "diagram"])]
    link: Option<String>,
    /// Mark squares of the diagram, with * or a text of one or two characters: c4,e6=A
    #[arg(long, value_name = "SQUARE=TEXT", value_delimiter = ',', value_parser = mark, conflicts_with_all = ["json", "hex", "kifu"])]
    mark: Vec<(Square, String)>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    japanese: JapaneseArg,
}

/// The form of a diagram.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum DiagramForm {
    Text,
    Markdown,
    Svg,
}

/// Parses a square and its mark.
fn mark(text: &str) -> Result<(Square, String), Expected> {
    let (square, mark) = text.split_once('=').unwrap_or((text, "*"));
    let length = mark.chars().count();
    let square = square.parse().ok().filter(|_| (1..=2).contains(&length));
    let expected = || {
        Expected(tr!(
            "a square, perhaps with = and one or two characters: c4 or c4=A"
        ))
    };
    Ok((square.ok_or_else(expected)?, mark.to_owned()))
}

/// Returns the diagram that the options ask for, if they do.
fn diagram(
    position: Position,
    found: &GameArgument,
    args: &ShowArgs,
) -> Result<Option<String>, Failure> {
    let form = match args.diagram {
        Some(form) => form,
        None if args.kifu || !args.mark.is_empty() => DiagramForm::Text,
        None => return Ok(None),
    };
    let mut diagram = match &found.subject {
        PositionOrGame::Game(game, record) if args.kifu => {
            let at = args.at.unwrap_or(usize::MAX).min(game.entries().len());
            let mut shown = Record::from_game(&game.up_to(at));
            if let Some(record) = record {
                shown.players.clone_from(&record.players);
            }
            Diagram::kifu(&shown)
        }
        PositionOrGame::Position(_) if args.kifu => {
            return Err(found.wrong(tr!("--kifu: a position has no moves; give a game")));
        }
        _ => Diagram::of(position),
    };
    for (square, mark) in &args.mark {
        diagram.mark(*square, mark);
    }
    Ok(Some(match form {
        DiagramForm::Text => diagram.text(),
        DiagramForm::Markdown => diagram.markdown(),
        DiagramForm::Svg => diagram.svg() + "\n",
    }))
}

/// Returns the link to the page at an address that opens the game up to an entry, or the position.
fn link(address: &str, position: Position, subject: &PositionOrGame, at: Option<usize>) -> String {
    match subject {
        PositionOrGame::Game(game, _) => {
            let at = at.unwrap_or(usize::MAX).min(game.entries().len());
            game_link(address, &game.up_to(at))
        }
        PositionOrGame::Position(_) => game_link(address, &Game::from_position(position)),
    }
}

pub(super) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let found = find(args.text.as_deref(), args.game)?;
    let subject = &found.subject;
    let mut text = String::new();
    let position = head(&mut text, &found, args)?;
    if let Some(address) = &args.link {
        return print(&(link(address, position, subject, args.at) + "\n"));
    }
    if let Some(diagram) = diagram(position, &found, args)? {
        return print(&diagram);
    }
    if !args.form.json
        && let PositionOrGame::Game(_, Some(record)) = subject
        && let Some(why) = record.check()
    {
        print_message(&warning(faults::warning(&why)));
    }
    args.form.print(
        || as_json(position, subject, args.at, found.content.as_ref()),
        || text + &description(position, args.hex),
    )
}

/// Returns the position, the game up to it, and how a text was understood.
fn as_json(
    position: Position,
    subject: &PositionOrGame,
    at: Option<usize>,
    content: Option<&TextContent>,
) -> Value {
    let bits = |set: SquareSet| format!("0x{:016x}", set.bits());
    let game = match subject {
        PositionOrGame::Position(_) => None,
        PositionOrGame::Game(game, _) => {
            Some(game.up_to(at.unwrap_or(usize::MAX).min(game.entries().len())))
        }
    };
    let game = game.as_ref();
    let read = content.map(|content| {
        let items = content.items.iter().map(|item| {
            json!({
                "place": item.place.to_string(),
                "form": item.form.to_string(),
                "position": item.position,
                "side_is_stated": item.side_is_stated,
                "other_reading": item.other_reading.as_ref().map(ToString::to_string),
            })
        });
        items.collect::<Vec<_>>()
    });
    let skipped = content.map(|content| {
        let parts = content.skipped.iter();
        let parts = parts.map(|part| json!({"place": part.place.to_string(), "text": part.text}));
        parts.collect::<Vec<_>>()
    });
    json!({
        "position": position,
        "side_to_move": position.side_to_move(),
        "black": bits(position.discs(Color::Black)),
        "white": bits(position.discs(Color::White)),
        "legal_moves": position.legal_moves().iter().collect::<Vec<_>>(),
        "start": game.map(Game::start),
        "moves": game.map(transcript::print),
        "read": read,
        "skipped": skipped,
    })
}

/// Writes the details of the game, and returns the position to show.
fn head(to: &mut String, found: &GameArgument, args: &ShowArgs) -> Result<Position, Failure> {
    let at = args.at;
    let (game, record) = match &found.subject {
        PositionOrGame::Position(position) => {
            return match at {
                None | Some(0) => Ok(*position),
                Some(at) => Err(found.wrong(tr!("--at {at}: a position has no moves", at))),
            };
        }
        PositionOrGame::Game(game, record) => (game, record),
    };
    let entries = game.entries();
    let at_end = entries.len();
    let at = at.unwrap_or(at_end);
    if at > at_end {
        return Err(found.wrong(ends_at(at, at_end)));
    }
    let mut lines = record.as_deref().map(summary::details).unwrap_or_default();
    // The name of the opening while the game is still in it; later moves do not count.
    let mut so_far = game.clone();
    while so_far.entries().len() > at {
        so_far.undo();
    }
    if let Some(opening) = Opening::of(so_far.positions()) {
        lines.push(summary::opening_line(opening, args.japanese.is_wanted()));
    }
    if at < at_end {
        let end = at_end;
        let last = at.checked_sub(1).and_then(|last| entries.get(last));
        lines.push(if let Some(entry) = last {
            let entry = &wording::entry(entry, None);
            tr!("Position {at} of {end}, after {entry}", at, end, entry)
        } else {
            tr!("Position {at} of {end}, before the first move", at, end)
        });
    }
    if !lines.is_empty() {
        *to += &(String::from(Said::lines(lines)) + "\n\n");
    }
    Ok(so_far.position())
}

fn description(position: Position, hex: bool) -> String {
    let legal_moves = position.legal_moves();
    let board = grid(position, legal_moves);
    let counts = wording::counts(position);
    let turn = Said::sentences([counts, wording::to_move_in(position, None)]);
    let mut text = format!("{board}{turn}\n");
    if let Some(outcome) = Game::from_position(position).outcome() {
        let (before, last) = wording::outcome(&outcome);
        text.extend(
            before
                .into_iter()
                .chain([last])
                .map(|sentence| format!("{sentence}\n")),
        );
    }
    let of = |color| (tr!("{color}", color), position.discs(color));
    let sets = [
        of(Color::Black),
        of(Color::White),
        (tr!("legal moves"), legal_moves),
    ];
    let bits = if hex {
        let bits = |set: SquareSet| format!("0x{:016x}\n", set.bits());
        let lines = sets.map(|(name, set)| align_left(&name, 11) + " " + &bits(set));
        lines.concat()
    } else {
        side_by_side(sets)
    };
    format!("{text}\n{position}\n\n{bits}")
}

/// Returns sets of squares as rows of bits, side by side, each under its name.
fn side_by_side(sets: [(Said, SquareSet); 3]) -> String {
    let blocks = sets.map(|(name, set)| format!("{name}\n{}", bit_grid(set)));
    let [black, white, legal] = blocks.each_ref().map(|block| block.lines());
    let rows = black.zip(white).zip(legal);
    let rows = rows.map(|((black, white), legal)| {
        align_left(black, 21) + &align_left(white, 21) + legal + "\n"
    });
    rows.collect::<Vec<_>>().concat()
}
