//! The lessons of the kernel of Go: how it finds dead stones and legal moves.

use super::expression::{Expression, Variable};
use super::narrator::{NarratedStep, Subject, narrate};
use super::words::{listed, verb};
use super::{LessonOptions, Trace, TracedBoard};
use reversi::Entry;
use reversi_table::go::{GoDiagram, GoGame, Grid, kernel};
use reversi_table::phrase::capitalized;

/// The subject of a trace. Prints `dead stones` or `legal moves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
pub enum GoTopic {
    /// The stones of the side to move that have no liberty.
    #[strum(to_string = "dead stones")]
    DeadStones,
    /// The points where the side to move may play, before the rule of repetition.
    #[strum(to_string = "legal moves")]
    LegalMoves,
}

impl GoTopic {
    /// All topics.
    pub const ALL: [Self; 2] = [Self::DeadStones, Self::LegalMoves];

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
        let title = format!("{} in Go on {size}x{size}", capitalized(&self.to_string()));
        let subject = Subject {
            topic: self,
            title,
            options: LessonOptions::default(),
            board: TracedBoard::new(grid.points(grid.board()), size, "stones"),
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

    fn points(&self, set: u64) -> String {
        listed(self.grid.points(set).collect(), "point")
    }

    fn stones(&self, set: u64) -> String {
        listed(self.grid.points(set).collect(), "stone")
    }

    /// Returns the sentence of a step, or `None` to skip it.
    ///
    /// # Panics
    /// If a value has no sentence, because a variable of the kernel is new. Every trace of it fails.
    fn tell(&mut self, step: &mut NarratedStep) -> Option<String> {
        let points = self.points(step.value);
        let stones = self.stones(step.value);
        Some(match step.name {
            "own" => {
                step.begins("the position", None);
                format!("The stones of the side to move, one bit for each: {stones}.")
            }
            "opponent" => format!("The stones of the other side: {stones}."),
            "empty" => return self.empty(step),
            "up" | "down" | "left" | "right" | "neighbours" => return self.neighbours(step),
            "dead" if step.updates => self.in_doubt(step),
            "dead" => self.candidates(step),
            "living" | "saved" if step.at("dead") == 0 => return None,
            "living" => {
                self.round += 1;
                if self.purpose == DeadStonesPurpose::Topic {
                    step.begins(format!("round {}", self.round), None);
                }
                match step.value {
                    0 => "No other stone of this side is left to live.".to_owned(),
                    _ => format!("The other stones of this side live: {stones}."),
                }
            }
            "saved" => self.saved(step),
            "moves" if step.updates => self.found(step),
            "moves" => format!(
                "An empty point next to another one is legal at once, because the new stone has a \
                 liberty there: {points}."
            ),
            "enclosed" if step.value == 0 => {
                "The other empty points: there are none, so nothing has to be tried.".to_owned()
            }
            "enclosed" => format!(
                "The other empty points: {points}. A stone there would have no empty neighbour, so each \
                 is tried."
            ),
            "point" if step.value == 0 => return None,
            "point" => {
                step.begins(format!("{points} is tried"), None);
                format!("The points are tried one by one, and the next is {points}.")
            }
            "placed" => {
                self.purpose = DeadStonesPurpose::Captures;
                format!(
                    "The own stones with one more on {}.",
                    self.points(step.at("point"))
                )
            }
            "dead_stones" => {
                step.begins("the result", None);
                match step.value {
                    0 => "No stone is dead: every chain has a liberty.".to_owned(),
                    set => format!("{stones} {} no liberty.", verb(set, "has", "have")),
                }
            }
            "legal_moves" => {
                step.begins("the result", None);
                format!(
                    "The points where the side to move may play: {points}. Only the rule against \
                     repeated positions can still forbid one."
                )
            }
            name => unreachable!("nothing is said of {name}"),
        })
    }

    /// Describes the empty points; `None` if they are the same as before.
    fn empty(&mut self, step: &NarratedStep) -> Option<String> {
        let points = self.points(step.value);
        if step.before.is_none() {
            return Some(format!("Where neither side has a stone: {points}."));
        }
        if step.before == Some(step.value) {
            self.purpose = DeadStonesPurpose::Losses;
            return None;
        }
        Some(format!("What is still empty then: {points}."))
    }

    /// Describes the neighbours of a set in detail, but only once.
    fn neighbours(&mut self, step: &mut NarratedStep) -> Option<String> {
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
        let points = self.points(step.value);
        let size = self.grid.size();
        Some(match step.name {
            "up" => {
                if self.topic == GoTopic::DeadStones {
                    step.begins("the first look", None);
                } else {
                    step.begins("points with a liberty", None);
                }
                format!(
                    "Which points are next to an empty one? First, every empty point moved one row up, \
                     which is {size} bits. What leaves the board is cut off."
                )
            }
            "down" => "Moved one row down: the lowest row drops out at the right end.".to_owned(),
            "left" => {
                "Moved one point left. A point of the left column would reappear at the right end of the \
                 row above, so the right column is cut off."
                    .to_owned()
            }
            "right" => {
                "Moved one point right. Here the left column is cut off for the same reason."
                    .to_owned()
            }
            _ => {
                self.knows_neighbours = true;
                format!(
                    "All four together: every point next to an empty one, {points}. From here on this \
                     is one step."
                )
            }
        })
    }

    /// Describes the stones that the first look leaves in doubt.
    fn candidates(&mut self, step: &mut NarratedStep) -> String {
        let stones = self.stones(step.value);
        self.round = 0;
        match (self.purpose, step.value) {
            (DeadStonesPurpose::Topic, 0) => {
                "Each stone has an empty neighbour, so none is dead.".to_owned()
            }
            (DeadStonesPurpose::Topic, _) => format!(
                "The stones without an empty neighbour may be dead: {stones}. All others have a liberty."
            ),
            (DeadStonesPurpose::Captures, 0) => {
                "Each stone of the other side still has an empty neighbour: the new stone captures \
                 nothing."
                    .to_owned()
            }
            (DeadStonesPurpose::Captures, _) => format!(
                "The stones of the other side that have no empty neighbour now, and may be captured: \
                 {stones}."
            ),
            // The tried point has no empty neighbour.
            (DeadStonesPurpose::Losses, _) => {
                format!("And the own stones? Without an empty neighbour: {stones}.")
            }
        }
    }

    /// Describes the stones that live with their neighbours.
    fn saved(&self, step: &NarratedStep) -> String {
        if step.value != 0 {
            return format!(
                "A stone next to a living one of its colour shares its liberties, and lives too: {}.",
                self.stones(step.value)
            );
        }
        let dead = step.at("dead");
        let stones = self.stones(dead);
        let end = match self.purpose {
            DeadStonesPurpose::Topic => {
                return format!(
                    "None of the others is next to a living stone. Nothing changes any more: {stones} \
                     {} dead.",
                    verb(dead, "is", "are")
                );
            }
            DeadStonesPurpose::Captures => format!("The new stone captures {stones}"),
            DeadStonesPurpose::Losses => format!(
                "Without a liberty: {stones}. So {} is suicide",
                self.points(step.at("point"))
            ),
        };
        format!("None of them is next to a living stone. {end}.")
    }

    /// Describes what is left after a round.
    fn in_doubt(&self, step: &NarratedStep) -> String {
        match (self.purpose, step.value) {
            (DeadStonesPurpose::Captures, 0) => {
                "No stone is left in doubt: the new stone captures nothing.".to_owned()
            }
            (DeadStonesPurpose::Losses, 0) => {
                "No stone is left in doubt: the new stone joins living ones.".to_owned()
            }
            (_, 0) => "No stone is left in doubt.".to_owned(),
            (_, set) => format!("Still in doubt: {}.", self.stones(set)),
        }
    }

    /// Describes a tried point that is legal.
    fn found(&self, step: &NarratedStep) -> String {
        let point = self.points(step.at("point"));
        if self.purpose == DeadStonesPurpose::Captures {
            format!("A capture makes room: {point} is legal.")
        } else {
            format!("The new stone is part of a living chain: {point} is legal.")
        }
    }
}
