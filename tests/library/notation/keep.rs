//! Properties and tags without a meaning for this library: kept in files of the same format, named elsewhere.

use reversi::{ForeignTag, ForeignTags, Game};
use reversi_notation::{
    Format, GamePart, LeftOut, Record, StatedEnding, StatedResult, StatedScore,
};

use crate::notation::games::{print, read_all, read_one};

/// Every property of FF[4] in a node where it may stand, those of the game in the order in which they are written.
const SGF: &str = "(;FF[4]GM[2]CA[UTF-8]AP[reversi]SZ[8]PB[Ann]PW[Bob]BR[1800]WR[1700.5]DT[2020-01-02,03]PC[Oslo]EV[Open]\
    RO[3 (final)]TM[300.0]OT[5x30 byo-yomi]TS[33/22]RE[B+4]AB[e4][d5]AW[d4][e5]PL[B]GC[one\n\ntwo]N[root]C[first]\
    ST[2]AN[Al]BT[Team B]WT[Team W]CP[me]GN[Name]ON[Tiger]SO[Book]US[us]RU[komi 1.5]HA[0]KM[1.5]XX[a][b\\]\\\\]VW[]\
    LB[a1:A][b2:x\\:y]TR[c3][c4]DD[]V[2]\
    ;B[f5]TE[1]V[1.5]N[node]C[text]LB[f5:1]SQ[a1:b2]MA[c1]CR[h8]BL[12.5]OB[3]KO[]MN[4]DM[1]GB[2]HO[1]UC[2]GW[1]\
    (;W[d6]BM[2]C[a\n\nb]WL[30]OW[2]AR[a1:b2]LN[a1:c3]SL[h1]TB[a1][a2]TW[]FG[257:x]PM[1];B[c3]DD[a1][]AR[c3:f6])\
    (;W[f6]DO[]TR[f6];B[e6]IT[]N[end]CR[a1]))\n";

