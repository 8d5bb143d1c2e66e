//! `reversi explain --go`: the lessons of Go's kernel.

use std::borrow::Cow;

use super::ExplainArgs;
use crate::Failure;
use crate::source::standard_text;
use crate::values::Expected;
use reversi::transcript::{Token, tokens};
use reversi_lessons::go::GoTopic;
use reversi_table::go::{GoDiagram, GoGame, GoMove, Grid, Komi, ParseDiagramError, ParseMoveError};
use reversi_text::{Said, tr};

/// The options of Go.
#[derive(Debug, Default, clap::Args)]
pub(super) struct GoLessonArgs {
    /// Explain Go on a small board: which stones are dead or, with --legal-moves, which moves are legal
    #[arg(long, conflicts_with_all = ["flips", "stable", "carry", "halves", "disc_count", "mobility", "arrays", "directions", "direction", "unmasked"])]
    pub(super) go: bool,
    /// With --go: explain which stones of the side to move are dead (the default). After moves, the stones
    /// that the last one captured are still on the board
    #[arg(long, group = "topic", requires = "go")]
    pub(super) dead: bool,
    /// With --go and moves: points on each side of the board, 2 to 7 [default: 5]
    #[arg(long, value_name = "N", requires = "go", value_parser = grid)]
    pub(super) size: Option<Grid>,
}

/// The board where none is given.
const USUAL: Grid = Grid::new(5).expect("from 2 to 7");

/// Parses the size of a board.
fn grid(text: &str) -> Result<Grid, Expected> {
    let grid = text.parse().ok().and_then(Grid::new);
    grid.ok_or_else(|| Expected(tr!("a whole number from 2 to 7")))
}

/// Explains dead stones, or legal moves, at a position.
pub(super) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let topic = if args.legal_moves {
        GoTopic::LegalMoves
    } else {
        GoTopic::DeadStones
    };
    let wrong: fn(Said) -> Failure = match args.position.as_deref() {
        Some("-") => Failure::Faults,
        _ => Failure::Usage,
    };
    let text = match args.position.as_deref() {
        None => Cow::Borrowed(topic.example()),
        Some("-") => Cow::Owned(standard_text()?),
        Some(text) => Cow::Borrowed(text),
    };
    // A diagram has no digits.
    let position = if text.contains(|c: char| c.is_ascii_digit()) || text.trim().is_empty() {
        after_moves(&text, args.go.size.unwrap_or(USUAL), topic, wrong)?
    } else {
        diagram(&text, args.go.size, topic, wrong)?
    };
    let trace = topic.trace(position);
    args.form.output(&trace, position.side_to_move, wrong)
}

fn diagram(
    text: &str,
    size: Option<Grid>,
    topic: GoTopic,
    wrong: fn(Said) -> Failure,
) -> Result<GoDiagram, Failure> {
    let parsed = text.parse();
    let position: GoDiagram =
        parsed.map_err(|error: ParseDiagramError| wrong(Said::display(error)))?;
    let GoDiagram {
        grid,
        stones,
        side_to_move,
    } = position;
    if let Some(size) = size.filter(|&size| size != grid) {
        return Err(wrong(tr!(
            "the diagram has {rows} rows, but --size is {size}",
            rows = grid.size(),
            size = size.size()
        )));
    }
    let is_legal = GoGame::from_position(grid, Komi::default(), stones, side_to_move).is_some();
    if topic == GoTopic::LegalMoves && !is_legal {
        return Err(wrong(tr!(
            "the position is not legal, because some stones have no liberty; use --dead to find them"
        )));
    }
    Ok(position)
}

/// Returns the position after moves.
fn after_moves(
    text: &str,
    grid: Grid,
    topic: GoTopic,
    wrong: fn(Said) -> Failure,
) -> Result<GoDiagram, Failure> {
    let at = |number: usize, error: &dyn std::fmt::Display| {
        let why = &Said::display(error);
        wrong(tr!("in the transcript, move {number}: {why}", number, why))
    };
    let mut game = GoGame::new(grid, Komi::default());
    for (number, token) in (1..).zip(tokens(text)) {
        let played = match token.map_err(|_| at(number, &ParseMoveError))? {
            Token::Move(point) => GoMove::Stone(point),
            Token::Pass => GoMove::Pass,
        };
        game.play(played).map_err(|error| at(number, &error))?;
    }
    Ok(topic.position(&game))
}
