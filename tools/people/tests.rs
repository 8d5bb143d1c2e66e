use reversi_notation::Record;
use reversi_table::player::people::People;

use crate::fit::{Counts, Round, Years, fit, strengths};
use crate::report::report;
use crate::samples::{Sample, draw, from_bytes, to_bytes};

/// The years of the games of a test.
const YEARS: Years = Years {
    fitted_until: 2001,
    stopped_until: 2002,
};

/// Games of two players in which the side to move always turns the fewest discs, from different openings.
fn games() -> Vec<Record> {
    let mut games = Vec::new();
    for number in 0..60_usize {
        let mut game = reversi::Game::new();
        while game.outcome().is_none() {
            let (board, ply) = (game.position().board(), game.entries().len());
            let mut moves: Vec<_> = game.legal_moves().iter().collect();
            moves.sort_by_key(|&square| (board.flips(square).len(), square));
            let choice = if ply < 8 {
                number * (ply + 3) / 2 % moves.len()
            } else {
                0
            };
            game.play(moves[choice]).unwrap();
        }
        let mut record = Record::from_game(&game);
        record.players.black = format!("player {}", number % 3);
        record.players.white = "another".to_owned();
        record.date = format!("{}-01-01", 2000 + number % 3);
        games.push(record);
    }
    games
}

/// Takes seconds: it fits the 8688 parameters of a network to hundreds of positions, each of them 80 times.
#[test]
fn a_fit_to_a_few_games_foresees_the_moves_of_others() {
    let games = games();
    let samples = draw(&games, 12, 2, || ());
    assert!(samples.len() > 600, "{}", samples.len());
    let mut counts = Counts::default();
    for game in &games {
        counts.add(game);
    }
    let mut rounds = Vec::new();
    let people = fit(&samples, counts, YEARS, 80, |_, round: &Round| {
        rounds.push((round.bits, round.held.bits));
    });
    let (first, last) = (rounds[0], rounds[rounds.len() - 1]);
    assert!(last.0 < first.0 && last.1 < first.1, "{rounds:?}");
    // The model is that of the best round; a bit a move less than at first is far from chance.
    let best = rounds.iter().map(|(_, held)| *held).fold(first.1, f64::min);
    assert!(best < first.1 - 1.0, "{rounds:?}");
    let text = report(&samples, &people, 2002, 100);
    assert!(text.contains("the model"), "{text}");
    let read = People::from_bytes(&people.to_bytes());
    assert_eq!(read, Some(people));
}

#[test]
fn samples_are_read_as_written_and_the_same_on_any_number_of_threads() {
    let games = &games()[..4];
    let [one, two] = [1, 2].map(|threads| draw(games, 3, threads, || ()));
    assert_eq!(to_bytes(&one), to_bytes(&two));
    let read: Vec<Sample> = from_bytes(&to_bytes(&one)).unwrap();
    assert_eq!(to_bytes(&read), to_bytes(&one));
    assert!(from_bytes(b"GIF89a").is_none_or(|samples| samples.is_empty()));
    for sample in &one {
        let square = sample.survey().moves().nth(sample.played()).unwrap();
        assert!(sample.board().play(square).is_some());
    }
}

#[test]
fn a_strength_is_what_the_other_games_of_the_player_lost() {
    let samples = draw(&games(), 6, 2, || ());
    let strengths = strengths(&samples);
    for (sample, strength) in samples.iter().zip(&strengths) {
        let same = samples
            .iter()
            .zip(&strengths)
            .filter(|(other, _)| (other.player, other.game) == (sample.player, sample.game));
        // The game itself does not count, so that it is the same for all its moves.
        for (_, other) in same {
            assert!((other - strength).abs() < 1e-6);
        }
        assert!((0.0..20.0).contains(strength), "{strength}");
    }
}

#[test]
fn the_report_of_the_program_s_model_says_how_it_was_made() {
    let text = include_str!("../../crates/table/src/player/people.txt");
    for word in ["people sample", "people fit", "people report", "people.bin"] {
        assert!(text.contains(word), "{word}");
    }
}
