//! Owns the trace of the stable discs: edges from a table, full lines, and rounds until nothing is
//! added. Follows [`stability::stable_discs`](crate::bitboard::stability::stable_discs).
//!
//! The rounds are a flood fill to a fixpoint. On a Go bitboard the same loop finds captured groups:
//! there it spreads from the liberties of a group, here from the discs that are stable already.

use super::expression::{Expression, Function, Variable};
use super::recorder::Recorder;
use super::words::{squares, verb};
use super::{Options, Source, Topic, Trace, source};
use crate::square::{File, Rank};

/// How stable discs of the side to move are found. The result is what
/// [`stable_discs`](crate::bitboard::stability::stable_discs) returns.
#[must_use]
pub fn stable_discs(own: u64, opponent: u64) -> Trace {
    let mut rec = Recorder::default();
    let (own, opponent) = rec.position(own, opponent, source::STABLE);
    let edges = edges(&mut rec, own, opponent);
    let lines = full_lines(&mut rec, own, opponent);
    let stable = rounds(&mut rec, own, edges, lines);
    rec.finish(
        Topic::StableDiscs,
        (own, opponent),
        Options::default(),
        stable,
    )
}

/// The own discs that no play along their edge can turn.
fn edges(rec: &mut Recorder, own: Variable, opponent: Variable) -> Variable {
    rec.chapter("edges", None);
    let outer = Variable::constant;
    let (top, bottom) = (rank_mask(0), rank_mask(7));
    let (left, right) = (file_mask(0), file_mask(7));
    let mut stable: Option<Variable> = None;
    for (mask, edge) in [
        (outer("RANK_1", top), "top"),
        (outer("RANK_8", bottom), "bottom"),
        (outer("FILE_A", left), "left"),
        (outer("FILE_H", right), "right"),
    ] {
        let found = Expression::call(Function::StableEdgeDiscs, own & mask, opponent & mask);
        let expression = match stable {
            None => found,
            Some(before) => before | found,
        };
        let before = stable.map_or(0, |variable| variable.value);
        stable = Some(rec.step("edges", expression, source::STABLE_EDGE, |set| {
            let new = set & !before;
            let explained = if before == 0 && edge == "top" {
                " A table answers for each of the 6561 states of an edge, computed once by trying \
                 every continuation along it."
            } else {
                ""
            };
            if new == 0 {
                format!("The {edge} edge adds no stable disc.{explained}")
            } else {
                format!(
                    "The {edge} edge: no play along it can ever turn {}.{explained}",
                    squares(new)
                )
            }
        }));
    }
    // Four rounds of the loop above: always there.
    stable.unwrap_or(own)
}

const fn rank_mask(index: u8) -> u64 {
    match Rank::new(index) {
        Some(rank) => rank.mask(),
        None => 0,
    }
}

const fn file_mask(index: u8) -> u64 {
    match File::new(index) {
        Some(file) => file.mask(),
        None => 0,
    }
}

/// For each of the four kinds of lines, the squares whose line is full.
#[derive(Clone, Copy)]
struct Lines {
    rank: Variable,
    file: Variable,
    falling: Variable,
    rising: Variable,
}

