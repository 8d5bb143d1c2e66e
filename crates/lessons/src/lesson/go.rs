//! The lessons of the kernel of Go: how it finds dead stones and legal moves.

use super::expression::{Expression, Variable};
use super::narrator::{NarratedStep, Subject, narrate};
use super::words::listed;
use super::{LessonOptions, Trace, TracedBoard};
use reversi::Entry;
use reversi_table::go::{GoDiagram, GoGame, Grid, kernel};
use reversi_text::{Message, Said, label, tr};

/// The subject of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoTopic {
    /// The stones of the side to move that have no liberty.
    DeadStones,
    /// The points where the side to move may play, before the rule of repetition.
    LegalMoves,
}

impl GoTopic {
    /// All topics.
    pub const ALL: [Self; 2] = [Self::DeadStones, Self::LegalMoves];

    /// Returns its name: `dead stones` or `legal moves`.
    pub const fn name(self) -> &'static Message {
        match self {
            Self::DeadStones => label!("dead stones"),
            Self::LegalMoves => label!("legal moves"),
        }
    }

    /// Returns its name within names of files, which no language changes.
    pub const fn in_file_names(self) -> &'static str {
        match self {
            Self::DeadStones => "dead-stones",
            Self::LegalMoves => "legal-moves",
        }
    }

    /// Returns the diagram of a position that shows what the topic is about: chains that are dead and chains
    /// that only look so, or points that have to be tried.
    pub const fn example(self) -> &'static str {
        match self {
            Self::DeadStones => "XXO../OO.O./.OXOO/OXXXO/.OOX.",
            Self::LegalMoves => ".XXO./X..XO/....X/O..../.O...",
        }
    }

    /// Returns the position of a game to explain this topic at. For dead stones, those that the last move
    /// captured are still on the board.
    pub fn position(self, game: &GoGame) -> GoDiagram {
        let side_to_move = game.side_to_move();
        let mut stones = game.stones();
        if let (Self::DeadStones, Some(Entry::Move { flips, .. })) = (self, game.entries().last()) {
            stones[side_to_move] |= game.grid().set(*flips);
        }
        GoDiagram {
            grid: game.grid(),
            stones,
            side_to_move,
        }
    }

    /// Returns the trace of this topic for the side to move. For legal moves, every stone must have a
    /// liberty.
    pub fn trace(self, position: GoDiagram) -> Trace<Self> {
        let GoDiagram {
            grid,
            stones,
            side_to_move,
        } = position;
        let size = grid.size();
        let title = match self {
            Self::DeadStones => tr!("Dead stones in Go on {size}x{size}", size),
            Self::LegalMoves => tr!("Legal moves in Go on {size}x{size}", size),
        };
        let subject = Subject {
            topic: self,
            title,
            options: LessonOptions::default(),
            board: TracedBoard::new(grid.points(grid.board()), size, true),
            constants: vec![
                ("grid.board()", grid.board()),
                ("grid.not_right_column()", grid.not_right_column()),
                ("grid.not_left_column()", grid.not_left_column()),
            ],
        };
        let sides = [stones[side_to_move], stones[side_to_move.opposite()]];
        let mut teller = Teller::new(self, grid);
        narrate(
            subject,
            sides,
            |own, opponent| match self {
                Self::DeadStones => {
                    kernel::dead_stones(grid, own, opponent).returned_as("dead_stones")
                }
                Self::LegalMoves => {
                    kernel::legal_moves(grid, own, opponent).returned_as("legal_moves")
                }
            },
            |step| teller.tell(step),
        )
    }
}

/// What the current look for dead stones is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeadStonesPurpose {
    /// The dead stones are the topic.
    Topic,
    /// What a tried stone captures.
    Captures,
    /// What would be lost with a tried stone.
    Losses,
}

/// Describes the steps of both topics.
struct Teller {
    topic: GoTopic,
    grid: Grid,
    /// The neighbours were shown in detail before. From then on they are shown as a function call.
    knows_neighbours: bool,
    /// The set whose neighbours are being found.
    set: Option<Variable>,
    round: u32,
    purpose: DeadStonesPurpose,
}

