//! Whose the moves of a game are, after everything that can happen at a table.

use std::sync::Arc;

use proptest::prelude::*;

use crate::cases::cases;
use reversi::search::Limits;
use reversi::{ByColor, Color, Entry, Game, Square, SquareSet};
use reversi_notation::{Casual, GameOrigin, MoveOrigin, Participant, Record};
use reversi_study::review::{Review, Reviewer, Whose};
use reversi_table::player::PlayerKind;
use reversi_table::session::{NewGame, Session, Setup};
use reversi_table::store::rated::RatedState;
use reversi_table::table::{Help, Table, TableRequest};
use reversi_wording::review as wording;

/// What is done at the table.
#[derive(Clone, Debug)]
enum Deed {
    /// The side to move plays one of its moves, whoever it is.
    Move(prop::sample::Index),
    /// A hint shows this move, which a person then plays.
    Hint(prop::sample::Index),
    Undo,
    Redo,
    Swap,
    TakeOver,
    /// Another opponent sits down.
    Level,
    /// The game goes on from here as another one.
    PlayOn,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        12 => any::<prop::sample::Index>().prop_map(Deed::Move),
        2 => any::<prop::sample::Index>().prop_map(Deed::Hint),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
        1 => Just(Deed::Swap),
        1 => Just(Deed::TakeOver),
        1 => Just(Deed::Level),
        1 => Just(Deed::PlayOn),
    ];
    prop::collection::vec(deed, 1..70)
}

/// Who made an entry, as one writes it down who looks over the shoulders.
type Note = (Participant, MoveOrigin);

/// The table, and what is written down beside it.
struct Observed {
    table: Table,
    /// The notes about the entries, also those that were undone.
    notes: Vec<Note>,
    sides: ByColor<Participant>,
    hinted: Option<Square>,
    /// What made the game casual first, but for how it began.
    casual: Option<Casual>,
    /// Whether the levels that play are already as [`Deed::Level`] wants them.
    is_level_3: bool,
}

impl Observed {
    fn sit_down(players: ByColor<PlayerKind>, game: Game) -> Self {
        let given = game.entries().len();
        let sides = match (players.black.is_human(), players.white.is_human()) {
            (true, true) => ByColor::new(Participant::You, Participant::SecondPerson),
            (black, white) => ByColor::new(black, white).map(|is_human| {
                if is_human {
                    Participant::You
                } else {
                    Participant::Computer
                }
            }),
        };
        let setup = Setup {
            game,
            ..Setup::new(players, 7)
        };
        Self {
            table: Table::new(Session::new(setup, Arc::new(|| ()))),
            notes: vec![(Participant::You, MoveOrigin::Given); given],
            sides,
            hinted: None,
            casual: None,
            is_level_3: false,
        }
    }

    fn note_casual(&mut self, why: Casual) {
        self.casual.get_or_insert(why);
    }

    /// Notes other players, once somebody has chosen a move.
    fn note_players(&mut self, before: Option<Note>) {
        if before.is_some_and(|note| note.1 != MoveOrigin::Given) {
            self.note_casual(Casual::Players);
        }
    }

    /// What the rules say of the game, in the words of their table.
    fn rated(&self) -> Result<(), Option<Casual>> {
        let computer = |who| who == Participant::Computer;
        let against_computer = computer(self.sides.black) != computer(self.sides.white);
        if !against_computer {
            return Err(None);
        }
        let given = self.squares(|note| note.1 == MoveOrigin::Given);
        match (given.len(), self.casual) {
            (21.., _) => Err(Some(Casual::Position)),
            (_, Some(why)) => Err(Some(why)),
            (_, None) => Ok(()),
        }
    }

    fn entries(&self) -> Vec<Entry> {
        self.table.game().entries().to_vec()
    }

    /// Writes down the entries after these.
    fn write_down(&mut self, before: usize, how: MoveOrigin) {
        self.notes.truncate(before);
        for entry in &self.entries()[before..] {
            self.notes.push((self.sides[entry.color()], how));
        }
        self.hinted = None;
    }

