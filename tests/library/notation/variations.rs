//! Variations of SGF and PGN: read, written, kept, and bounded.

use std::io::{BufReader, Read};

use proptest::prelude::*;

use reversi::{ForeignTags, GameTree, MoveMark, NODE_LIMIT, NodeId, NodeNotes};
use reversi_notation::{Format, Problem, Record, detect};

use crate::cases::cases;
use crate::notation::games::{node_tags, print, read_one, starts};
use crate::notation::hostile::Endless;

/// Texts of what the formats use for themselves.
fn texts() -> impl Strategy<Value = String> {
    "([\\]\\[\\\\{}();:!?$.\"\n a1é村🐯]{0,12})?"
}

fn notes() -> impl Strategy<Value = NodeNotes> {
    let mark = prop::option::of(prop::sample::select(MoveMark::ALL.to_vec()));
    let number = || prop::option::of((-6400i32..6400).prop_map(|n| f64::from(n) / 100.0));
    let notes = (texts(), mark, number(), number(), node_tags());
    notes.prop_map(|(comment, mark, evaluation, seconds, tags)| {
        let mut notes = NodeNotes::default();
        notes.comment = comment;
        notes.mark = mark;
        notes.evaluation = evaluation;
        notes.seconds = seconds.map(f64::abs);
        notes.tags = tags;
        notes
    })
}

/// Trees whose moves are added anywhere, most of them where the last one was.
fn trees() -> impl Strategy<Value = GameTree> {
    let moves = prop::collection::vec((0..6usize, any::<usize>(), any::<usize>(), notes()), 0..50);
    (starts(), texts(), moves).prop_map(|(start, comment, moves)| {
        let mut tree = GameTree::new(start);
        tree.notes_mut(NodeId::ROOT).comment = comment;
        let mut last = tree.cursor();
        for (elsewhere, at, choice, notes) in moves {
            if elsewhere == 0 {
                let rows: Vec<NodeId> = tree.all_rows().map(|row| row.node).collect();
                last = *rows.get(at % (rows.len() + 1)).unwrap_or(&NodeId::ROOT);
            }
            let position = tree.position(last);
            let legal = position.pass().unwrap_or(position).legal_moves();
            if let Some(choice) = choice.checked_rem(legal.len()) {
                last = tree.add(last, legal.iter().nth(choice).unwrap()).unwrap();
                *tree.notes_mut(last) = notes;
            }
        }
        tree
    })
}

fn record_of(tree: &GameTree) -> Record {
    let mut record = Record::default();
    record.set_tree(tree);
    record
}

/// Returns a tree with other notes.
fn with_notes(tree: &GameTree, change: impl Fn(&mut NodeNotes)) -> GameTree {
    let mut changed = tree.clone();
    for row in tree.all_rows() {
        change(changed.notes_mut(row.node));
    }
    change(changed.notes_mut(NodeId::ROOT));
    changed
}

/// What a comment of PGN can hold of a text.
fn trimmed(notes: &mut NodeNotes) {
    notes.tags = ForeignTags::default();
    notes.comment = notes.comment.trim().to_owned();
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_tree_comes_back_from_a_record(tree in trees()) {
        let again = record_of(&tree).tree().unwrap();
        prop_assert_eq!(again.all_rows().count(), tree.all_rows().count());
        prop_assert_eq!(again, tree);
    }

    #[test]
    fn a_tree_comes_back_from_sgf_with_all_but_the_times(tree in trees()) {
        let text = print(Format::Sgf, &record_of(&tree));
        let record = read_one(&text, None);
        prop_assert_eq!(record.variations.cut(), None);
        let expected = with_notes(&tree, |notes| notes.seconds = None);
        prop_assert_eq!(&record.tree().unwrap(), &expected, "{}", text);
        prop_assert_eq!(print(Format::Sgf, &record), text);
    }

    #[test]
    fn a_tree_comes_back_from_pgn_with_closing_braces(tree in trees()) {
        let text = print(Format::Pgn, &record_of(&tree));
        let record = read_one(&text, Some(Format::Pgn));
        prop_assert_eq!(record.variations.cut(), None);
        prop_assert_eq!(&record.tree().unwrap(), &with_notes(&tree, trimmed), "{}", text);
        let text = print(Format::Pgn, &record);
        prop_assert_eq!(print(Format::Pgn, &read_one(&text, None)), text);
    }

    #[test]
    fn every_format_writes_the_main_line_and_says_how_many_variations_it_leaves_out(tree in trees()) {
        let record = record_of(&tree);
        let branches = tree.all_rows().filter(|row| row.begins_branch).count();
        for format in Format::ALL {
            let holds = matches!(format, Format::Sgf | Format::Pgn);
            let left_out = if holds { 0 } else { branches };
            prop_assert_eq!(format.left_out(&record).variations, left_out);
        }
        let end = tree.main_line().last().unwrap();
        let ggf = read_one(&print(Format::Ggf, &record), None);
        prop_assert_eq!(ggf.final_position(), tree.position(end));
    }
}