impl Teller {
    const fn new(topic: GoTopic, grid: Grid) -> Self {
        Self {
            topic,
            grid,
            knows_neighbours: false,
            set: None,
            round: 0,
            purpose: DeadStonesPurpose::Topic,
        }
    }

    fn points(&self, set: u64) -> Said {
        listed(self.grid.points(set)).unwrap_or_else(|count| {
            if count == 0 {
                tr!("no point")
            } else {
                tr!("{count} point" | "{count} points", count)
            }
        })
    }

    fn stones(&self, set: u64) -> Said {
        listed(self.grid.points(set)).unwrap_or_else(|count| {
            if count == 0 {
                tr!("no stone")
            } else {
                tr!("{count} stone" | "{count} stones", count)
            }
        })
    }

    /// Returns the sentence of a step, or `None` to skip it.
    ///
    /// # Panics
    /// If a value has no sentence, because a variable of the kernel is new. Every trace of it fails.
    fn tell(&mut self, step: &mut NarratedStep) -> Option<Said> {
        let points = &self.points(step.value);
        let stones = &self.stones(step.value);
        Some(match step.name {
            "own" => {
                step.begins(label!("the position"), None);
                tr!(
                    "The stones of the side to move, one bit for each: {stones}.",
                    stones
                )
            }
            "opponent" => tr!("The stones of the other side: {stones}.", stones),
            "empty" => return self.empty(step),
            "up" | "down" | "left" | "right" | "neighbours" => return self.neighbours(step),
            "dead" if step.updates => self.in_doubt(step),
            "dead" => self.candidates(step),
            "living" | "saved" if step.at("dead") == 0 => return None,
            "living" => {
                self.round += 1;
                if self.purpose == DeadStonesPurpose::Topic {
                    step.begins(tr!("round {round}", round = self.round), None);
                }
                if step.value == 0 {
                    tr!("No other stone of this side is left to live.")
                } else {
                    tr!("The other stones of this side live: {stones}.", stones)
                }
            }
            "saved" => self.saved(step),
            "moves" if step.updates => self.found(step),
            "moves" => tr!(
                "An empty point next to another one is legal at once, because the new stone has a liberty there: \
                 {points}.",
                points
            ),
            "enclosed" if step.value == 0 => {
                tr!("The other empty points: there are none, so nothing has to be tried.")
            }
            "enclosed" => tr!(
                "The other empty points: {points}. A stone there would have no empty neighbour, so each is tried.",
                points
            ),
            "point" if step.value == 0 => return None,
            "point" => {
                step.begins(tr!("{point} is tried", point = points), None);
                tr!(
                    "The points are tried one by one, and the next is {point}.",
                    point = points
                )
            }
            "placed" => {
                self.purpose = DeadStonesPurpose::Captures;
                tr!(
                    "The own stones with one more on {point}.",
                    point = &self.points(step.at("point"))
                )
            }
            "dead_stones" => {
                step.begins(label!("the result"), None);
                match step.value {
                    0 => tr!("No stone is dead: every chain has a liberty."),
                    set if set.is_power_of_two() => tr!("{stones} has no liberty.", stones),
                    _ => tr!("{stones} have no liberty.", stones),
                }
            }
            "legal_moves" => {
                step.begins(label!("the result"), None);
                tr!(
                    "The points where the side to move may play: {points}. Only the rule against repeated positions \
                     can still forbid one.",
                    points
                )
            }
            name => unreachable!("nothing is said of {name}"),
        })
    }

    /// Describes the empty points; `None` if they are the same as before.
    fn empty(&mut self, step: &NarratedStep) -> Option<Said> {
        let points = &self.points(step.value);
        if step.before.is_none() {
            return Some(tr!("Where neither side has a stone: {points}.", points));
        }
        if step.before == Some(step.value) {
            self.purpose = DeadStonesPurpose::Losses;
            return None;
        }
        Some(tr!("What is still empty then: {points}.", points))
    }