/// Two games of a pair, with komi and a tag of each kind that is not read.
const GGF: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]EV[Cup]RO[1]PB[a]PW[b]RB[1800.5]RW[1700]TI[05:00//02:00]\
    TY[s8r18]RE[+2.000:r]KM[-3.5]KB[1]KW[2]ID[.123]XX[]\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
    B[F5/1.5/2.25]TE[1]CO[good]QQ[z]QQ[[y]W[D6//3]LB[a1];)\n\
    (;GM[Othello]PB[b]PW[a]TB[05:00]TW[02:00]TY[s8r18]RE[+2.000:t]ID[.123]\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[D3];)\n";

const PGN: &str = "[Event \"E\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"-\"]\n[Black \"b\"]\n[White \"w \\\"q\\\" \\\\ x\"]\n\
    [Result \"0-1\"]\n[BlackElo \"1800\"]\n[WhiteElo \"-\"]\n[TimeControl \"300+2\"]\n[Termination \"adjudication\"]\n\
    [Annotator \"Ann\"]\n[Time \"12:00:00\"]\n[UTCTime \"10:00:00\"]\n[Variant \"othello\"]\n[Opening \"Tiger\"]\n\
    [ECO \"A00\"]\n[BlackTitle \"-\"]\n[My_Tag \"\"]\n\n1. f5 $1 $14 {[%eval 1.5] [%emt 2] c} d6 (1... f6 {x}) 2. c3 0-1\n\n";

const OBF: &str = "---------------------------OX------XO--------------------------- X; f5:+2; d3:-4 by symmetry % start\n\
    OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-X O; --:-127; PA:+4\n";

fn texts(format: Format, text: &str) -> String {
    let games = read_all(text, Some(format));
    let texts = games
        .iter()
        .map(|game| print(format, game.as_ref().unwrap()));
    texts.collect()
}

#[test]
fn a_file_with_everything_that_its_format_names_is_written_as_it_was() {
    for (format, text) in [
        (Format::Sgf, SGF),
        (Format::Ggf, GGF),
        (Format::Pgn, PGN),
        (Format::Obf, OBF),
    ] {
        assert_eq!(texts(format, text), text, "{format}");
        // Also by way of a tree of variations, as a game is shown and changed.
        let games = read_all(text, Some(format)).into_iter();
        let through_trees = games.map(|game| {
            let mut record = game.unwrap();
            let tree = record.tree().unwrap();
            record.set_tree(&tree);
            assert_eq!(format.left_out(&record), LeftOut::default());
            print(format, &record)
        });
        assert_eq!(through_trees.collect::<String>(), text, "{format}");
    }
}

/// Returns the names of the tags that a format leaves out of the first game of a text, with the formats of the tags.
fn names(record: &Record, format: Format) -> String {
    let tags = format.left_out(record).tags.into_iter();
    let names = tags.map(|(format, name)| format!("{format} {name}"));
    names.collect::<Vec<_>>().join(", ")
}

#[test]
fn tags_are_named_where_the_format_changes() {
    let sgf = "sgf AN, sgf AR, sgf BL, sgf BT, sgf CP, sgf CR, sgf DD, sgf DM, sgf FG, sgf GB, sgf GN, sgf GW, sgf HA, \
               sgf HO, sgf KM, sgf KO, sgf LB, sgf LN, sgf MA, sgf MN, sgf OB, sgf ON, sgf OW, sgf PM, sgf RU, sgf SL, \
               sgf SO, sgf SQ, sgf ST, sgf TB, sgf TR, sgf TW, sgf UC, sgf US, sgf V, sgf VW, sgf WL, sgf WT, sgf XX";
    let ggf = "ggf ID, ggf KB, ggf KM, ggf KW, ggf LB, ggf QQ, ggf TY, ggf XX";
    let pgn = "pgn Annotator, pgn BlackTitle, pgn ECO, pgn My_Tag, pgn Opening, pgn Termination, pgn Time, pgn UTCTime, \
               pgn Variant";
    let obf = "obf d3, obf f5";
    for (format, text, expected) in [
        (Format::Sgf, SGF, sgf),
        (Format::Ggf, GGF, ggf),
        (Format::Pgn, PGN, pgn),
        (Format::Obf, OBF, obf),
    ] {
        let record = read_all(text, Some(format)).remove(0).unwrap();
        for other in Format::ALL {
            let expected = if other == format { "" } else { expected };
            assert_eq!(names(&record, other), expected, "{format} to {other}");
        }
    }
}

#[test]
fn another_spelling_of_what_is_known_is_read_as_that() {
    let record = read_one(
        "[BlackRating \"1800\"] [WhiteRating \"1700.5\"]\n[Result \"½-½\"]\n\n1. f5 *\n",
        Some(Format::Pgn),
    );
    assert_eq!(record.tags, ForeignTags::default());
    let text = print(Format::Pgn, &record);
    let ratings = "[Result \"1/2-1/2\"]\n[BlackElo \"1800\"]\n[WhiteElo \"1700.5\"]\n";
    assert!(text.contains(ratings), "{text}");
    let two = "[BlackElo \"1800\"]\n[BlackRating \"2100\"]\n\n1. f5 *\n\n";
    assert!(texts(Format::Pgn, two).ends_with(two), "{two}");
}

#[test]
fn a_comment_before_a_move_of_a_variation_belongs_to_it() {
    let sgf = |text: &str| {
        texts(Format::Sgf, text)
            .split_once("PL[B]")
            .unwrap()
            .1
            .to_owned()
    };
    assert_eq!(
        sgf("(;GM[2];B[f5](;W[d6])(;C[before]LB[f6:1];W[f6]C[after])(;C[alone]))"),
        ";B[f5]C[alone](;W[d6])(;W[f6]C[before\nafter]LB[f6:1]))\n"
    );
    assert_eq!(
        sgf("(;GM[2];V[2]TR[e4];LB[d5:1];B[f5]V[1]RE[Void])"),
        "TR[e4]V[2]LB[d5:1];B[f5]V[1]RE[Void])\n"
    );
    assert_eq!(
        sgf("(;GM[2];B[f5];C[later];TR[f5];W[d6])"),
        ";B[f5]C[later]TR[f5];W[d6])\n"
    );
    let pgn = texts(Format::Pgn, "1. f5 d6 ({before} 1... f6 {after}) 2. c3 *");
    assert!(
        pgn.ends_with("\n1. f5 d6 (1... f6 {before\nafter}) 2. c3 *\n\n"),
        "{pgn}"
    );
}

#[test]
fn a_name_of_a_node_goes_when_the_comment_with_it_is_changed() {
    let mut record = read_one("(;GM[2];B[f5]C[text]N[name])", None);
    assert_eq!(record.moves[0].notes.comment, "text\nname");
    assert!(print(Format::Sgf, &record).ends_with(";B[f5]C[text]N[name])\n"));
    record.moves[0].notes.comment = "mine\nname".to_owned();
    assert!(print(Format::Sgf, &record).ends_with(";B[f5]C[mine]N[name])\n"));
    record.moves[0].notes.comment = "mine".to_owned();
    assert!(print(Format::Sgf, &record).ends_with(";B[f5]C[mine])\n"));
}

#[test]
fn merged_notes_keep_the_tags_of_both_and_one_of_each_name() {
    let tree = |text: &str| read_one(text, None).tree().unwrap();
    let mut ours = tree("(;GM[2];B[f5]LB[a1:x])");
    ours.merge(&tree("(;GM[2];B[f5]LB[b1:y]TR[c1][c2];W[d6]SQ[a1])"))
        .unwrap();
    let all: Vec<_> = ours.all_rows().map(|row| row.node).collect();
    let tags = |node: usize| -> Vec<_> {
        let tags = ours.notes(all[node]).tags.iter();
        tags.map(|ForeignTag { name, text, .. }| format!("{name} {text}"))
            .collect()
    };
    assert_eq!(tags(0), ["LB a1:x", "TR c1", "TR c2"]);
    assert_eq!(tags(1), ["SQ a1"]);
    ours.undo();
    assert_eq!(ours.notes(all[0]).tags.iter().count(), 1);
}

#[test]
fn a_draw_and_a_winner_without_a_score_stay_what_they_are() {
    let pgn = |result: &str| format!("[Event \"a\"]\n[Result \"{result}\"]\n\n1. f5 d6 {result}\n");
    let sgf = |result: &str| format!("(;GM[2]RE[{result}];B[f5];W[d6])");
    let drawn = [
        sgf("0"),
        sgf("Draw"),
        sgf("DRAW"),
        pgn("1/2-1/2"),
        pgn("32-32"),
        "(;GM[Othello]RE[0]B[f5]W[d6];)".to_owned(),
        "(;GM[Othello]RE[Draw]B[f5]W[d6];)".to_owned(),
        "f5d6\t32-32".to_owned(),
        "f5d6 1/2-1/2".to_owned(),
    ];
    let won = [sgf("W+"), pgn("0-1"), "f5d6 0-1".to_owned()];
    for (texts, stated) in [(&drawn[..], "draw"), (&won[..], "White wins")] {
        for text in texts {
            let record = read_one(text, None);
            for format in [Format::Sgf, Format::Ggf, Format::Pgn, Format::Transcript] {
                let lost = format.left_out(&record).parts.contains(&GamePart::Result);
                let again = read_one(&print(format, &record), Some(format)).result;
                let is_known = stated == "draw" || format != Format::Ggf;
                assert_eq!(lost, !is_known, "{text} {format}");
                let again = again.map(|result| match result.score.unwrap().winner() {
                    None => "draw".to_owned(),
                    Some(_) => result.to_string(),
                });
                assert_eq!(
                    again.as_deref(),
                    is_known.then_some(stated),
                    "{text} {format}"
                );
            }
        }
    }
}

#[test]
fn an_agreed_draw_is_agreed_in_every_format_that_can_hold_it_and_left_out_by_the_others() {
    let mut game = Game::new();
    game.play("f5".parse().unwrap()).unwrap();
    assert!(game.agree_to_draw());
    let record = Record::from_game(&game);
    let agreed = StatedResult {
        score: Some(StatedScore::Winner(None)),
        ending: Some(StatedEnding::Agreement),
    };
    assert_eq!(record.result, Some(agreed));
    let mut holding = Vec::new();
    for format in Format::ALL {
        let is_held = !format.left_out(&record).parts.contains(&GamePart::Result);
        let mut text = String::new();
        if !format.write(&record, &mut text) || format == Format::Svg {
            // Databases and what is only read, and pictures, which are not.
            assert!(!is_held, "{format}");
            continue;
        }
        if is_held {
            let again = read_one(&text, Some(format));
            assert_eq!(again.replay().unwrap(), game, "{format}: {text}");
            let ending = again.result.and_then(|result| result.ending);
            assert_eq!(ending, Some(StatedEnding::Agreement), "{format}: {text}");
            holding.push(format);
        } else {
            assert!(!text.to_lowercase().contains("agree"), "{format}: {text}");
        }
    }
    assert_eq!(holding, [Format::Ggf, Format::Sgf, Format::Pgn]);
}

#[test]
fn a_score_that_both_agreed_on_is_kept_and_an_unknown_ending_of_another_program_stays() {
    let text = "(;FF[4]GM[2]SZ[8]ENDING[agreement]RE[B+12];B[f5];W[d6])";
    let record = read_one(text, Some(Format::Sgf));
    assert_eq!(
        record.result,
        Some(StatedResult {
            score: Some(StatedScore::Margin(12.0)),
            ending: Some(StatedEnding::Agreement),
        })
    );
    for format in [Format::Sgf, Format::Ggf, Format::Pgn] {
        let again = read_one(&print(format, &record), Some(format))
            .result
            .unwrap();
        assert_eq!(again.ending, Some(StatedEnding::Agreement), "{format}");
        assert_eq!(again.score.unwrap().margin(), Some(12.0), "{format}");
    }
    let draw = "(;GM[Othello]RE[draw:s]B[f5]W[d6];)";
    let record = read_one(draw, Some(Format::Ggf));
    let result = record.result.unwrap();
    assert_eq!(result.score.unwrap().winner(), None);
    assert_eq!(result.ending, Some(StatedEnding::Agreement));
    let other = "(;FF[4]GM[2]SZ[8]ENDING[bell]RE[B+12];B[f5];W[d6])";
    let record = read_one(other, Some(Format::Sgf));
    assert_eq!(record.result.unwrap().ending, None);
    assert!(print(Format::Sgf, &record).contains("ENDING[bell]"));
}