    fn play(&mut self, index: prop::sample::Index) {
        let before = self.entries().len();
        let was_undone = !self.table.game().undone().is_empty();
        if !self.table.session().awaits_human() {
            if self.table.play_computer() {
                self.write_down(before, MoveOrigin::Played);
            }
            return;
        }
        let moves: Vec<Square> = self.table.game().legal_moves().into_iter().collect();
        let square = *index.get(&moves);
        let how = match self.hinted {
            Some(hinted) if hinted == square => MoveOrigin::Hint,
            _ if was_undone => MoveOrigin::Retaken,
            _ => MoveOrigin::Played,
        };
        let done = self.table.request(TableRequest::Play(Some(square)));
        done.unwrap();
        self.write_down(before, how);
    }

    fn hint(&mut self, index: prop::sample::Index) {
        if !self.table.session().awaits_human() {
            return;
        }
        let moves: Vec<Square> = self.table.game().legal_moves().into_iter().collect();
        let square = *index.get(&moves);
        let help = Help::Hint(Some(square));
        self.table.request(TableRequest::Help(help)).unwrap();
        self.note_casual(Casual::Hint);
        self.hinted = Some(square);
        self.play(index);
    }

    fn request(&mut self, request: TableRequest) -> bool {
        let done = self.table.request(request).is_ok();
        if done && matches!(request, TableRequest::Undo | TableRequest::Redo) {
            self.hinted = None;
        }
        done
    }

    fn run(&mut self, deed: &Deed) {
        let before = self.notes.last().copied();
        match deed {
            Deed::Move(index) => self.play(*index),
            Deed::Hint(index) => self.hint(*index),
            Deed::Undo => {
                if self.request(TableRequest::Undo) {
                    self.note_casual(Casual::Undo);
                }
            }
            Deed::Redo => drop(self.request(TableRequest::Redo)),
            Deed::Level => {
                let level = "3".parse::<PlayerKind>().unwrap().level().unwrap();
                if self.request(TableRequest::Level(level)) {
                    if !self.is_level_3 {
                        self.note_players(before);
                    }
                    self.is_level_3 = true;
                }
            }
            Deed::Swap => {
                if self.request(TableRequest::Swap) {
                    self.sides = self.sides.swapped();
                    self.note_players(before);
                }
            }
            Deed::TakeOver => {
                let to_move = self.table.session().watched_turn();
                if self.request(TableRequest::TakeOver) {
                    self.sides[to_move.unwrap()] = Participant::You;
                    self.note_players(before);
                }
            }
            Deed::PlayOn => {
                let game = self.table.game().clone();
                if game.outcome().is_some() || !game.undone().is_empty() {
                    return;
                }
                let new = NewGame::in_place_of(self.table.session(), game);
                self.table.start(new).unwrap();
                let given = self.entries().len();
                self.notes = vec![(Participant::You, MoveOrigin::Given); given];
                (self.hinted, self.casual) = (None, None);
            }
        }
        // Passes of the computer come by themselves.
        while self.notes.len() < self.entries().len() {
            let by = self.sides[self.entries()[self.notes.len()].color()];
            self.notes.push((by, MoveOrigin::Played));
        }
    }

    /// The squares of the moves with these notes.
    fn squares(&self, is_meant: impl Fn(&Note) -> bool) -> SquareSet {
        let notes = self.entries().into_iter().zip(&self.notes);
        let meant = notes.filter(|(_, note)| is_meant(note));
        meant.filter_map(|(entry, _)| entry.square()).collect()
    }

    /// Checks what the record says against what was written down.
    fn check(&self) -> Record {
        let record = self.table.session().record();
        let written: GameOrigin = record.origin.clone().unwrap().to_string().parse().unwrap();
        assert_eq!(Some(&written), record.origin.as_ref());
        assert_eq!(written.sides, self.sides);
        let rated = match RatedState::of(&record) {
            RatedState::Rated(_) => Ok(()),
            RatedState::Casual(why) => Err(Some(why)),
            RatedState::NotAgainstLevel => Err(None),
        };
        assert_eq!(rated, self.rated(), "{written}");
        for (index, (entry, note)) in self.entries().into_iter().zip(&self.notes).enumerate() {
            if entry.square().is_none() {
                continue;
            }
            assert_eq!(written.of_move(index), note.1, "{index}: {written}");
            if note.1 != MoveOrigin::Given {
                let by = written.sides_at(index)[entry.color()];
                assert_eq!(by, note.0, "{index}: {written}");
            }
        }
        record
    }