fn full_lines(rec: &mut Recorder, own: Variable, opponent: Variable) -> Lines {
    rec.chapter("full ranks", None);
    let occupied = rec.step("occupied", own | opponent, source::STABLE_LINES, |set| {
        format!(
            "All discs. Along a line without an empty square no disc can ever be turned. Empty: {}.",
            squares(!set)
        )
    });
    let first = occupied & (occupied >> 1);
    let rank = rec.step("rank", first, source::LINES_RANK_1, |_| {
        "A bit stays when its square and the one to its left are taken.".to_owned()
    });
    let rank = rec.step("rank", rank & (rank >> 2), source::LINES_RANK_2, |_| {
        "The same over four squares.".to_owned()
    });
    let rank = rec.step("rank", rank & (rank >> 4), source::LINES_RANK_4, |_| {
        "The same over eight: on file h, a bit now stands for a whole rank; the other files are \
         mixed with the rank above and of no use."
            .to_owned()
    });
    let file_h = Variable::constant("FILE_H", file_mask(7));
    let spread = (rank & file_h).wrapping_mul(0xff);
    let rank = rec.step("rank", spread, source::LINES_RANK_SPREAD, |set| {
        full(
            "rank",
            set,
            &Rank::all()
                .map(|rank| (rank.to_string(), rank.mask()))
                .collect::<Vec<_>>(),
        )
    });

    rec.chapter("full files", None);
    let turned = |set: Variable, by| set & Expression::from(set).rotate_left(by);
    let file = rec.step("file", turned(occupied, 8), source::LINES_FILE_1, |_| {
        "A bit stays when its square and the one below it are taken. The rotation brings rank 1 in \
         again below rank 8: a file is a ring."
            .to_owned()
    });
    let file = rec.step("file", turned(file, 16), source::LINES_FILE_2, |_| {
        "The same over four squares.".to_owned()
    });
    let file = rec.step("file", turned(file, 32), source::LINES_FILE_4, |set| {
        full(
            "file",
            set,
            &File::all()
                .map(|file| (file.to_string(), file.mask()))
                .collect::<Vec<_>>(),
        )
    });

    rec.chapter("full falling diagonals", None);
    let up_left = diagonal(rec, occupied, &UP_LEFT);
    let down_right = diagonal(rec, occupied, &DOWN_RIGHT);
    let falling = rec.step("falling", up_left & down_right, source::LINES_ALL, |set| {
        format!(
            "Full both ways: the diagonals that fall to the right, {}.",
            squares(set)
        )
    });
    rec.chapter("full rising diagonals", None);
    let up_right = diagonal(rec, occupied, &UP_RIGHT);
    let down_left = diagonal(rec, occupied, &DOWN_LEFT);
    let rising = rec.step("rising", up_right & down_left, source::LINES_ALL, |set| {
        format!(
            "Full both ways: the diagonals that rise to the right, {}.",
            squares(set)
        )
    });
    Lines {
        rank,
        file,
        falling,
        rising,
    }
}

/// Which ranks or files are full, as a sentence.
fn full(kind: &str, set: u64, lines: &[(String, u64)]) -> String {
    let names: Vec<&str> = lines
        .iter()
        .filter(|(_, mask)| mask & !set == 0)
        .map(|(name, _)| name.as_str())
        .collect();
    match names.as_slice() {
        [] => format!("No {kind} is full."),
        [name] => format!("One {kind} is full: {name}."),
        _ => format!("These {kind}s are full: {}.", names.join(", ")),
    }
}

/// Half of a diagonal test: three doublings in one direction. A step off the board counts as full, by
/// the constants.
struct Diagonal {
    name: &'static str,
    towards: &'static str,
    /// To the left (towards bit 63) or to the right.
    left: bool,
    by: u32,
    off_board: [u64; 3],
    sources: [Source; 3],
}

const UP_LEFT: Diagonal = Diagonal {
    name: "up_left",
    towards: "down right",
    left: true,
    by: 9,
    off_board: [
        0x0101_0101_0101_01ff,
        0x0303_0303_0303_ffff,
        0x0f0f_0f0f_ffff_ffff,
    ],
    sources: [
        source::LINES_UP_LEFT_1,
        source::LINES_UP_LEFT_2,
        source::LINES_UP_LEFT_4,
    ],
};
const DOWN_RIGHT: Diagonal = Diagonal {
    name: "down_right",
    towards: "up left",
    left: false,
    by: 9,
    off_board: [
        0xff80_8080_8080_8080,
        0xffff_c0c0_c0c0_c0c0,
        0xffff_ffff_f0f0_f0f0,
    ],
    sources: [
        source::LINES_DOWN_RIGHT_1,
        source::LINES_DOWN_RIGHT_2,
        source::LINES_DOWN_RIGHT_4,
    ],
};
const UP_RIGHT: Diagonal = Diagonal {
    name: "up_right",
    towards: "down left",
    left: true,
    by: 7,
    off_board: [
        0x8080_8080_8080_80ff,
        0xc0c0_c0c0_c0c0_ffff,
        0xf0f0_f0f0_ffff_ffff,
    ],
    sources: [
        source::LINES_UP_RIGHT_1,
        source::LINES_UP_RIGHT_2,
        source::LINES_UP_RIGHT_4,
    ],
};
const DOWN_LEFT: Diagonal = Diagonal {
    name: "down_left",
    towards: "up right",
    left: false,
    by: 7,
    off_board: [
        0xff01_0101_0101_0101,
        0xffff_0303_0303_0303,
        0xffff_ffff_0f0f_0f0f,
    ],
    sources: [
        source::LINES_DOWN_LEFT_1,
        source::LINES_DOWN_LEFT_2,
        source::LINES_DOWN_LEFT_4,
    ],
};