    /// Describes the neighbours of a set in detail, but only once.
    fn neighbours(&mut self, step: &mut NarratedStep) -> Option<Said> {
        if step.name == "down" {
            self.set = step.expression.variables().first().copied();
        }
        if self.knows_neighbours {
            if step.name == "neighbours" {
                let set = self.set.into_iter().map(Expression::Variable).collect();
                step.fold(Expression::Call("neighbours", set));
            }
            return None;
        }
        Some(match step.name {
            "up" => {
                let title = match self.topic {
                    GoTopic::DeadStones => label!("the first look"),
                    GoTopic::LegalMoves => label!("points with a liberty"),
                };
                step.begins(title, None);
                tr!(
                    "Which points are next to an empty one? First, every empty point moved one row up, which is {size} \
                     bits. What leaves the board is cut off.",
                    size = self.grid.size()
                )
            }
            "down" => tr!("Moved one row down: the lowest row drops out at the right end."),
            "left" => tr!(
                "Moved one point left. A point of the left column would reappear at the right end of the row above, so \
                 the right column is cut off."
            ),
            "right" => {
                tr!("Moved one point right. Here the left column is cut off for the same reason.")
            }
            _ => {
                self.knows_neighbours = true;
                tr!(
                    "All four together: every point next to an empty one, {points}. From here on this is one step.",
                    points = &self.points(step.value)
                )
            }
        })
    }

    /// Describes the stones that the first look leaves in doubt.
    fn candidates(&mut self, step: &mut NarratedStep) -> Said {
        let stones = &self.stones(step.value);
        self.round = 0;
        match (self.purpose, step.value) {
            (DeadStonesPurpose::Topic, 0) => {
                tr!("Each stone has an empty neighbour, so none is dead.")
            }
            (DeadStonesPurpose::Topic, _) => tr!(
                "The stones without an empty neighbour may be dead: {stones}. All others have a liberty.",
                stones
            ),
            (DeadStonesPurpose::Captures, 0) => tr!(
                "Each stone of the other side still has an empty neighbour: the new stone captures nothing."
            ),
            (DeadStonesPurpose::Captures, _) => tr!(
                "The stones of the other side that have no empty neighbour now, and may be captured: {stones}.",
                stones
            ),
            // The tried point has no empty neighbour.
            (DeadStonesPurpose::Losses, _) => tr!(
                "And the own stones? Without an empty neighbour: {stones}.",
                stones
            ),
        }
    }

    /// Describes the stones that live with their neighbours.
    fn saved(&self, step: &NarratedStep) -> Said {
        if step.value != 0 {
            return tr!(
                "A stone next to a living one of its colour shares its liberties, and lives too: {stones}.",
                stones = &self.stones(step.value)
            );
        }
        let dead = step.at("dead");
        let stones = &self.stones(dead);
        match self.purpose {
            DeadStonesPurpose::Topic if dead.is_power_of_two() => tr!(
                "None of the others is next to a living stone. Nothing changes any more: {stones} is dead.",
                stones
            ),
            DeadStonesPurpose::Topic => tr!(
                "None of the others is next to a living stone. Nothing changes any more: {stones} are dead.",
                stones
            ),
            DeadStonesPurpose::Captures => tr!(
                "None of them is next to a living stone. The new stone captures {stones}.",
                stones
            ),
            DeadStonesPurpose::Losses => tr!(
                "None of them is next to a living stone. Without a liberty: {stones}. So {point} is suicide.",
                stones,
                point = &self.points(step.at("point"))
            ),
        }
    }

    /// Describes what is left after a round.
    fn in_doubt(&self, step: &NarratedStep) -> Said {
        match (self.purpose, step.value) {
            (DeadStonesPurpose::Captures, 0) => {
                tr!("No stone is left in doubt: the new stone captures nothing.")
            }
            (DeadStonesPurpose::Losses, 0) => {
                tr!("No stone is left in doubt: the new stone joins living ones.")
            }
            (_, 0) => tr!("No stone is left in doubt."),
            (_, set) => tr!("Still in doubt: {stones}.", stones = &self.stones(set)),
        }
    }

    /// Describes a tried point that is legal.
    fn found(&self, step: &NarratedStep) -> Said {
        let point = &self.points(step.at("point"));
        if self.purpose == DeadStonesPurpose::Captures {
            tr!("A capture makes room: {point} is legal.", point)
        } else {
            tr!(
                "The new stone is part of a living chain: {point} is legal.",
                point
            )
        }
    }
}