/// Returns the rows of a tree: the depth, a parenthesis at the beginning of a branch, the move, its mark and
/// its comment.
fn sheet(record: &Record) -> String {
    let tree = record.tree().unwrap();
    let row = |row: reversi::SheetRow| {
        let square = tree.entry(row.node).unwrap().square();
        let NodeNotes { comment, mark, .. } = tree.notes(row.node);
        let branch = if row.begins_branch { "(" } else { "" };
        let square = square.map_or("pass".to_owned(), |square| square.to_string());
        let mark = mark.map_or("", MoveMark::symbol);
        let comment = if comment.is_empty() {
            String::new()
        } else {
            format!("{comment:?}")
        };
        format!("{}{branch}{square}{mark}{comment}", row.depth)
    };
    tree.all_rows().map(row).collect::<Vec<_>>().join(" ")
}

#[test]
fn variations_of_sgf_nest_like_those_of_the_specification() {
    let record = read_one(include_str!("../../fixtures/variations.sgf"), None);
    assert_eq!(record.comment, "root");
    assert_eq!(record.variation_count(), 4);
    let expected = r#"0f5"a" 1(d3"f" 1c5"g" 2(e3!?"i]\nj" 1d6"h" 1(c4?! 0d6?"b" 0c3"c" 1(c5"d" 1f4!!"good\ne""#;
    assert_eq!(sheet(&record), expected);
    assert_eq!(record.variations.cut(), None);
    let again = read_one(&print(Format::Sgf, &record), None);
    assert_eq!(again, record);
}

#[test]
fn variations_of_pgn_stand_after_the_move_that_they_replace() {
    let record = read_one(include_str!("../../fixtures/variations.pgn"), None);
    let expected = r#"0f5"main" 0d6?! 1(f6 1e6! 2(d3?"no (really)" 1f4 1c3 1(f4!? 0c3"the tiger" 0d3! 0c4!!"deep""#;
    assert_eq!(sheet(&record), expected);
    assert_eq!(record.players.black, "A");
    assert_eq!(record.variations.cut(), None);
    let pgn = print(Format::Pgn, &record);
    let moves = &pgn[pgn.find("1. f5").unwrap()..];
    assert_eq!(
        moves,
        "1. f5 {[%eval 2] main} d6 $6 (1... f6 2. e6 $1 (2. d3 $2 {no (really)}) 2... f4\n\
         3. c3) (1... f4 $5) 2. c3 {the tiger} d3 $1 3. c4 $3 {deep} *\n\n"
    );
    let sgf = print(Format::Sgf, &record);
    let at = sgf.find(";B[").unwrap();
    assert_eq!(
        &sgf[at..],
        ";B[f5]V[2]C[main](;W[d6]DO[];B[c3]C[the tiger];W[d3]TE[1];B[c4]TE[2]C[deep])\
         (;W[f6](;B[e6]TE[1];W[f4];B[c3])(;B[d3]BM[1]C[no (really)]))(;W[f4]IT[]))\n"
    );
}

