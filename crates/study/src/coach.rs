//! The coach: judges a person's move against a CPU before it is final, and warns once if it loses much.
//! It answers in the background, and a late answer is not waited for.

use std::time::{Duration, Instant};

use crate::review::{BLUNDER, MoveReview, Reason, Reviewer, TriedMove};
use reversi::search::{Limits, MoveScore};
use reversi::{Game, Position, Square, SquareSet};
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::phrase::columns::wrap;
use reversi_table::player::people::group::PlayerGroup;
use reversi_table::player::{PlayerError, last_square};

/// The time for each of the two positions of a judgement.
const TIME: Duration = Duration::from_millis(150);

/// A move whose judgement takes longer is played.
const PATIENCE: Duration = Duration::from_millis(600);

const LIMITS: Limits = Limits::depth(12).with_exact_from(14).with_time(TIME);

/// The room for a warning beside the board of a small window.
const COLUMNS: usize = 28;
const ROWS: usize = 3;

/// The memory of a judgement in megabytes.
const TABLE: usize = 8;

/// The coach of a game. See the [module](self).
#[derive(Debug)]
pub struct Coach {
    task: ValueTask<TriedMove, Option<MoveReview>, PlayerError>,
    /// The move that waits for its judgement, and until when.
    pending: Option<(TriedMove, Instant)>,
    /// The judgement of a move that loses much.
    warning: Option<(Position, MoveReview)>,
    /// The last move that it warned about.
    warned: Option<TriedMove>,
}

impl Coach {
    /// Creates a coach. The waker is called when a judgement is there.
    pub fn new(waker: Waker) -> Self {
        Self::within(LIMITS, waker)
    }

    /// Creates a coach that searches within these limits.
    fn within(limits: Limits, waker: Waker) -> Self {
        let judge = move |tried, reporter: &Reporter<_>| {
            let reviewer = Reviewer::new(TABLE, limits);
            reviewer.review_move(tried, &|| reporter.is_stopped())
        };
        Self {
            task: Background::start("coach", waker, judge),
            pending: None,
            warning: None,
            warned: None,
        }
    }

    /// Starts to judge a legal move in a game. Returns `false` if it has warned about it already.
    pub fn consider(&mut self, game: &Game, square: Square, now: Instant) -> bool {
        self.forget();
        let asked = TriedMove {
            position: game.position(),
            last: last_square(game),
            square,
        };
        if self.warned == Some(asked) {
            return false;
        }
        self.pending = Some((asked, now + PATIENCE));
        self.task.ask(asked);
        true
    }

    /// Takes the judgement. Returns the move if it is to be played: it does not lose much, or the
    /// judgement takes too long.
    pub fn poll(&mut self, now: Instant) -> Option<Square> {
        let (asked, until) = self.pending?;
        let judged = self.task.next_value();
        if judged.is_none() && now < until {
            return None;
        }
        self.forget();
        let judged = judged.and_then(|judged| judged.ok().flatten());
        let Some(judged) = judged.filter(|judged| judged.loss > BLUNDER) else {
            return Some(asked.square);
        };
        self.warned = Some(asked);
        self.warning = Some((asked.position, judged));
        None
    }

    /// Returns when the judgement is not waited for any longer.
    pub fn due(&self) -> Option<Instant> {
        self.pending.map(|(_, until)| until)
    }

    /// Returns the move that is judged or warned about.
    pub fn square(&self) -> Option<Square> {
        let pending = self.pending.map(|(asked, _)| asked.square);
        pending.or_else(|| self.warning.as_ref().map(|(_, judged)| judged.square))
    }

    /// Returns whether it warns about a move.
    pub const fn warns(&self) -> bool {
        self.warning.is_some()
    }

    /// Returns the warning in sentences, and the squares that they name. The loss is that by deeper scores of the
    /// moves, if there are any.
    pub fn warning(&self, deeper: &[MoveScore]) -> Option<(String, SquareSet)> {
        self.warning_in(deeper, COLUMNS, ROWS)
    }

    /// Returns the warning, shortened to fit the columns and rows.
    pub fn warning_in(
        &self,
        deeper: &[MoveScore],
        columns: usize,
        rows: usize,
    ) -> Option<(String, SquareSet)> {
        let (_, judged) = self.warning.as_ref()?;
        let judged = &judged.with_scores(deeper);
        if judged.loss == 0 {
            let sentence = format!("{} loses nothing by a deeper search.", judged.square);
            return Some((sentence, SquareSet::EMPTY));
        }
        let squares = judged.reason.map_or(SquareSet::EMPTY, Reason::squares);
        let fits = |text: &String| wrap(text, columns).len() <= rows;
        let mut forms = words(judged);
        let found = forms.iter().position(fits).unwrap_or(forms.len() - 1);
        Some((forms.swap_remove(found), squares))
    }

