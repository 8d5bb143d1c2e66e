//! What the fields of the JSON mean: each is computed again from the position, the game or the other fields.

use std::collections::BTreeSet;
use std::fs;
use std::time::Instant;

use reversi::bitboard::AnyKernel;
use reversi::transcript;
use reversi::{Board, Color, Entry, Game, Opening, Position, Square};
use serde_json::{Value, json};

use crate::json_schemas::schemas;
use crate::program::{program, run};

/// The depth of the searches here.
const DEPTH: i64 = 4;

/// From this number of empty squares on, scores are computed again by trying every move.
const FEW: u32 = 8;

/// Names of schemas and commands, in a home with one finished game, which is in `a.ggf` too, and won.
const COMMANDS: [(&str, &str); 25] = [
    ("bench", "bench --boards --depth 2"),
    ("bench", "bench"),
    ("book", "book show f5d6"),
    ("doctor", "doctor"),
    ("games", "games a.ggf a.ggf"),
    ("games", "games a.ggf bad.txt"),
    ("games", "games played.ggf"),
    ("games", "history"),
    ("hint", "hint f5d6c3d3c4f4f6f3e6e7d7c6 -n 2 --depth 4"),
    ("hint", "hint END -n 9"),
    ("match", "match 1 random --games 4 --sprt 0 9"),
    ("match", "match 1 random greedy --games 2 --time 9m"),
    ("openings", "openings f5 a.ggf bad.txt --depth 4"),
    ("openings", "openings e6f6 a.ggf --player human --depth 4"),
    ("perft", "perft 4"),
    ("puzzle", "puzzle -n 3 --seed 7 --difficulty easy"),
    ("mistakes", "review a.ggf a.ggf --mistakes 3 --depth 4"),
    ("review", "review a.ggf --depth 4"),
    ("review", "review a.ggf a.ggf --depth 4"),
    ("show", "show f5d6c3d3 --at 3"),
    ("show", "show xx!f5d6c3"),
    ("solve", "solve --all-moves ends.obf"),
    ("stats", "stats"),
    ("opponents", "history --stats"),
    ("themes", "themes"),
];

/// How many games of the bad file have a move that cannot be played.
const BAD: usize = 12;

/// What one command printed.
struct Printed {
    schema: &'static str,
    args: &'static str,
    /// The time that the command took in seconds.
    seconds: f64,
    /// The game of the files, and the end of it that commands are asked about.
    game: Game,
    end: Position,
    succeeded: bool,
    /// The number of the line that is checked, from 1.
    line: i64,
}

/// A field of it.
struct Field<'a> {
    run: &'a Printed,
    value: &'a Value,
    /// The objects around it, the outermost first.
    around: Vec<&'a Value>,
}

impl Field<'_> {
    fn text(&self) -> &str {
        self.value.as_str().unwrap()
    }

    fn int(&self) -> i64 {
        self.value.as_i64().unwrap()
    }

    fn float(&self) -> f64 {
        self.value.as_f64().unwrap()
    }

    fn list(&self) -> &[Value] {
        self.value.as_array().unwrap()
    }

    /// The object that has it.
    fn own(&self) -> &Value {
        self.around.last().unwrap()
    }

    fn root(&self) -> &Value {
        self.around[0]
    }

    /// The positions of the game before and after the entry around it.
    fn of_entry(&self) -> (Position, Position) {
        let ply = usize::try_from(self.around[1]["ply"].as_u64().unwrap()).unwrap();
        let positions: Vec<Position> = self.run.game.positions().collect();
        (positions[ply - 1], positions[ply.min(positions.len() - 1)])
    }

    /// The position that it is about.
    fn position(&self) -> Position {
        match self.run.schema {
            "review" | "mistakes" if self.around.len() > 2 => self.of_entry().0,
            "solve" if self.root()["number"] == 2 => of_other_side(self.run.end),
            "solve" => self.run.end,
            _ => self.root()["position"].as_str().unwrap().parse().unwrap(),
        }
    }

    /// Whether a number is the sum of others, such as the games of wins, draws and losses.
    fn is_sum_of(&self, names: [&str; 3]) -> bool {
        self.int()
            == names
                .iter()
                .map(|name| self.own()[name].as_i64().unwrap())
                .sum::<i64>()
    }

    fn is_near(&self, other: f64) -> bool {
        (self.float() - other).abs() < 1e-6
    }

    /// The losses of the moves of a side in the review around it.
    fn losses(&self, side: &str) -> Vec<i64> {
        let entries = self.root()["entries"].as_array().unwrap().iter();
        let own = entries.filter(|entry| entry["side"] == side);
        own.filter_map(|entry| entry["loss"].as_i64()).collect()
    }

    /// The side of the totals around it.
    fn side(&self) -> &'static str {
        let is_black = self.own() == &self.root()["totals"]["black"];
        if is_black { "black" } else { "white" }
    }
}

/// The score of a board for the side to move, by trying every move.
fn solved(board: Board) -> i64 {
    let moves = board.legal_moves();
    if !moves.is_empty() {
        let after = moves.iter().map(|square| board.play(square).unwrap());
        return after.map(|board| -solved(board)).max().unwrap();
    }
    if board.is_game_over() {
        return board.final_score().into();
    }
    -solved(board.swapped())
}

/// The position after a line of moves, which leaves passes out; `None` if it is not legal.
fn after(position: Position, line: &[Value]) -> Option<Position> {
    line.iter().try_fold(position, |position, square| {
        let position = position.pass().unwrap_or(position);
        position.play(square.as_str()?.parse().ok()?).ok()
    })
}

