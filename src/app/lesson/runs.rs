//! What the lessons about runs share: the directions one after the other, and what happens when their
//! masks are left out.

use super::Options;
use super::direction::wrapped;
use super::narrator::{Moment, common};
use super::traced::Traced;
use super::words::{squares, verb};
use crate::bitboard::plain::{DIRECTIONS, Direction};

/// The mask of a direction whose mask is left out.
pub(super) const EVERY_SQUARE: u64 = u64::MAX;

impl Options {
    /// The directions for the kernel, without their masks if that is what is to be shown.
    pub(super) fn directions(self) -> Vec<Direction> {
        let mut directions = self
            .direction
            .map_or(DIRECTIONS.to_vec(), |direction| vec![direction]);
        if !self.masked {
            for direction in &mut directions {
                direction.mask = EVERY_SQUARE;
            }
        }
        directions
    }
}

/// The difference that the mask makes.
pub(super) fn wrong(found: Traced, with_mask: Traced) -> Traced {
    found ^ with_mask
}

/// Where a lesson is in its directions.
pub(super) struct Runs {
    options: Options,
    coming: std::vec::IntoIter<Direction>,
    /// The direction that is being told.
    pub(super) direction: Direction,
    /// The runs of this direction grow no more.
    pub(super) complete: bool,
    masked: bool,
}

impl Runs {
    pub(super) fn new(options: Options) -> Self {
        Self {
            options,
            coming: options.directions().into_iter(),
            direction: DIRECTIONS[0],
            complete: false,
            masked: options.masked,
        }
    }

    /// What is said of a step that is the same in several lessons.
    pub(super) fn tell(&mut self, step: &mut Moment) -> Option<String> {
        match step.name {
            "passable" => Some(self.passable(step)),
            "wrong" => Some(self.wrong(step)),
            _ => common(step),
        }
    }

    /// The first step of a direction. The same direction comes again where it is repeated with its mask.
    fn passable(&mut self, step: &mut Moment) -> String {
        match self.coming.next() {
            Some(direction) => {
                self.direction = direction;
                step.begins(direction.to_string(), Some(direction));
            }
            None => self.masked = true,
        }
        if !self.masked {
            return "The mask is left out on purpose: a run may pass over every opponent disc, even \
                    on the edges."
                .to_owned();
        }
        let why = if self.direction.shift.abs() == 8 {
            "ranks 1 and 8, beyond which no run goes on"
        } else {
            "files a and h, where a shift would run over the edge onto another rank"
        };
        let removed = match step.at("opponent") & !step.value {
            0 => String::new(),
            set => format!(": here {}", squares(set)),
        };
        format!(
            "The opponent discs that a run may pass over: {}. The mask leaves out {why}{removed}.",
            squares(step.value)
        )
    }

    /// The beginning of the same with the mask.
    pub(super) fn with_mask(&self, step: &mut Moment, what: &str) -> String {
        match self.options.direction {
            None => {
                step.begins("with the mask", None);
                format!(
                    "The {what} with the mask, as they should be: {}.",
                    squares(step.value)
                )
            }
            Some(direction) => {
                step.begins(format!("{direction}, with the mask"), Some(direction));
                format!("The same again with the mask, to find the {what} as they should be.")
            }
        }
    }

    /// A warning about those of the `allowed` squares that a step from `set` reaches over the edge.
    pub(super) fn warning(&self, set: u64, allowed: u64) -> String {
        match wrapped(self.direction, set) & allowed {
            0 => String::new(),
            over if self.masked => format!(
                " Across the edge of the board: {}; the mask has no bit there.",
                squares(over)
            ),
            over => format!(
                " Wrong: {} {} reached across the edge of the board.",
                squares(over),
                verb(over, "was", "were")
            ),
        }
    }

    /// The comparison at the end.
    fn wrong(&self, step: &mut Moment) -> String {
        step.begins("what goes wrong", None);
        if self
            .options
            .direction
            .is_some_and(|direction| direction.shift.abs() == 8)
        {
            return "Nothing can go wrong along a file: bits that leave rank 1 or 8 fall out of the \
                    64. Here the mask only saves looking at runs that nothing can close."
                .to_owned();
        }
        let part = |set, what: &str| match set {
            0 => String::new(),
            _ => format!(
                " Without the mask {} {} {what}.",
                squares(set),
                verb(set, "is", "are")
            ),
        };
        let missing = step.value & step.at("with_mask");
        match step.value {
            0 => {
                "Nothing went wrong this time: no run reached an edge that the mask guards. Other \
                  positions show why it is there."
                    .to_owned()
            }
            set => format!(
                "The difference.{}{}",
                part(set & !missing, "found that should not be"),
                part(missing, "missing")
            ),
        }
    }
}