    /// Checks that sentences about the person and its totals name its moves alone.
    fn check_sentences(&self, record: &Record) {
        let you = self.table.session().lone_human();
        let game = self.table.game();
        let mut review = Review::new(game);
        let limits = Limits::depth(1);
        Reviewer::new(1, limits).run(&mut review).unwrap();
        let whose = Whose::of(record, you);
        // What was undone is no part of the game.
        let mut made = self.notes.iter().take(game.entries().len());
        let is_shown = made.all(|note| note.1 == MoveOrigin::Given);
        let Some(you) = you else {
            return;
        };
        if is_shown {
            assert_eq!(wording::best_move(&review, &whose), None);
            for judged in review.move_reviews() {
                assert_eq!(
                    whose.you(judged.color, judged.square),
                    None,
                    "{}",
                    judged.square
                );
            }
            return;
        }
        let found = self.squares(|&(by, how)| by == Participant::You && how.is_own());
        let against = self.squares(|&(by, how)| by == Participant::Computer && how.is_own());
        assert_eq!(record.own_squares(you), found);
        let named = |sentence: &str| -> Vec<Square> {
            let words = sentence.split(|letter: char| !letter.is_alphanumeric());
            words.filter_map(|word| word.parse().ok()).collect()
        };
        if let Some(best) = wording::best_move(&review, &whose) {
            let [answer, mistake] = named(&best)[..] else {
                panic!("{best}")
            };
            assert!(
                found.contains(answer) && against.contains(mistake),
                "{best}"
            );
        }
        if let Some(entry) = review.turning_point(&whose) {
            let square = review.move_review(entry).unwrap().square;
            assert!((found | against).contains(square));
        }
        let totals = review.totals(&whose);
        let lost = |of: SquareSet| -> u32 {
            let judged = review.move_reviews();
            let judged = judged.filter(|judged| of.contains(judged.square));
            judged.map(|judged| judged.loss).sum()
        };
        assert_eq!(totals[you].loss, lost(found));
        for judged in review.move_reviews() {
            let by = whose.you(judged.color, judged.square);
            let hinted = |&(by, how): &Note| by == Participant::You && how == MoveOrigin::Hint;
            let is_yours = found | self.squares(hinted);
            assert_eq!(
                by == Some(judged.color),
                is_yours.contains(judged.square),
                "{}",
                judged.square
            );
        }
    }
}

proptest! {
    #![proptest_config(cases(240))]

    #[test]
    fn each_move_has_its_author_each_sentence_is_about_them_and_each_game_is_rated_by_the_rules(
        given in 0..24_usize,
        seats in 0..4_usize,
        deeds in deeds(),
    ) {
        let [human, cpu] = [PlayerKind::Human, "1".parse().unwrap()];
        let players = match seats {
            0 => ByColor::new(human, cpu),
            1 => ByColor::new(cpu, human),
            2 => ByColor::new(cpu.clone(), cpu),
            _ => ByColor::new(human.clone(), human),
        };
        let mut game = Game::new();
        for _ in 0..given {
            let Some(square) = game.legal_moves().into_iter().next_back() else { break };
            game.play(square).unwrap();
        }
        let mut observed = Observed::sit_down(players, game);
        for deed in deeds {
            observed.run(&deed);
            observed.check();
        }
        let record = observed.check();
        observed.check_sentences(&record);
    }
}

#[test]
fn a_game_that_changed_hands_counts_for_the_person_what_it_played_itself() {
    let origin = "you computer casual:players by:computer,you played*4 by:you,computer played*56";
    let mut game = Game::new();
    for _ in 0..8 {
        let square = game.legal_moves().into_iter().next().unwrap();
        game.play(square).unwrap();
    }
    let mut record = Record::from_game(&game);
    record.origin = origin.parse().ok();
    let own = record.own_squares(Color::Black);
    let squares: Vec<Square> = record.squares().collect();
    let expected: SquareSet = [1, 3, 4, 6].map(|at| squares[at]).into_iter().collect();
    assert_eq!(own, expected);
}
