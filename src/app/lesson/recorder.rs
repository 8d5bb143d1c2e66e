//! Owns `Recorder`: how a computation is written down while it runs.

use super::expression::{Expression, Variable};
use super::plain::Direction;
use super::source::{self, Source};
use super::{Chapter, Options, Step, Topic, Trace, View};

/// Collects chapters and steps. Each `step` evaluates an expression, notes it, and gives the result
/// back as a variable, from which later expressions are made.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    chapters: Vec<Chapter>,
    steps: Vec<Step>,
}

impl Recorder {
    /// Begins a chapter; the steps that follow belong to it.
    pub(super) fn chapter(&mut self, title: impl Into<String>, direction: Option<Direction>) {
        let at = self.steps.len();
        self.chapters.push(Chapter {
            title: title.into(),
            direction,
            steps: at..at,
        });
    }

    /// Notes one step whose result is a set of squares; the sentence may speak of the result.
    pub(super) fn step(
        &mut self,
        name: &'static str,
        expression: impl Into<Expression>,
        source: Source,
        sentence: impl FnOnce(u64) -> String,
    ) -> Variable {
        self.step_seen_as(View::Squares, name, expression, source, sentence)
    }

    /// Notes one step whose result is to be read in another way.
    pub(super) fn step_seen_as(
        &mut self,
        view: View,
        name: &'static str,
        expression: impl Into<Expression>,
        source: Source,
        sentence: impl FnOnce(u64) -> String,
    ) -> Variable {
        let expression = expression.into();
        let result = Variable {
            name,
            value: expression.value(),
            view,
        };
        let number = self.chapters.len();
        if let Some(chapter) = self.chapters.last_mut() {
            self.steps.push(Step {
                chapter: number - 1,
                expression,
                result,
                sentence: sentence(result.value),
                source,
            });
            chapter.steps.end = self.steps.len();
        }
        result
    }

    /// The chapter that every trace begins with: what is on the board. Gives own and opponent discs.
    pub(super) fn position(
        &mut self,
        own: u64,
        opponent: u64,
        source: Source,
    ) -> (Variable, Variable) {
        self.chapter("the position", None);
        let own = self.step("own", own, source, |set| {
            format!(
                "The discs of the side to move, one bit for each: {}.",
                super::words::squares(set)
            )
        });
        let opponent = self.step("opponent", opponent, source, |set| {
            format!(
                "The discs of the other side: {}.",
                super::words::squares(set)
            )
        });
        (own, opponent)
    }

    /// The squares without a disc.
    pub(super) fn empty(&mut self, own: Variable, opponent: Variable, source: Source) -> Variable {
        self.step("empty", !(own | opponent), source, |set| {
            format!(
                "Where neither side has a disc: {}.",
                super::words::squares(set)
            )
        })
    }

    /// The opponent discs that a run may pass over in a direction: masked against wrapping, or not.
    pub(super) fn passable(
        &mut self,
        direction: Direction,
        opponent: Variable,
        masked: bool,
        source: Source,
    ) -> Variable {
        let passable = "passable";
        if !masked {
            return self.step(passable, opponent, source, |_| {
                "The mask is left out on purpose: a run may pass over every opponent disc, those on \
                 the edges too."
                    .to_owned()
            });
        }
        let (constant, sentence) = if direction.shift.abs() == 8 {
            (
                "INNER_RANKS",
                "The mask of this direction: all squares but those of the ranks 1 and 8, from which \
                 no run goes on.",
            )
        } else {
            (
                "INNER_FILES",
                "The mask of this direction: all squares but those of the files a and h. A shift by \
                 one file runs over the edge there, onto the next rank.",
            )
        };
        let constant = Variable::constant(constant, direction.mask);
        let mask = self.step("mask", constant, source::DIRECTION_TABLE, |_| {
            sentence.to_owned()
        });
        self.step(passable, opponent & mask, source, |set| {
            format!(
                "The opponent discs that a run may pass over: {}.{}",
                super::words::squares(set),
                match opponent.value & !set {
                    0 => String::new(),
                    out => format!(" The mask takes out {}.", super::words::squares(out)),
                }
            )
        })
    }

    /// The finished trace; its result is the last step with the name of `result`.
    pub(super) fn finish(
        self,
        topic: Topic,
        sides: (Variable, Variable),
        options: Options,
        result: Variable,
    ) -> Trace {
        let result = self
            .steps
            .iter()
            .rposition(|step| step.result == result)
            .unwrap_or(0);
        Trace {
            topic,
            options,
            own: sides.0.value,
            opponent: sides.1.value,
            chapters: self.chapters,
            steps: self.steps,
            result,
        }
    }
}