    /// Returns the warning in all its forms, the longest first.
    pub fn forms(&self, deeper: &[MoveScore]) -> Vec<String> {
        let warning = self.warning.as_ref();
        let judged = warning.map(|(_, judged)| judged.with_scores(deeper));
        match judged {
            Some(judged) if judged.loss > 0 => words(&judged),
            _ => self
                .warning(deeper)
                .into_iter()
                .map(|(text, _)| text)
                .collect(),
        }
    }

    /// Forgets the warnings of the last game.
    pub fn new_game(&mut self) {
        self.forget();
        self.warned = None;
    }

    /// Forgets the move, so that another one can be chosen. Returns whether there was one.
    pub fn forget(&mut self) -> bool {
        self.task.stop();
        self.pending.take().is_some() | self.warning.take().is_some()
    }
}

/// Returns what a bad move loses and why, the longest form first: with the better move, and whether most people make the
/// move as well.
fn words(judged: &MoveReview) -> Vec<String> {
    let (square, loss) = (judged.square, judged.loss_clause());
    let without_reason = format!("{square} {loss}.");
    let Some(fact) = judged.fact_for_player() else {
        return vec![without_reason];
    };
    let short = judged.loss_sentence();
    let whole = judged.contrast_for_player();
    let whole = whole.map(|contrast| format!("{short} {contrast}."));
    let most = judged.short_people_sentence(PlayerGroup::default());
    let with_most = |text: &String| most.as_ref().map(|most| format!("{text} {most}"));
    let texts = whole.into_iter().chain([short]);
    let texts = texts.flat_map(|text| with_most(&text).into_iter().chain([text]));
    texts
        .chain([format!("{square} {fact}."), without_reason])
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng as _;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IteratorRandom as _;

    use super::*;
    use crate::dial;
    use crate::review::{MoveChances, Review};
    use reversi::Color;
    use reversi::search::{Certainty, Score};
    use reversi::transcript;
    use reversi_table::player::people::group::Chance;

    /// The limits without the time, so that what it says does not depend on the machine.
    const UNTIMED: Limits = {
        let mut limits = LIMITS;
        limits.time = None;
        limits
    };

    /// A position where a3 opens the corner a1 and loses 26 discs, which the solver proves.
    const BEFORE_A3: &str = "f5f6e6f4e3c5c4d6b5d3c3e2f2c2g4f3g3f1d1b6c6e1c1d2g1a5g5h6e7f7b4a4d7b3f8c7c8h4h3h5g2g6h7b2b1e8";

    fn judged(coach: &mut Coach, now: Instant) -> Option<Square> {
        while coach.pending.is_some() {
            if let Some(square) = coach.poll(now) {
                return Some(square);
            }
            std::thread::yield_now();
        }
        None
    }

    #[test]
    fn it_warns_once_about_a_move_that_loses_much_and_says_why() {
        let game = transcript::parse(BEFORE_A3).unwrap();
        let mut coach = Coach::within(UNTIMED, Arc::new(|| ()));
        let now = Instant::now();
        let (bad, good) = ("a3".parse().unwrap(), "a6".parse().unwrap());
        assert!(coach.consider(&game, bad, now));
        assert_eq!(judged(&mut coach, now), None);
        let (sentence, squares) = coach.warning(&[]).unwrap();
        assert!(sentence.starts_with("a3 loses "), "{sentence}");
        assert!(sentence.contains(": it opens the corner a1."), "{sentence}");
        assert_eq!(squares, "a1".parse::<Square>().unwrap().into());
        assert!(!coach.consider(&game, bad, now), "only once");
        assert_eq!(coach.warning(&[]), None);
        assert!(coach.consider(&game, good, now));
        assert_eq!(judged(&mut coach, now), Some(good));
    }

    #[test]
    fn a_warning_tells_the_loss_by_the_deepest_scores() {
        let found = |name: &str, score, depth| {
            MoveScore::new(
                name.parse().ok(),
                Score::of(score),
                Certainty::Estimate,
                depth,
                Vec::new(),
            )
        };
        let mut coach = Coach::within(UNTIMED, Arc::new(|| ()));
        let judged = MoveReview {
            color: Color::Black,
            square: "d3".parse().unwrap(),
            best: found("f5", 1, 12),
            played: found("d3", -8, 12),
            loss: 9,
            reason: Some(Reason::Frontier { to: 3, best: 2 }),
            chances: None,
        };
        coach.warning = Some((Position::START, judged));
        let said = |deeper: &[MoveScore]| coach.warning(deeper).unwrap().0;
        let why = "it leaves you 3 discs next to empty squares. f5 leaves 2.";
        assert_eq!(said(&[]), format!("d3 loses about 9 discs: {why}"));
        let shallower = [found("f5", 3, 2), found("d3", 2, 11)];
        assert_eq!(said(&shallower), said(&[]));
        let deeper = [found("c4", 2, 20), found("f5", 0, 20), found("d3", -7, 19)];
        assert_eq!(said(&deeper), format!("d3 loses about 7 discs: {why}"));
        let other = [found("f5", 0, 20), found("d3", 1, 20)];
        assert_eq!(said(&other), "d3 loses nothing by a deeper search.");
    }

    /// Returns the moves of a game that lose much, by a shallow search.
    fn blunders(game: &Game) -> Vec<MoveReview> {
        let limits = Limits::depth(2).with_exact_from(10);
        let mut review = Review::new(game);
        Reviewer::new(1, limits).run(&mut review).unwrap();
        let all = review.move_reviews();
        all.filter(|judged| judged.loss > BLUNDER)
            .cloned()
            .collect()
    }

    /// Returns a blunder as if four of five people played it.
    fn as_if_common(judged: &MoveReview) -> MoveReview {
        let [played, best] = [0.8, 0.1].map(Chance::of);
        MoveReview {
            chances: Some([MoveChances { played, best }; PlayerGroup::ALL.len()]),
            ..judged.clone()
        }
    }

    fn random_game(rng: &mut ChaCha8Rng) -> Game {
        let mut game = Game::new();
        while let Some(square) = game.legal_moves().iter().choose(rng) {
            game.play(square).unwrap();
        }
        game
    }

    /// Takes seconds: it reviews 18 whole games by default.
    #[test]
    fn every_warning_has_a_reason_and_the_loss_in_three_lines_and_marks_only_what_it_names() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let fixture = include_str!("../../../tests/fixtures/tournament_games.tsv");
        let played = fixture.lines().filter(|line| !line.starts_with('#'));
        let played = dial::sizes(0, played.step_by(4)).map(|line| {
            let moves = line.split('\t').find(|field| field.len() > 20).unwrap();
            transcript::parse(moves).unwrap()
        });
        let random: Vec<Game> = (0..dial::games(30))
            .map(|_| random_game(&mut rng))
            .collect();
        let (mut count, mut common) = (0, 0);
        for judged in random
            .into_iter()
            .chain(played)
            .flat_map(|game| blunders(&game))
            .flat_map(|judged| [as_if_common(&judged), judged])
        {
            let mut coach = Coach::within(UNTIMED, Arc::new(|| ()));
            coach.warning = Some((Position::START, judged.clone()));
            let (sentence, squares) = coach.warning(&[]).unwrap();
            let fact = judged.fact_for_player().unwrap();
            let (square, loss) = (judged.square, judged.loss_clause());
            let most = " Most club players play it.";
            let alone = sentence.strip_suffix(most).unwrap_or(&sentence);
            let short = format!("{square} {loss}: it {fact}.");
            let better = judged.contrast_for_player();
            let whole = better.map(|better| format!("{short} {better}."));
            assert!(
                alone == short || Some(alone) == whole.as_deref(),
                "{sentence}"
            );
            let chances = judged.chances(PlayerGroup::Club).unwrap();
            let has_room = wrap(&format!("{alone}{most}"), COLUMNS).len() <= ROWS;
            let is_common = chances.played.probability() > 0.5;
            assert_eq!(alone != sentence, is_common && has_room, "{sentence}");
            common += u32::from(alone != sentence);
            assert!(wrap(&sentence, COLUMNS).len() <= ROWS, "{sentence}");
            let named = |square: Square| sentence.contains(&square.to_string());
            // A large region is named by one of its squares.
            let all = squares.iter().all(named) || squares.len() > 4 && squares.iter().any(named);
            assert!(all, "{sentence} {squares:?}");
            count += 1;
        }
        assert!(count > dial::games(600) && common > 0, "{count} {common}");
    }

    #[test]
    fn a_judgement_that_is_late_is_not_waited_for() {
        let game = Game::new();
        let mut coach = Coach::within(UNTIMED, Arc::new(|| ()));
        let now = Instant::now();
        let square = "f5".parse().unwrap();
        coach.task = Background::start("coach", Arc::new(|| ()), |_, reporter: &Reporter<_>| {
            while !reporter.is_stopped() {
                std::thread::yield_now();
            }
            Ok(None)
        });
        assert!(coach.consider(&game, square, now));
        assert_eq!(coach.poll(now), None);
        assert_eq!(coach.square(), Some(square), "it is shown at once");
        assert_eq!(coach.poll(now + PATIENCE), Some(square));
        assert_eq!(coach.due(), None);
    }
}