/// The same game again and again: the last legal move in the order of the squares.
fn a_game() -> Game {
    let mut game = Game::new();
    while let Some(square) = game.legal_moves().last() {
        game.play(square).unwrap();
    }
    game
}

/// The same board with the colours swapped: the side to move is the other one, and its score the same.
fn of_other_side(position: Position) -> Position {
    Position::new(position.board(), position.side_to_move().opposite())
}

fn is_legal(position: Position, value: &Value) -> bool {
    let square = value.as_str().map(|text| text.parse::<Square>().unwrap());
    square.map_or(position.legal_moves().is_empty(), |square| {
        position.legal_moves().contains(square)
    })
}

/// Whether a score of a move is that which trying every move finds, where few squares are empty.
fn is_score_of(position: Position, found: &Value, score: i64) -> bool {
    let board = position.board();
    if board.empty_count() > FEW {
        return (-64..=64).contains(&score);
    }
    match found.as_str() {
        Some(square) => -solved(board.play(square.parse().unwrap()).unwrap()) == score,
        None => solved(board) == score,
    }
}

fn winner(game: &Game) -> &'static str {
    match game.outcome().unwrap().winner {
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
        None => "draw",
    }
}

fn name_of(side: Color) -> &'static str {
    if side == Color::Black {
        "black"
    } else {
        "white"
    }
}

/// The lead of Black at the end.
fn margin(game: &Game) -> f64 {
    let outcome = game.outcome().unwrap();
    f64::from(outcome.score[Color::Black]) - f64::from(outcome.score[Color::White])
}

/// Whether the move of the game in this position is that of the row, or symmetric to it.
fn is_played(f: &Field<'_>) -> bool {
    let ply = 60 - f.position().board().empty_count() as usize;
    let played = f.run.game.entries()[ply].square().unwrap().to_string();
    f.own()["move"] == played || f.own()["same"].as_array().unwrap().contains(&json!(played))
}

/// Whether the game with the move of the row ended for the side to move as this says.
fn is_result(f: &Field<'_>, of_side: fn(f64) -> bool) -> bool {
    f.int() == i64::from(is_played(f) && of_side(margin_of_side(f)))
}

/// The lead of the side to move at the end of the game.
fn margin_of_side(f: &Field<'_>) -> f64 {
    match f.position().side_to_move() {
        Color::Black => margin(&f.run.game),
        Color::White => -margin(&f.run.game),
    }
}

/// The mean loss of the moves of this person.
fn mean_loss(f: &Field<'_>) -> f64 {
    let squares = f.root()["squares"].as_object();
    let Some(squares) = squares else {
        // Only the record knows each move.
        return f.float();
    };
    let of = |name: &str| {
        squares
            .values()
            .map(|it| it[name].as_f64().unwrap())
            .sum::<f64>()
    };
    of("lost") / of("moves")
}

/// The number of losses of a side that are like this.
fn count(f: &Field<'_>, is_like: fn(i64) -> bool) -> i64 {
    let losses = f.losses(f.side()).into_iter();
    i64::try_from(losses.filter(|loss| is_like(*loss)).count()).unwrap()
}

fn is_share_of_points(f: &Field<'_>) -> bool {
    let number = |name: &str| f.own()[name].as_f64().unwrap();
    f.is_near((number("wins") + number("draws") / 2.0) / number("games"))
}

/// Whether a number has the bits of the discs with this letter, a1 the highest.
fn is_bits_of(f: &Field<'_>, letter: char) -> bool {
    let bits = u64::from_str_radix(f.text().strip_prefix("0x").unwrap(), 16).unwrap();
    let cells = f.root()["position"].as_str().unwrap().chars().take(64);
    let mut cells = cells.enumerate();
    cells.all(|(index, cell)| (bits >> (63 - index) & 1 == 1) == (cell == letter))
}

/// How the moves of games against a level came about, each in a file of all of them.
const ORIGINS: [&str; 8] = [
    "you computer played*60",
    "you computer given*20 played*40",
    "you computer given*30 played*30",
    "you computer casual played*60",
    "you computer casual:hint given*2 hint*3 played*55",
    "you computer casual:openings given*30 played*30",
    "you computer by:computer,you played*8 by:you,computer played*52",
    "you computer casual:undo by:computer,you played*8 by:you,computer retaken played*51",
];

/// The origin of the game in a list; of a game without one, that of a game that was played.
fn origin_of(f: &Field<'_>) -> String {
    let number = f.own()["number"].as_u64().unwrap();
    let number = if f.run.args.contains("played.ggf") {
        number
    } else {
        1
    };
    ORIGINS[usize::try_from(number).unwrap() - 1].to_owned()
}

/// Why a game against a level from the usual start does not count, by the words of its origin.
fn casual_reason(f: &Field<'_>) -> Option<String> {
    let origin = origin_of(f);
    let words = || origin.split(' ').skip(2);
    // What is given comes first.
    let given = words().find_map(|word| word.strip_prefix("given*"));
    let given = given.map_or(0, |count| count.parse().unwrap());
    let given = f.run.game.entries()[..given].iter();
    let given = given.filter_map(Entry::square).count();
    let has = |start: &str| words().any(|word| word.starts_with(start));
    let helped = words().find_map(|word| word.strip_prefix("casual:"));
    if words().any(|word| word == "casual") {
        Some("unrated".to_owned())
    } else if given > 20 {
        Some("position".to_owned())
    } else {
        let changed = has("by:").then_some("players");
        helped.or(changed).map(str::to_owned)
    }
}

