//! What a review says of the players' mistakes and of people who make the same.

use reversi::Square;
use reversi::search::Limits;
use reversi_study::review::{Review, Reviewer, Whose};
use reversi_table::player::people::group::PlayerGroup;
use reversi_table::player::people::survey::Survey;
use reversi_wording::review as wording;

use super::{entries, games, random_games, reviewed};
use crate::dial;

#[test]
fn a_bad_move_has_the_chances_of_the_model_after_the_move_before_it() {
    let mut bad = 0;
    for game in games() {
        let review = reviewed(&game);
        for (entry, (position, judged)) in entries(&review) {
            let survey = || {
                let last = entry.checked_sub(1)?;
                let last = game.entries()[last].square();
                Survey::of(position.board(), last, &mut || false)
            };
            for group in PlayerGroup::ALL {
                let chances = judged.chances(group);
                assert_eq!(chances.is_some(), judged.loss > 2, "{judged:?}");
                let Some(chances) = chances else { continue };
                let survey = survey().unwrap();
                let chance = |square: Square| group.chance(&survey, square.into());
                assert_eq!(chances.played, chance(judged.square));
                assert_eq!(chances.best, chance(judged.best.square.unwrap()));
                bad += 1;
            }
        }
    }
    assert!(bad > 100, "{bad}");
}

#[test]
fn a_mistake_of_most_players_like_the_one_who_moved_is_said_to_be_theirs() {
    let mut said = 0;
    for game in games().chain(random_games::random_games(dial::games(10))) {
        let review = reviewed(&game);
        for (entry, (_, judged)) in entries(&review) {
            let side = review.totals(&Whose::default())[judged.color];
            let mean = side.mean_loss().unwrap();
            let group = match (side.moves, mean) {
                (0..15, _) => "club players",
                _ if mean < 1.8 => "tournament players",
                _ if mean < 2.8 => "club players",
                _ if mean < 4.0 => "casual players",
                _ => "beginners",
            };
            assert_eq!(review.group(judged.color).to_string(), group);
            let chances = judged.chances(review.group(judged.color));
            let played = chances.map_or(0.0, |chances| chances.played.probability());
            let Some(sentence) = wording::people_at(&review, entry) else {
                assert!(played <= 0.5, "{judged:?}");
                continue;
            };
            assert!(played > 0.5 && judged.grade().is_bad(), "{sentence}");
            let end = format!(" {group} play {} here.", judged.square);
            assert!(sentence.ends_with(&end), "{sentence}");
            said += 1;
        }
    }
    assert!(said > 0);
}

#[test]
fn a_side_with_few_judged_moves_is_taken_for_club_players() {
    let whole = &random_games::random_games(1)[0];
    for entries in [28, 30] {
        let mut review = Review::new(&whole.up_to(entries));
        Reviewer::new(1, Limits::depth(4)).run(&mut review).unwrap();
        for (color, side) in review.totals(&Whose::default()).iter() {
            // Moves by chance are worse than those of club players.
            assert!(side.mean_loss().unwrap() >= 2.8);
            let is_club = review.group(color) == PlayerGroup::Club;
            assert_eq!(is_club, side.moves < 15, "{side:?}");
        }
    }
}
