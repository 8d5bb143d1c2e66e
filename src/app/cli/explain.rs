//! Owns `reversi explain`: how the kernel computes something, step by step, as text.

use crate::app::lesson::{Options, Topic, text};

use super::{Failure, print, show};
use crate::app::cli::args::ExplainArgs;

pub(super) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let position = show::position(args.position.as_deref(), "explain")?;
    let topic = match args {
        ExplainArgs {
            flips: Some(square),
            ..
        } => Topic::Flips(*square),
        ExplainArgs { stable: true, .. } => Topic::StableDiscs,
        ExplainArgs { carry: true, .. } => Topic::Carry,
        ExplainArgs { count: true, .. } => Topic::DiscCount,
        ExplainArgs { mobility: true, .. } => Topic::Mobility,
        _ => Topic::LegalMoves,
    };
    if args.direction.is_some() && !topic.has_directions() {
        return Err(Failure::Usage(
            "--direction goes with --moves and --flips, the others look in all directions"
                .to_owned(),
        ));
    }
    if args.unmasked && !topic.has_mask() {
        return Err(Failure::Usage(
            "--unmasked goes with --moves, --flips and --carry, the others need no mask".to_owned(),
        ));
    }
    let options = Options {
        direction: args.direction,
        masked: !args.unmasked,
    };
    let board = position.board();
    let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
    let letters = text::Letters::of(position.side_to_move());
    print(text::to_string(&trace, letters).as_bytes())
}