type Rule = fn(&Field<'_>) -> bool;

/// What holds for a field, by the end of its path; the longest that fits counts.
const RULES: &[(&str, Rule)] = &[
    ("version", |f| f.int() == 1),
    ("seconds", |f| {
        f.float() >= 0.0 && f.float() <= f.run.seconds
    }),
    ("nodes", |f| f.int() >= 0),
    ("kernel", |f| {
        AnyKernel::all().any(|kernel| kernel.name() == f.text())
    }),
    ("messages", |f| {
        let is_bad = f.run.args.contains("bad.txt");
        *f.value
            == if is_bad {
                json!({ "move": BAD })
            } else {
                json!({})
            }
    }),
    // Positions and lines.
    ("position", |f| {
        let known = match f.run.args {
            args if args.contains("f5d6c3d3c4") => "f5d6c3d3c4f4f6f3e6e7d7c6",
            args if args.contains("f5d6c3") => "f5d6c3",
            args if args.contains("f5d6") => "f5d6",
            args if args.contains("e6f6") => "e6f6",
            args if args.contains("f5 ") => "f5",
            args if args.contains("END") => return f.text() == f.run.end.to_string(),
            args if args.contains("perft") => "",
            _ => return f.text().parse::<Position>().unwrap().to_string() == f.text(),
        };
        f.text() == transcript::parse(known).unwrap().position().to_string()
    }),
    ("side_to_move", |f| {
        f.text() == name_of(f.position().side_to_move())
    }),
    ("move", |f| is_legal(f.position(), f.value)),
    ("pv", |f| {
        after(f.position(), f.list()).is_some()
            && f.list().first() == f.own().get("move").or(f.list().first())
    }),
    ("score", |f| {
        let is_exact = f.own()["kind"] == "exact" || f.own().get("kind").is_none();
        let found = &f.own()["move"];
        !is_exact || is_score_of(f.position(), found, f.int())
    }),
    ("kind", |f| match f.text() {
        "exact" => f
            .own()
            .get("confidence")
            .is_none_or(|percent| percent == 100),
        "estimate" => f.own()["confidence"].is_null(),
        other => ["selective", "win_loss_draw", "unsolved"].contains(&other),
    }),
    ("confidence", |f| {
        (1..=100).contains(&f.int()) && f.own()["kind"] != "estimate"
    }),
    ("depth", |f| {
        let is_estimate = f.own()["kind"] == "estimate";
        let empties = i64::from(f.position().board().empty_count());
        if is_estimate {
            f.int() == DEPTH
        } else {
            f.int() <= empties
        }
    }),
    ("book.moves[].depth", |f| (1..=60).contains(&f.int())),
    ("moves", |f| {
        let score = |entry: &Value| entry["score"].as_i64();
        let scores: Vec<_> = f.list().iter().map(score).collect();
        scores.is_sorted_by(|a, b| a >= b)
    }),
    ("hint.moves", |f| {
        f.list().len()
            == if f.run.args.contains("-n 2") {
                2
            } else {
                f.position().legal_moves().len().min(9)
            }
    }),
    ("english", |f| Opening::named(f.text()).is_some()),
    ("japanese", |f| {
        let known = Opening::named(f.own()["english"].as_str().unwrap()).unwrap();
        known.japanese == Some(f.text())
    }),
    ("opening", |f| f.value["english"].is_string()),
    // bench and perft
    ("bench.parts", |f| f.list().len() > 1),
    ("bench.parts[].positions", |f| f.int() > 0),
    ("bench.boards", |f| {
        f.list().last().unwrap()["name"] != "plain"
    }),
    ("bench.boards[].leaves", |f| f.int() == 12),
    ("bench.depth", |f| f.int() == 2),
    ("perft.depth", |f| f.int() == 4),
    ("perft.leaves", |f| f.int() == 244),
    // doctor
    ("doctor.problems", |f| {
        let groups = f.root()["groups"].as_array().unwrap().iter();
        let facts = groups.flat_map(|group| group["facts"].as_array().unwrap());
        let problems = facts.filter(|fact| fact["is_problem"] == true).count();
        f.int() == i64::try_from(problems).unwrap() && (problems == 0) == f.run.succeeded
    }),
    ("doctor.groups", |f| f.list().len() > 2),
    ("doctor.groups[].facts", |f| !f.list().is_empty()),
    ("doctor.groups[].facts[].is_problem", |f| {
        f.value.is_boolean()
    }),
    // games
    ("games.file", |f| f.text() == "a.ggf"),
    ("games.number", |f| {
        let is_played = f.run.args.contains("played.ggf");
        f.int() == if is_played { f.run.line } else { 1 }
    }),
    ("games.date", |f| f.text() == DATE),
    ("games.black", |f| f.text() == "you"),
    ("games.white", |f| f.text() == "level 3"),
    ("games.you", |f| f.text() == "black"),
    ("games.rated", |f| {
        f.value.as_bool() == Some(casual_reason(f).is_none())
    }),
    ("games.casual", |f| {
        casual_reason(f).as_deref() == f.value.as_str()
    }),
    ("games.event", |f| f.text() == "Cup"),
    ("games.score", |f| f.value["black"].is_u64()),
    ("games.score.black", |f| {
        f.int() == i64::from(f.run.game.outcome().unwrap().score[Color::Black])
    }),
    ("games.score.white", |f| {
        f.int() == i64::from(f.run.game.outcome().unwrap().score[Color::White])
    }),
    ("games.winner", |f| f.text() == winner(&f.run.game)),
    ("games.moves", |f| {
        f.text() == transcript::print(&f.run.game)
    }),
    ("games.opening", |f| {
        f.value["english"] == Opening::of(f.run.game.positions()).unwrap().english
    }),
    ("games.tags", |f| f.list().is_empty()),
    ("games.note", |f| f.text().is_empty()),
    // match
    ("match.seed", |f| f.int() == 1),
    ("match.openings", |f| f.int() == 8),
    ("match.time", |f| f.text() == "9m"),
    ("match.games", |f| {
        f.int() == if f.run.args.contains("greedy") { 6 } else { 4 }
    }),
    ("match.pairings", |f| f.list().len() == 3),
    ("match.players", |f| {
        let points = |player: &Value| player["points"].as_f64();
        f.list().len() == 3 && f.list().is_sorted_by(|a, b| points(a) >= points(b))
    }),
    ("a", |f| f.text() != f.own()["b"]),
    ("b", |f| ["random", "greedy"].contains(&f.text())),
    ("pairings[].games", |f| {
        f.is_sum_of(["wins", "draws", "losses"]) && f.int() == 2
    }),
    ("wins", |f| f.int() >= 0),
    ("draws", |f| f.int() >= 0),
    ("losses", |f| {
        let all = f.own()["games"].as_i64().unwrap();
        f.int() == all - f.own()["wins"].as_i64().unwrap() - f.own()["draws"].as_i64().unwrap()
    }),
    ("match.score", is_share_of_points),
    ("pairings[].score", is_share_of_points),
    ("match.mean_margin", |f| f.float().abs() <= 64.0),
    ("pairings[].mean_margin", |f| f.float().abs() <= 64.0),
    ("elo", |f| {
        let share = f.own()["score"].as_f64().unwrap();
        f.is_near(400.0 * (share / (1.0 - share)).log10())
    }),
    ("elo_error", |f| f.float() > 0.0),
    ("lost_on_time", |f| {
        f.value == &json!([0, 0]) || f.value == &json!(0)
    }),
    ("forfeited", |f| {
        f.value == &json!([0, 0]) || f.value == &json!(0)
    }),
    ("match.sprt", |f| {
        f.value["elo0"].as_f64() < f.value["elo1"].as_f64()
    }),
    ("sprt.elo0", |f| f.is_near(0.0)),
    ("sprt.elo1", |f| f.is_near(9.0)),
    ("sprt.bound", |f| f.is_near((0.95f64 / 0.05).ln())),
    ("sprt.llr", |f| {
        f.float().abs() < f.own()["bound"].as_f64().unwrap()
    }),
    ("players[].player", |f| {
        ["level 1", "random", "greedy"].contains(&f.text())
    }),
    ("players[].games", |f| f.int() == 4),
    ("players[].points", |f| {
        let name = &f.own()["player"];
        let pairings = f.root()["pairings"].as_array().unwrap().iter();
        let points = pairings.map(|pairing| {
            let number = |field: &str| pairing[field].as_f64().unwrap();
            let of_a = number("wins") + number("draws") / 2.0;
            let is = |field: &str| f64::from(u8::from(&pairing[field] == name));
            is("a") * of_a + is("b") * (number("games") - of_a)
        });
        f.is_near(points.sum())
    }),
    ("players[].rating", |f| {
        let players = f.root()["players"].as_array().unwrap();
        let ratings = players
            .iter()
            .map(|player| player["rating"].as_f64().unwrap());
        ratings.sum::<f64>().abs() < 1e-6
    }),
    // openings
    ("openings.games", |f| f.int() == 1),
    ("openings.opening", |f| f.value["english"].is_string()),
    ("openings.moves", |f| {
        let squares = f
            .list()
            .iter()
            .map(|row| 1 + row["same"].as_array().unwrap().len());
        squares.sum::<usize>() == f.position().legal_moves().len()
    }),
    ("openings.moves[].move", |f| is_legal(f.position(), f.value)),
    ("openings.moves[].same", |f| {
        f.list().iter().all(|square| is_legal(f.position(), square))
    }),
    ("openings.moves[].opening", |f| {
        let played = f.own()["move"].as_str().unwrap().parse().unwrap();
        let next = f.position().play(played).unwrap();
        Opening::at(next).unwrap().english == f.value["english"]
    }),
    ("openings.moves[].games", |f| {
        f.int() == i64::from(is_played(f))
    }),
    ("openings.moves[].share", |f| {
        f.is_near(f64::from(u8::from(is_played(f))))
    }),
    ("openings.moves[].wins", |f| {
        is_result(f, |margin| margin > 0.0)
    }),
    ("openings.moves[].draws", |f| {
        is_result(f, |margin| margin == 0.0)
    }),
    ("openings.moves[].losses", |f| {
        is_result(f, |margin| margin < 0.0)
    }),
    ("openings.moves[].mean_score", |f| {
        f.is_near(margin_of_side(f))
    }),
    ("openings.moves[].evaluation", |f| {
        f.value["move"] == f.own()["move"]
    }),
    ("openings.results", |f| f.value["won"].is_u64()),
    // Results of the person, who is Black.
    ("won", |f| {
        f.int() == i64::from(winner(&f.run.game) == "black")
    }),
    ("drawn", |f| {
        f.int() == i64::from(winner(&f.run.game) == "draw")
    }),
    ("lost", |f| {
        f.int() == i64::from(winner(&f.run.game) == "white")
    }),
    ("mean_margin", |f| f.is_near(margin(&f.run.game))),
    ("opponents", |f| f.value["level 3"].is_object()),
    ("stats.openings", |f| {
        f.value[Opening::of(f.run.game.positions()).unwrap().english].is_object()
    }),
    ("*.games", |f| f.int() == 1),
    ("*.mean_loss", |f| f.is_near(mean_loss(f))),
    ("stats.games", |f| f.int() == 1),
    ("stats.not_counted", |f| f.int() == 0),
    ("stats.unreadable", |f| f.int() == 0),
    ("stats.mean_loss", |f| f.value["all"].is_number()),
    ("stats.recent_mean_loss", |f| f.value["all"].is_number()),
    ("all", |f| f.is_near(mean_loss(f))),
    ("stats.mean_loss.opening", |f| f.float() >= 0.0),
    ("recent_mean_loss.opening", |f| {
        f.value == &f.root()["mean_loss"]["opening"]
    }),
    ("reviewed[].opening", |f| {
        f.value == &f.root()["mean_loss"]["opening"]
    }),
    ("midgame", |f| f.value == &f.root()["mean_loss"]["midgame"]),
    ("endgame", |f| f.value == &f.root()["mean_loss"]["endgame"]),
    ("reviewed", |f| f.list().len() == 1),
    ("reviewed[].number", |f| f.int() == 1),
    ("reviewed[].date", |f| f.text() == "2026-11-01 10:00"),
    ("reviewed[].opponent", |f| f.text() == "level 3"),
    ("mistakes", |f| !f.list().is_empty()),
    ("mistakes[].count", |f| f.int() > 0),
    ("squares", |f| {
        let own = f.run.game.entries().iter();
        let own = own.filter(|entry| entry.color() == Color::Black);
        own.filter_map(Entry::square)
            .all(|square| f.value[square.to_string()].is_object())
    }),
    ("squares.*.moves", |f| f.int() == 1),
    ("squares.*.lost", |f| f.int() >= 0),
    // puzzle
    ("puzzle.kind", |f| {
        ["last-move", "corner", "pass", "draw", "win", "best"].contains(&f.text())
    }),
    ("puzzle.target", |f| {
        let is_empty = |square: &Value| {
            let square = square.as_str().unwrap().parse().unwrap();
            f.position().disc(square).is_none()
        };
        f.list().iter().all(is_empty)
    }),
    ("puzzle.answers", |f| {
        let moves = f.root()["moves"].as_array().unwrap().iter();
        let best = moves.filter(|found| found["score"] == f.root()["score"]);
        let best: BTreeSet<&str> = best.filter_map(|found| found["move"].as_str()).collect();
        best == f.list().iter().filter_map(Value::as_str).collect()
    }),
    ("puzzle.score", |f| {
        is_score_of(f.position(), &Value::Null, f.int())
    }),
    ("puzzle.pv", |f| {
        after(f.position(), f.list())
            .unwrap()
            .board()
            .is_game_over()
    }),
    ("puzzle.moves", |f| {
        f.list().len() == f.position().legal_moves().len()
    }),
    ("puzzle.difficulty", |f| f.value["gap"].is_u64()),
    ("difficulty.chance", |f| (0.0..=1.0).contains(&f.float())),
    ("difficulty.depth", |f| {
        f.int() <= i64::from(f.position().board().empty_count())
    }),
    ("difficulty.gap", |f| {
        let moves = f.root()["moves"].as_array().unwrap().iter();
        let score = f.root()["score"].as_i64().unwrap();
        let wrong = moves
            .map(|found| found["score"].as_i64().unwrap())
            .filter(|it| *it < score);
        f.int() == score - wrong.max().unwrap()
    }),
    ("difficulty.plausible", |f| {
        (0..=i64::try_from(f.position().legal_moves().len()).unwrap()).contains(&f.int())
    }),
    ("puzzle.rating", |f| (0..4000).contains(&f.int())),
    // review
    ("review.item", |f| f.int() == f.run.line),
    ("review.file", |f| f.text() == "a.ggf"),
    ("review.number", |f| f.int() == 1),
    ("review.depth", |f| f.int() == DEPTH),
    ("review.you", |f| f.text() == "black"),
    ("review.rated", |f| f.value == true),
    ("review.start", |f| {
        f.text() == f.run.game.start().to_string()
    }),
    ("review.start_evaluation", |f| f.value["black"].is_i64()),
    ("review.start_evaluation.black", |f| f.int().abs() <= 64),
    ("review.start_evaluation.depth", |f| {
        (0..=60).contains(&f.int())
    }),
    ("review.black", |f| f.text() == "you"),
    ("review.white", |f| f.text() == "level 3"),
    ("review.opening", |f| {
        f.value["english"] == Opening::of(f.run.game.positions()).unwrap().english
    }),
    ("review.entries", |f| {
        f.list().len() == f.run.game.entries().len()
    }),
    ("entries[].ply", |f| {
        f.root()["entries"][usize::try_from(f.int()).unwrap() - 1]["ply"] == *f.value
    }),
    ("entries[].number", |f| {
        let ply = usize::try_from(f.own()["ply"].as_u64().unwrap()).unwrap();
        let moves = f.run.game.entries()[..ply].iter().filter_map(Entry::square);
        f.int() == i64::try_from(moves.count()).unwrap()
    }),
    ("entries[].side", |f| {
        f.text() == name_of(f.of_entry().0.side_to_move())
    }),
    ("entries[].entry", |f| {
        (f.text() == "move") == f.own()["move"].is_string()
    }),
    ("entries[].move", |f| {
        let ply = usize::try_from(f.own()["ply"].as_u64().unwrap()).unwrap();
        f.run.game.entries()[ply - 1].square().unwrap().to_string() == f.text()
    }),
    ("entries[].evaluation", |f| f.value["black"].is_i64()),
    ("evaluation.black", |f| {
        let position = f.of_entry().1;
        if f.own()["kind"] != "exact" || position.board().empty_count() > FEW {
            return f.int().abs() <= 64;
        }
        let sign = if position.side_to_move() == Color::Black {
            1
        } else {
            -1
        };
        f.int() == sign * solved(position.board())
    }),
    ("entries[].evaluation.depth", |f| {
        (0..=60).contains(&f.int())
    }),
    ("entries[].best.depth", |f| (1..=60).contains(&f.int())),
    ("entries[].played.depth", |f| (1..=60).contains(&f.int())),
    ("entries[].best", |f| {
        f.value["score"].as_i64() >= f.own()["played"]["score"].as_i64()
    }),
    ("entries[].played", |f| f.value["move"] == f.own()["move"]),
    ("entries[].loss", |f| {
        let score = |name: &str| f.own()[name]["score"].as_i64().unwrap();
        f.int() == score("best") - score("played")
    }),
    ("entries[].exact", |f| {
        let is_proven = |name: &str| f.own()[name]["kind"] == "exact";
        f.value == (is_proven("best") && is_proven("played"))
    }),
    ("entries[].people", |f| {
        f.own()["loss"].as_i64().unwrap() > 2
    }),
    ("people.played", |f| (0.0..=1.0).contains(&f.float())),
    ("people.best", |f| (0.0..=1.0).contains(&f.float())),
    ("review.totals", |f| f.value["black"].is_object()),
    ("totals.black", |f| f.value["moves"].is_u64()),
    ("totals.white", |f| f.value["moves"].is_u64()),
    ("totals.*.moves", |f| {
        f.int() == i64::try_from(f.losses(f.side()).len()).unwrap()
    }),
    ("totals.*.mean_loss", |f| {
        let losses = f.losses(f.side());
        let sum = losses
            .iter()
            .map(|loss| f64::from(i32::try_from(*loss).unwrap()));
        f.is_near(sum.sum::<f64>() / f64::from(u32::try_from(losses.len()).unwrap()))
    }),
    ("totals.*.mistakes", |f| {
        f.int() == count(f, |loss| loss > 2 && loss <= 6)
    }),
    ("totals.*.blunders", |f| {
        f.int() == count(f, |loss| loss > 6)
    }),
    ("totals.*.best", |f| f.int() == count(f, |loss| loss == 0)),
    // mistakes
    ("mistakes.item", |f| [1, 2].contains(&f.int())),
    ("mistakes.file", |f| f.text() == "a.ggf"),
    ("mistakes.number", |f| f.int() == 1),
    ("mistakes.depth", |f| f.int() == DEPTH),
    ("mistakes.ply", |f| *f.value == f.own()["mistake"]["ply"]),
    ("mistakes.black", |f| f.text() == "you"),
    ("mistakes.white", |f| f.text() == "level 3"),
    ("mistakes.you", |f| f.text() == "black"),
    ("mistakes.rated", |f| f.value == true),
    ("mistakes.position", |f| {
        let ply = usize::try_from(f.own()["ply"].as_u64().unwrap()).unwrap();
        let mut positions = f.run.game.positions();
        positions.nth(ply - 1).unwrap().to_string() == f.text()
    }),
    ("mistakes.mistake", |f| f.value["loss"].as_u64() >= Some(3)),
    ("mistakes.mistake.ply", |f| *f.value == f.root()["ply"]),
    // show
    ("show.black", |f| is_bits_of(f, 'X')),
    ("show.white", |f| is_bits_of(f, 'O')),
    ("show.legal_moves", |f| {
        let legal = f.position().legal_moves();
        let legal: Vec<String> = legal.iter().map(|square| square.to_string()).collect();
        f.value == &json!(legal)
    }),
    ("show.start", |f| f.text() == Position::START.to_string()),
    ("show.moves", |f| f.text() == "f5d6c3"),
    ("show.read", |f| f.list().len() == 1),
    ("read[].position", |f| {
        let moves = if f.run.args.contains("--at") {
            "f5d6c3d3"
        } else {
            "f5d6c3"
        };
        f.text() == transcript::parse(moves).unwrap().position().to_string()
    }),
    ("read[].side_is_stated", |f| f.value == true),
    ("show.skipped", |f| f.list().len() <= 1),
    ("skipped[].text", |f| f.run.args.contains(f.text())),
    // solve
    ("mistakes.least_loss", |f| f.int() == 3),
    ("solve.number", |f| [1, 2].contains(&f.int())),
    ("solve.score", |f| {
        is_score_of(f.position(), &Value::Null, f.int())
    }),
    ("solve.pv", |f| {
        after(f.position(), f.list())
            .unwrap()
            .board()
            .is_game_over()
    }),
    ("solve.moves", |f| {
        f.list().len() == f.position().legal_moves().len()
    }),
    ("solve.differences", |f| f.list().len() == 1),
    ("differences[].listed", |f| f.int() == LISTED),
    ("differences[].found", |f| {
        is_score_of(f.position(), &f.own()["move"], f.int())
    }),
    // themes
    ("themes.themes", |f| f.list().len() == 5),
    ("themes.themes[].name", |f| {
        "classic light contrast color-safe monochrome".contains(f.text())
    }),
];

/// Fields that nothing here can compute, and why.
const UNCHECKED: &[(&str, &str)] = &[
    ("name", "a text for people"),
    ("value", "a text for people"),
    ("result", "a text for people"),
    ("reason", "a text for people"),
    ("place", "a text for people"),
    ("form", "a text for people"),
    ("question", "a text for people"),
    ("other_reading", "a text for people"),
    ("warning", "a text for people"),
    ("group", "a text for people"),
    ("start", "only in games that begin elsewhere"),
    ("elo_bound", "only where one player wins all of many games"),
    ("verdict", "only at the end of a long match"),
    ("mean_theory", "only in WTHOR files"),
    ("left_book", "takes games that follow the opening book"),
    ("players[].rating_error", "takes more games"),
    (
        "openings.moves[].evaluation.confidence",
        "of an estimate there is none",
    ),
    ("book.moves[].confidence", "of an estimate there is none"),
    ("level", "takes many games"),
    ("level.estimate", "takes many games"),
    ("level.low", "takes many games"),
    ("level.high", "takes many games"),
    ("folders", "takes libraries"),
    ("folders.*.games", "takes libraries; as that of an opponent"),
    ("folders.*.won", "takes libraries; as that of an opponent"),
    ("folders.*.drawn", "takes libraries; as that of an opponent"),
    ("folders.*.lost", "takes libraries; as that of an opponent"),
    (
        "folders.*.mean_margin",
        "takes libraries; as that of an opponent",
    ),
    (
        "folders.*.mean_loss",
        "takes libraries; as that of an opponent",
    ),
    ("reviewed[].file", "takes libraries"),
    ("solve.time_limit", "only in a file of lines"),
    ("review.time_limit", "null without a limit of time"),
    ("mistakes.time_limit", "null without a limit of time"),
    ("review.engine", "null without another engine"),
    ("mistakes.engine", "null without another engine"),
    ("review.least_loss", "null: it lists no mistakes"),
    ("solve.wld", "only in a file of lines"),
    ("solve.all_moves", "only in a file of lines"),
    ("puzzle_rating", "takes solved puzzles"),
    ("puzzle_ratings", "takes solved puzzles"),
    ("puzzle_ratings[].date", "takes solved puzzles"),
    ("puzzle_ratings[].rating", "takes solved puzzles"),
    ("stats.rating", "depends on how Glicko-2 is set up"),
    ("ratings", "depends on how Glicko-2 is set up"),
    ("ratings[].date", "depends on how Glicko-2 is set up"),
    ("rating", "depends on how Glicko-2 is set up"),
    ("deviation", "depends on how Glicko-2 is set up"),
    ("volatility", "depends on how Glicko-2 is set up"),
    ("left_lines", "takes lines that are trained"),
    ("left_lines.number", "takes lines that are trained"),
    ("left_lines.side", "takes lines that are trained"),
    ("left_lines.move", "takes lines that are trained"),
    ("left_lines.lines", "takes lines that are trained"),
    ("left_lines.played", "takes lines that are trained"),
];

const DATE: &str = "2026-11-01 10:00:00 UTC";

/// The wrong score of a move in the file of ends.
const LISTED: i64 = 63;

/// The paths of the fields of a schema; a field of a map by names has the name `*`.
fn paths_of(schema: &Value, path: &str, paths: &mut BTreeSet<String>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        paths_of(field, &path, paths);
        paths.insert(path);
    }
    paths_of_parts(schema, path, paths);
}