fn diagonal(rec: &mut Recorder, occupied: Variable, diagonal: &Diagonal) -> Variable {
    let mut set = occupied;
    let spans = ["the next square", "the next two", "the next four"];
    for (place, (off_board, source)) in diagonal
        .off_board
        .into_iter()
        .zip(diagonal.sources)
        .enumerate()
    {
        let by = diagonal.by << place;
        let moved = if diagonal.left { set << by } else { set >> by };
        set = rec.step(diagonal.name, set & (moved | off_board), source, |_| {
            let towards = diagonal.towards;
            match place {
                0 => format!(
                    "A bit stays when its square and the next one {towards} are taken. The number \
                     holds the squares that have no neighbour there: off the board counts as taken."
                ),
                _ => format!("The same with {} {towards}.", spans[place]),
            }
        });
    }
    set
}

/// The loop: discs that are safe on all four lines, until no more are found.
fn rounds(rec: &mut Recorder, own: Variable, edges: Variable, lines: Lines) -> Variable {
    rec.chapter("full lines", None);
    let constant = Variable::constant("INNER", 0x007e_7e7e_7e7e_7e00);
    let inner = rec.step("inner", own & constant, source::STABLE_INNER, |set| {
        format!(
            "The own discs off the edges: {}. For those on the edges the table has the last word.",
            squares(set)
        )
    });
    let Lines {
        rank,
        file,
        falling,
        rising,
    } = lines;
    let mut stable = rec.step(
        "stable",
        edges | (inner & rank & file & falling & rising),
        source::STABLE_FIRST,
        |set| {
            let new = set & !edges.value;
            if new == 0 {
                "To begin with: the edges. No inner disc has all four of its lines full.".to_owned()
            } else {
                format!(
                    "To begin with: the edges, and {}, where all four lines are full.",
                    squares(new)
                )
            }
        },
    );
    if stable.value == 0 {
        return rec.step("stable", stable, source::STABLE, |_| {
            "Nothing is stable to begin with, and stable discs only grow from stable discs."
                .to_owned()
        });
    }

    let more = first_round(rec, inner, stable, lines);

    rec.chapter("round after round", None);
    if more.value == 0 {
        return rec.step("stable", stable | more, source::STABLE_ROUND, |set| {
            format!(
                "The first round adds nothing: {} in all.",
                stable_words(set)
            )
        });
    }
    stable = rec.step("stable", stable | more, source::STABLE_ROUND, |_| {
        format!("Round 1 adds {}.", squares(more.value))
    });
    for round in 2u32.. {
        let before = stable;
        let all_lines = inner
            & (rank | (before << 1) | (before >> 1))
            & (file | (before << 8) | (before >> 8))
            & (falling | (before << 9) | (before >> 9))
            & (rising | (before << 7) | (before >> 7));
        stable = rec.step("stable", before | all_lines, source::STABLE_ROUND, |set| {
            let new = set & !before.value;
            if new == 0 {
                format!(
                    "Round {round} adds nothing, and so no later round can: {} in all.",
                    stable_words(set)
                )
            } else {
                format!("Round {round} adds {}.", squares(new))
            }
        });
        if stable.value == before.value {
            break;
        }
    }
    stable
}

/// What the first round adds, each kind of line by itself.
fn first_round(rec: &mut Recorder, inner: Variable, stable: Variable, lines: Lines) -> Variable {
    let Lines {
        rank,
        file,
        falling,
        rising,
    } = lines;
    rec.chapter("the first round, line by line", None);
    let safe = |rec: &mut Recorder, name, line: Variable, by: u32, source, what: &str| {
        let expression = line | (stable << by) | (stable >> by);
        rec.step(name, expression, source, |_| {
            let edge = if by == 1 {
                " A shift may run over an edge here: it lands on an edge, and only inner discs are \
                 asked."
            } else {
                ""
            };
            format!("Safe along {what}: the line is full, or a neighbour on it is stable.{edge}")
        })
    };
    let on_rank = safe(rec, "on_rank", rank, 1, source::STABLE_RANKS, "the rank");
    let on_file = safe(rec, "on_file", file, 8, source::STABLE_FILES, "the file");
    let source = source::STABLE_FALLING;
    let on_falling = safe(
        rec,
        "on_falling",
        falling,
        9,
        source,
        "the falling diagonal",
    );
    let source = source::STABLE_RISING;
    let on_rising = safe(rec, "on_rising", rising, 7, source, "the rising diagonal");
    let all = inner & on_rank & on_file & on_falling & on_rising & !stable;
    rec.step("more", all, source::STABLE_MORE, |set| {
        if set == 0 {
            "No further disc is safe on all four lines.".to_owned()
        } else {
            format!("Safe on all four lines, and so stable: {}.", squares(set))
        }
    })
}

fn stable_words(set: u64) -> String {
    let number = set.count_ones();
    format!("{number} stable {}", verb(set, "disc", "discs"))
}