#[test]
fn a_move_that_cannot_be_played_ends_its_variation_and_nothing_else() {
    for (format, text) in [
        (
            Format::Sgf,
            "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6];B[a1];W[b1](;B[c1])(;B[e6]))(;W[f4];W[c3])(;W[f4]AB[a1];B[c3]))",
        ),
        (
            Format::Pgn,
            "1. f5 d6 (1... f6 2. a1 b1 (2. e6) c1) (1... f4 pass) (1... f4 2. x9 c3) 2. c3 *",
        ),
    ] {
        let record = read_one(text, Some(format));
        let expected = "0f5 0d6 1(f6 1(f4 0c3";
        assert_eq!(sheet(&record), expected, "{text}");
        assert_eq!(
            record.variations.cut().unwrap().to_string(),
            "3 variations were cut short, the first after f5f6: move 3: a1 would turn no discs"
        );
    }
    let error = detect::parse("(;GM[2](;B[a1])(;B[f5]))", Format::Sgf).unwrap_err();
    assert_eq!(error.to_string(), "move 1: a1 would turn no discs");
}

#[test]
fn a_variation_may_leave_out_a_pass_or_write_it() {
    for text in [
        "(;GM[2]AB[b1]AW[a1]AB[b4]AW[a4]AB[b8]AW[a8]PL[B](;W[c1])(;W[c4])(;W[c8]))",
        "(;GM[2]AB[b1]AW[a1]AB[b4]AW[a4]AB[b8]AW[a8]PL[B](;B[];W[c1])(;B[];W[c4])(;B[];W[c8]))",
        "(;GM[2]AB[b1]AW[a1]AB[b4]AW[a4]AB[b8]AW[a8]PL[B];B[](;W[c1])(;W[c4])(;W[c8]))",
    ] {
        let record = read_one(text, None);
        assert_eq!(
            sheet(&record),
            "0pass 0c1 1(c4 1pass 1(c8 1pass 0pass",
            "{text}"
        );
    }
}

#[test]
fn a_comment_before_the_first_move_of_a_variation_belongs_to_that_move() {
    let text = "1. f5 d6 ({one} {two} 1... f6 $4 {three}) ({four}) 2. c3";
    let record = read_one(text, Some(Format::Pgn));
    let expected = r#"0f5 0d6"four" 1(f6??"one\ntwo\nthree" 0c3"#;
    assert_eq!(sheet(&record), expected);
}

#[test]
fn variations_of_moves_that_were_removed_are_left_out() {
    let text = "(;GM[2];B[f5];W[d6](;B[c3](;W[d3])(;W[f3]))(;B[c5]))";
    let mut record = read_one(text, None);
    assert_eq!(record.variation_count(), 2);
    record.moves.truncate(2);
    assert_eq!(record.variation_count(), 0);
    assert_eq!(sheet(&record), "0f5 0d6");
    assert!(print(Format::Sgf, &record).ends_with(";B[f5];W[d6])\n"));
}

/// Reads a file of one game whose main line is `f5d6`, and returns what was cut.
fn cut_of(text: impl AsRef<[u8]>, format: Format) -> (Record, Option<Problem>) {
    let mut games: Vec<_> = detect::read(text.as_ref(), Some(format)).collect();
    assert_eq!(games.len(), 1);
    let record = games.remove(0).unwrap();
    let main: Vec<_> = record.moves.iter().filter_map(|m| m.square).collect();
    assert_eq!(main.len(), 2);
    assert!(record.tree().unwrap().all_rows().count() < NODE_LIMIT);
    let cut = record.variations.cut().map(|cut| cut.problem.clone());
    (record, cut)
}

#[test]
fn a_million_branches_are_read_up_to_the_limit() {
    const MILLION: usize = 1_000_000;
    let sgf = format!("(;GM[2];B[f5](;W[d6]){})", "(;W[f6])".repeat(MILLION));
    let pgn = format!("1. f5 d6\n{}", "(f6)\n".repeat(MILLION));
    for (text, format) in [(sgf, Format::Sgf), (pgn, Format::Pgn)] {
        let (record, cut) = cut_of(text, format);
        assert_eq!(cut, Some(Problem::TooManyVariations));
        assert!(record.variations.cut().unwrap().count > 900_000);
        assert_eq!(sheet(&record), "0f5 0d6 1(f6");
        assert!(record.variation_count() > 90_000);
        let again = read_one(&print(format, &record), Some(format));
        assert_eq!(again.variations.cut(), None, "what was kept can be written");
        assert_eq!(again, {
            let mut record = record;
            record.variations = again.variations.clone();
            record
        });
    }
}