fn paths_of_parts(schema: &Value, path: &str, paths: &mut BTreeSet<String>) {
    let Some(object) = schema.as_object() else {
        return;
    };
    if let Some(items) = object.get("items") {
        paths_of(items, &format!("{path}[]"), paths);
    }
    if let Some(each) = object
        .get("additionalProperties")
        .filter(|each| each.is_object())
    {
        paths_of(each, &format!("{path}.*"), paths);
    }
    for variant in ["anyOf", "oneOf"] {
        for part in object
            .get(variant)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            paths_of(part, path, paths);
        }
    }
}

/// The longest end of a path that a table has.
fn longest<T: Copy>(table: &[(&'static str, T)], path: &str) -> Option<(usize, T)> {
    // The sides have the same totals.
    let each = path
        .replace("totals.black.", "totals.*.")
        .replace("totals.white.", "totals.*.")
        // A mistake is an entry of a review.
        .replace("mistakes.mistake.", "review.entries[].");
    let fits = |end: &str| {
        [path, &each].iter().any(|path| {
            let before = path.strip_suffix(end);
            before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        })
    };
    let rows = table.iter().filter(|(end, _)| fits(end));
    rows.max_by_key(|(end, _)| end.len())
        .map(|(end, row)| (end.len(), *row))
}

/// What is known of a field.
enum Known {
    Rule(Rule),
    Unchecked,
    Nothing,
}

fn known_of(path: &str) -> Known {
    match (longest(RULES, path), longest(UNCHECKED, path)) {
        (Some((length, rule)), unchecked) if unchecked.is_none_or(|(other, _)| length > other) => {
            Known::Rule(rule)
        }
        (_, Some(_)) => Known::Unchecked,
        (_, None) => Known::Nothing,
    }
}

/// A check of all fields that the commands of a schema print.
struct Check<'a> {
    /// The paths of the fields of the schema.
    paths: &'a BTreeSet<String>,
    seen: BTreeSet<String>,
    wrong: Vec<String>,
}

impl Check<'_> {
    /// Checks the fields of the last of some objects, and of those in it.
    fn object(&mut self, run: &Printed, around: &[&Value], path: &str) {
        let Some(object) = around.last().and_then(|own| own.as_object()) else {
            return;
        };
        for (name, value) in object {
            let known = format!("{path}.{name}");
            let is_field = self.paths.contains(&known);
            let path = if is_field { known } else { format!("{path}.*") };
            if is_field && !value.is_null() {
                self.field(run, around, value, &path);
            }
            for item in value.as_array().into_iter().flatten() {
                self.object(run, &[around, &[item]].concat(), &format!("{path}[]"));
            }
            self.object(run, &[around, &[value]].concat(), &path);
        }
    }

    fn field(&mut self, run: &Printed, around: &[&Value], value: &Value, path: &str) {
        let around = around.to_vec();
        let field = Field { run, value, around };
        if let Known::Rule(rule) = known_of(path) {
            let holds = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| rule(&field)));
            if !holds.unwrap_or(false) {
                let own = field.own().to_string();
                let own: String = own.chars().take(300).collect();
                self.wrong
                    .push(format!("{}: {path} is {value} in {own}", run.args));
            }
            self.seen.insert(path.to_owned());
        }
    }
}

