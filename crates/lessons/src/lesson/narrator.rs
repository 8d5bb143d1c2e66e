//! The narrator: turns a recorded run into a trace with chapters and a sentence for every step.

use std::collections::HashMap;

use super::expression::Expression;
use super::traced::{Constants, Recorded, Traced, record};
use super::words::squares;
use super::{Chapter, LessonOptions, Step, Topic, Trace, TracedBoard, Variable, View};
use reversi::bitboard::plain::Direction;
use reversi_text::{Said, label, tr};

/// What a trace is about.
pub(crate) struct Subject<T> {
    pub(crate) topic: T,
    pub(crate) title: Said,
    pub(crate) options: LessonOptions,
    pub(crate) board: TracedBoard,
    /// The numbers that have a name in the source of this kernel, besides those of Reversi's.
    pub(crate) constants: Constants,
}

impl Subject<Topic> {
    fn of(topic: Topic, options: LessonOptions) -> Self {
        Self {
            topic,
            title: topic.title(options.direction),
            options,
            board: TracedBoard::reversi(),
            constants: Constants::new(),
        }
    }
}

/// A step that is being described.
pub(crate) struct NarratedStep<'a> {
    /// The name of the value.
    pub(crate) name: &'static str,
    /// The value.
    pub(crate) value: u64,
    /// The value of the name before this step.
    pub(crate) before: Option<u64>,
    /// How many times the name had a value before.
    pub(crate) earlier: usize,
    /// True if the step updates its variable, as `|=` does.
    pub(crate) updates: bool,
    /// The expression. A function that is explained only once is replaced by a call: see [`Self::fold`].
    pub(crate) expression: &'a Expression,
    values: &'a HashMap<&'static str, (u64, usize)>,
    chapter: Option<(Said, Option<Direction>)>,
    folded: Option<Expression>,
    view: Option<View>,
}

impl<'a> NarratedStep<'a> {
    fn of(step: &'a Recorded, values: &'a HashMap<&'static str, (u64, usize)>) -> Self {
        let variable = step.result;
        let before = values.get(variable.name).copied();
        Self {
            name: variable.name,
            value: variable.value,
            before: before.map(|(value, _)| value),
            earlier: before.map_or(0, |(_, times)| times),
            updates: step.updates,
            expression: &step.expression,
            values,
            chapter: None,
            folded: None,
            view: None,
        }
    }

    /// Returns the value of a name before this step.
    ///
    /// # Panics
    /// If no value has this name, because a variable of the kernel was renamed. Every trace of it fails.
    pub(crate) fn at(&self, name: &str) -> u64 {
        match self.values.get(name) {
            Some((value, _)) => *value,
            None => panic!("{name} is not set before {}", self.name),
        }
    }

    /// Returns true if the name has a value before this step.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Returns the bits that this step adds to its variable.
    pub(crate) fn added(&self) -> u64 {
        self.value & !self.before.unwrap_or(0)
    }

    /// Skips this step: an expression that reads its value shows this one instead, such as a call of the
    /// function that computes it.
    pub(crate) fn fold(&mut self, expression: Expression) {
        self.folded = Some(expression);
    }

    /// Sets how to read the value, in this step and in those that read it.
    pub(super) fn shows(&mut self, view: View) {
        self.view = Some(view);
    }

    /// Begins a chapter with this step.
    pub(crate) fn begins(&mut self, title: impl Into<Said>, direction: Option<Direction>) {
        self.chapter = Some((title.into(), direction));
    }
}

/// Runs the kernel of Reversi on own and opponent discs and describes its steps. A step is skipped if
/// `tell` returns no sentence.
pub(super) fn trace(
    topic: Topic,
    options: LessonOptions,
    sides: [u64; 2],
    run: impl FnOnce(Traced, Traced) -> Traced,
    tell: impl FnMut(&mut NarratedStep) -> Option<Said>,
) -> Trace {
    narrate(Subject::of(topic, options), sides, run, tell)
}

/// Does the same for any kernel.
pub(crate) fn narrate<T>(
    subject: Subject<T>,
    [own, opponent]: [u64; 2],
    run: impl FnOnce(Traced, Traced) -> Traced,
    mut tell: impl FnMut(&mut NarratedStep) -> Option<Said>,
) -> Trace<T> {
    let (recorded, result) = record(subject.constants, || {
        let own = Traced::input("own", own);
        run(own, Traced::input("opponent", opponent))
    });
    // The inputs of the kernel get the location of the first function.
    let first = recorded.iter().find_map(|step| step.source);
    let definition = first.expect("a run has operations").definition();
    let mut trace = Trace {
        topic: subject.topic,
        title: subject.title,
        board: subject.board,
        options: subject.options,
        own,
        opponent,
        chapters: Vec::new(),
        steps: Vec::new(),
        result: recorded[result].result,
    };

    let mut values = HashMap::new();
    let mut folded: HashMap<_, Expression> = HashMap::new();
    let mut views = HashMap::new();
    for step in recorded {
        let mut variable = step.result;
        let mut moment = NarratedStep::of(&step, &values);
        let earlier = moment.earlier;
        let sentence = tell(&mut moment);
        let (chapter, call, view) = (moment.chapter, moment.folded, moment.view);
        let expression = step.expression.replaced(&|variable: Variable| {
            let viewed = || {
                let view = views.get(variable.name).copied().unwrap_or(variable.view);
                Expression::Variable(Variable { view, ..variable })
            };
            folded.get(variable.name).cloned().unwrap_or_else(viewed)
        });
        if let Some(view) = view {
            variable.view = view;
            views.insert(variable.name, view);
        }
        folded.remove(variable.name);
        folded.extend(call.map(|call| (variable.name, call)));
        values.insert(variable.name, (variable.value, earlier + 1));
        let Some(sentence) = sentence else { continue };
        if let Some((title, direction)) = chapter {
            trace.begin_chapter(title, direction);
        }
        trace.add(Step {
            chapter: trace.chapters.len() - 1,
            expression,
            result: variable,
            sentence,
            source: step.source.unwrap_or(definition),
        });
    }
    if let Some(view) = views.get(trace.result.name) {
        trace.result.view = *view;
    }
    trace
}

impl<T> Trace<T> {
    fn begin_chapter(&mut self, title: Said, direction: Option<Direction>) {
        let start = self.steps.len();
        self.chapters.push(Chapter {
            title,
            direction,
            steps: start..start,
        });
    }

    /// Adds a step to the last chapter.
    fn add(&mut self, step: Step) {
        self.steps.push(step);
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.steps.end = self.steps.len();
        }
    }
}

/// Describes the values that many traces begin with.
///
/// # Panics
/// If a value has no sentence, because a variable of the kernel is new. Every trace of it fails.
pub(super) fn common(step: &mut NarratedStep) -> Option<Said> {
    let squares = &squares(step.value);
    Some(match step.name {
        "own" => {
            step.begins(label!("the position"), None);
            tr!(
                "The discs of the side to move, one bit for each: {squares}.",
                squares
            )
        }
        "opponent" => tr!("The discs of the other side: {squares}.", squares),
        "empty" if step.before.is_some() => return None,
        "empty" => tr!("Where neither side has a disc: {squares}.", squares),
        "moves" | "upper_moves" | "lower_moves" => tr!("No move is found yet."),
        "flipped" | "upper_flips" | "lower_flips" => tr!("No disc is turned yet."),
        name => unreachable!("nothing is said of {name}"),
    })
}