#[test]
fn variations_of_any_depth_are_read_up_to_the_limit() {
    for depth in [10, 10_000, 1_000_000] {
        let (open, close) = ("(".repeat(depth), ")".repeat(depth));
        for (text, format) in [
            (
                format!("(;GM[2];B[f5](;W[d6])({open};W[f6]{close};W[f4]))"),
                Format::Sgf,
            ),
            (
                format!("(;GM[2];B[f5]{open};W[d6]{close};W[f4])"),
                Format::Sgf,
            ),
            (format!("1. f5 d6 ({open}f6{close}) (f4)"), Format::Pgn),
        ] {
            let (record, cut) = cut_of(&text, format);
            let expected = (depth > 1000).then_some(Problem::TooManyVariations);
            assert_eq!(cut, expected, "{format} {depth}");
            assert!(sheet(&record).ends_with("(f4"), "{}", sheet(&record));
        }
    }
    // Each move in a variation of its own, as long as there are legal ones.
    let deep = "f6 (".repeat(100_000);
    let (record, cut) = cut_of(format!("1. f5 d6 ({deep}"), Format::Pgn);
    assert_eq!(cut, Some(Problem::TooManyVariations));
    assert_eq!(sheet(&record), "0f5 0d6 1(f6");
}

#[test]
fn variations_that_do_not_end_are_cut_off_and_not_kept() {
    const MIB: u64 = 1 << 20;
    for piece in [
        &b"(;W[f6]"[..],
        b"(;W[f6])",
        b"C[xxxxxxxxxxxxxxxx];",
        b"(((((((((((",
        b"C[x",
    ] {
        let main = &b"(;GM[2];B[f5](;W[d6])(;W[f4])"[..];
        let input = main.chain(Endless(piece, 0)).take(18 * MIB);
        let mut games = detect::read(BufReader::new(input), Some(Format::Sgf));
        let record = games.next().unwrap().unwrap();
        assert_eq!(record.moves.len(), 2);
        assert!(record.variations.cut().is_some());
        let sheet = sheet(&record);
        assert!(sheet.contains("1(f4"));
        let comments = sheet.len();
        assert!(comments as u64 <= 17 * MIB, "{comments}");
    }
}

#[test]
fn a_game_beside_one_with_hostile_variations_is_kept() {
    let bad = format!("(;GM[2];B[f5](;W[d6])(;{}", "W[a1](".repeat(10_000));
    let text = format!("{bad}\n(;GM[2];B[d3])\n{bad}");
    let games: Vec<_> = detect::read(text.as_bytes(), None)
        .map(Result::unwrap)
        .collect();
    let moves: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(moves, [2, 1, 2]);
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_variations_at_all_are_read_without_a_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "(", ")", "(;", ";", "B[f5]", "W[d6]", "W[f6]", "B[c3]", "W[]", "B[a1]", "C[x]", "TE[2]", "V[1]",
            "AB[a1]", "PL[W]", "[", "]", "\\", "GM[2]",
            "f5", "d6", "f6", "pass", "{", "}", "$2", "1-0", "*", "!", "1...", "[%eval 2]", "\n",
        ]), 0..60),
    ) {
        let text = pieces.join(" ");
        for (format, text) in [
            (Format::Sgf, format!("(;GM[2] {text}")),
            (Format::Pgn, format!("[Event \"x\"]\n\n{text}")),
        ] {
            for game in detect::read(text.as_bytes(), Some(format)).flatten() {
                let tree = game.tree().unwrap();
                let main = game.replay().unwrap();
                let line: Vec<NodeId> = tree.main_line().collect();
                let same = line.get(main.entries().len()).copied();
                prop_assert_eq!(same.map(|node| tree.position(node)), Some(main.position()));
                for other in [Format::Sgf, Format::Pgn] {
                    let again = read_one(&print(other, &game), Some(other));
                    prop_assert_eq!(again.variations.cut(), None);
                    prop_assert_eq!(again.tree().unwrap().all_rows().count(), tree.all_rows().count());
                }
            }
        }
    }
}