/// A game of this person against a level, as GGF.
fn file_of(game: &Game) -> String {
    let moves = game.entries().iter().map(|entry| {
        let square = entry.square();
        let side = if entry.color() == Color::Black {
            'B'
        } else {
            'W'
        };
        square.map_or(format!("{side}[PA]"), |square| format!("{side}[{square}]"))
    });
    format!(
        "(;GM[Othello]EV[Cup]DT[{DATE}]PB[human]PW[engine:3]RE[{:+}]TY[8]BO[8 \
         ---------------------------O*------*O--------------------------- *]{};)\n",
        margin(game),
        moves.collect::<String>()
    )
}

/// Takes seconds: it runs 25 commands, among them the whole `bench` and a search for puzzles.
#[test]
fn every_field_means_what_it_is_said_to_mean() {
    let game = a_game();
    let end = game
        .positions()
        .find(|position| position.board().empty_count() == FEW)
        .unwrap();
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::create_dir(at("reversi")).unwrap();
    fs::write(at("a.ggf"), file_of(&game)).unwrap();
    fs::write(at("reversi/games.ggf"), file_of(&game)).unwrap();
    fs::write(at("bad.txt"), "f5f5\n".repeat(BAD)).unwrap();
    let with_origin = |origin| file_of(&game).replacen("TY[8]", &format!("OR[{origin}]TY[8]"), 1);
    fs::write(at("played.ggf"), ORIGINS.map(with_origin).concat()).unwrap();
    let other = of_other_side(end);
    let listed = end.legal_moves().iter().next().unwrap();
    fs::write(
        at("ends.obf"),
        format!("{end}; {listed}:{LISTED}\n{other}; {listed}:{LISTED}\n"),
    )
    .unwrap();
    let known: Vec<(String, BTreeSet<String>)> = schemas()
        .map(|(name, schema)| {
            let mut paths = BTreeSet::new();
            paths_of(&schema, &name, &mut paths);
            (name, paths)
        })
        .collect();
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for (schema, args) in COMMANDS {
        let (_, paths) = known.iter().find(|(name, _)| name == schema).unwrap();
        let text = end.to_string();
        let words = args
            .split(' ')
            .map(|word| if word == "END" { &text } else { word });
        let words: Vec<&str> = words.chain(["--json"]).collect();
        let begin = Instant::now();
        let output = run(program(home.path(), &words).current_dir(&home), b"");
        let mut printed = Printed {
            schema,
            args,
            seconds: begin.elapsed().as_secs_f64(),
            game: game.clone(),
            end,
            succeeded: output.status.success(),
            line: 0,
        };
        let text = String::from_utf8(output.stdout).unwrap();
        let values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        let mut check = Check {
            paths,
            seen: BTreeSet::new(),
            wrong: Vec::new(),
        };
        for value in values {
            printed.line += 1;
            check.object(&printed, &[&value.unwrap()], schema);
        }
        if schema == "games" {
            let listed = match args {
                "games played.ggf" => ORIGINS.len(),
                _ => args.matches("a.ggf").count().max(1),
            };
            assert_eq!(printed.line, i64::try_from(listed).unwrap(), "{args}");
        }
        seen.append(&mut check.seen);
        wrong.append(&mut check.wrong);
    }
    for path in known.iter().flat_map(|(_, paths)| paths) {
        match known_of(path) {
            Known::Rule(_) if !seen.contains(path) => {
                wrong.push(format!("{path} is never printed"));
            }
            Known::Nothing => wrong.push(format!("{path} has no rule")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_that_of_a_field() {
    let mut paths = BTreeSet::new();
    for (name, schema) in schemas() {
        paths_of(&schema, &name, &mut paths);
    }
    for (end, ()) in RULES
        .iter()
        .map(|(end, _)| (*end, ()))
        .chain(UNCHECKED.iter().map(|(end, _)| (*end, ())))
    {
        let table = [(end, ())];
        assert!(
            paths.iter().any(|path| longest(&table, path).is_some()),
            "{end}"
        );
    }
}
