use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use strum::VariantArray as _;

use crate::sync::Mutex;

use super::*;

use crate::go::player::GoPlayerKind;
use crate::go::{GoGame, Grid, Komi};
use crate::player::PlayerKind;
use crate::player::name::PersonName;
use crate::session::{Setup, TableGame};
use crate::store::state::StateFolder;
use reversi::{ByColor, Color, Square, transcript};
use reversi_notation::Record;

const PEOPLE: ByColor<PlayerKind> = ByColor::new(PlayerKind::Human, PlayerKind::Human);
const FRIEND: ByColor<PlayerKind> = ByColor::new(PlayerKind::Human, PlayerKind::Remote);
const WATCHED: ByColor<PlayerKind> = ByColor::new(PlayerKind::Remote, PlayerKind::Remote);

fn table_of<G: StoredGame>(setup: Setup<G>) -> Table<G> {
    Table::new(Session::new(setup, Arc::new(|| ())))
}

fn table(players: ByColor<PlayerKind>) -> Table {
    table_of(Setup::new(players, 7))
}

fn saver<G: StoredGame>(folder: &Path) -> GameSaver<G> {
    let state = StateFolder::at(folder.to_owned());
    GameSaver::start(Some(state), Arc::new(|| ())).0
}

fn play<G: StoredGame>(table: &mut Table<G>, moves: &str) {
    for name in moves.as_bytes().chunks(2) {
        let square: Square = std::str::from_utf8(name).unwrap().parse().unwrap();
        table.request(TableRequest::Play(Some(square))).unwrap();
    }
}

fn said<G: StoredGame>(table: &mut Table<G>) -> Vec<Event<G>> {
    std::iter::from_fn(|| table.next_event()).collect()
}

/// What a connection was given, and what it does next.
#[derive(Debug, Default)]
struct Script {
    /// The game as it was when it was last sent.
    sent: String,
    /// The files in the folder of games at that time.
    files: usize,
    /// A move of the other program that has arrived.
    arrives: Option<Square>,
    is_lost: bool,
}

#[derive(Debug)]
struct ScriptedConnection {
    script: Arc<Mutex<Script>>,
    folder: std::path::PathBuf,
    role: ConnectionRole,
}

impl GameConnection<Game> for ScriptedConnection {
    fn role(&self) -> ConnectionRole {
        self.role
    }

    fn status(&self) -> ConnectionStatus {
        ConnectionStatus {
            is_connected: !self.script.lock().is_lost,
            ..ConnectionStatus::default()
        }
    }

    fn update(&mut self, session: &mut Session) -> Vec<ConnectionEvent> {
        let mut script = self.script.lock();
        session.set_paused(script.is_lost);
        script.sent = transcript::print(session.game());
        script.files = saved_files(&self.folder);
        if let Some(square) = script.arrives.take() {
            session.play_for_remote(square).unwrap();
        }
        script.is_lost.then(lost).into_iter().collect()
    }

    fn offer(&mut self, _: Offer, _: &mut Session) -> Result<ConnectionEvent, Refusal> {
        Ok(ConnectionEvent::Agreed)
    }

    fn say(&mut self, text: &str, _: &Session) -> Result<ConnectionEvent, Refusal> {
        Ok(ConnectionEvent::Said(PersonName::EMPTY, text.to_owned()))
    }

    fn mute(&mut self, muted: bool) -> Result<ConnectionEvent, Refusal> {
        Ok(ConnectionEvent::Muted(muted))
    }

    fn claim(&mut self, session: &mut Session) -> Result<(), Refusal> {
        session.depart(Color::White)
    }
}

/// The connection is lost.
fn lost() -> ConnectionEvent {
    ConnectionEvent::Disconnected {
        role: ConnectionRole::Host,
        why: Disconnection::Lost(LossReason::Closed),
        clocks: ClocksWhileAway::None,
        claim_after: None,
    }
}

fn saved_files(folder: &Path) -> usize {
    let state = StateFolder::at(folder.to_owned());
    std::fs::read_dir(state.autosaves()).map_or(0, Iterator::count)
}

/// A game over a connection that does as its script says.
fn online(
    players: ByColor<PlayerKind>,
    folder: &Path,
    is_host: bool,
) -> (Table, Arc<Mutex<Script>>) {
    let script = Arc::new(Mutex::new(Script::default()));
    let connection = ScriptedConnection {
        script: Arc::clone(&script),
        folder: folder.to_owned(),
        role: match is_host {
            true => ConnectionRole::Host,
            false if players == WATCHED => ConnectionRole::Spectator,
            false => ConnectionRole::Guest,
        },
    };
    let session = Session::new(Setup::new(players, 7), Arc::new(|| ()));
    let (table, why) = Table::online(session, Box::new(connection), None);
    assert!(why.is_none());
    (table, script)
}

/// A host's game in which f5 was played and d6 has arrived.
fn after_two_moves(folder: &Path) -> (Table, Arc<Mutex<Script>>, GameSaver) {
    let (mut table, script) = online(FRIEND, folder, true);
    let mut saver = saver(folder);
    play(&mut table, "f5");
    script.lock().arrives = "d6".parse().ok();
    table.exchange(&mut saver);
    (table, script, saver)
}

/// The actions that are refused.
fn refused<G: StoredGame>(table: &Table<G>) -> Vec<TableAction> {
    let actions = TableAction::VARIANTS.iter().copied();
    actions
        .filter(|&action| table.permits(action).is_err())
        .collect()
}

#[test]
fn everything_but_the_coach_is_permitted_between_two_people_and_the_coach_against_the_computer() {
    assert_eq!(refused(&table(PEOPLE)), [TableAction::Coach]);
    let computer = ByColor::new(PlayerKind::Human, PlayerKind::Random);
    assert_eq!(refused(&table(computer.clone())), []);
    let mut timed = Setup::new(computer, 7);
    timed.time = "1m".parse().ok();
    assert_eq!(refused(&table_of(timed)), [TableAction::Coach]);
}

#[test]
fn what_needs_the_consent_of_a_friend_is_refused_and_the_computer_is_silent_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, _, _) = after_two_moves(folder.path());
    let during = [
        TableAction::Help,
        TableAction::Analyse,
        TableAction::Edit,
        TableAction::Rearrange,
        TableAction::Replace,
        TableAction::Coach,
    ];
    assert_eq!(refused(&table), during);
    for request in [
        TableRequest::Undo,
        TableRequest::Redo,
        TableRequest::Swap,
        TableRequest::Pause(true),
    ] {
        assert_eq!(table.request(request), Err(Refusal::NotOverNetwork));
    }
    assert_eq!(transcript::print(table.game()), "f5d6");
    table.request(TableRequest::Resign).unwrap();
    let after = [
        TableAction::Help,
        TableAction::Rearrange,
        TableAction::Coach,
    ];
    assert_eq!(refused(&table), after);
}

#[test]
fn a_spectator_decides_nothing_and_may_leave_for_another_game() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, _) = online(WATCHED, folder.path(), false);
    assert_eq!(table.permits(TableAction::Decide), Err(Refusal::Watching));
    assert_eq!(table.permits(TableAction::Replace), Ok(()));
    assert_eq!(table.request(TableRequest::Resign), Err(Refusal::Watching));
    let mut saver = saver::<Game>(folder.path());
    table
        .session
        .play_for_remote("f5".parse().unwrap())
        .unwrap();
    table.exchange(&mut saver);
    assert_eq!(
        saved_files(folder.path()),
        0,
        "it is not the spectator's game"
    );
}

#[test]
fn a_move_is_saved_before_it_is_sent_and_a_guest_leaves_that_to_its_host() {
    for (is_host, files) in [(true, 1), (false, 0)] {
        let folder = tempfile::tempdir().unwrap();
        let (mut table, script) = online(FRIEND, folder.path(), is_host);
        let mut saver = saver(folder.path());
        play(&mut table, "f5");
        table.exchange(&mut saver);
        let script = script.lock();
        assert_eq!(script.sent, "f5");
        assert_eq!(script.files.min(1), files, "host: {is_host}");
        assert_eq!(table.is_saved_here(), is_host);
    }
}

#[test]
fn a_lost_connection_pauses_the_game_and_nothing_of_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, script, mut saver) = after_two_moves(folder.path());
    script.lock().is_lost = true;
    assert_eq!(table.exchange(&mut saver), [lost()]);
    let square = "c3".parse().ok();
    assert_eq!(
        table.request(TableRequest::Play(square)),
        Err(Refusal::NotConnected)
    );
    script.lock().is_lost = false;
    table.exchange(&mut saver);
    play(&mut table, "c3");
    table.save(&mut saver);
    assert!(table.is_kept(&saver));
    drop((table, saver));
    // The next start finds it.
    let saver = self::saver::<Game>(folder.path());
    let found: Vec<String> = saver
        .unfinished()
        .iter()
        .map(|found| transcript::print(&found.game))
        .collect();
    assert_eq!(found, ["f5d6c3"]);
}

#[test]
fn a_game_is_saved_before_its_events_are_taken_and_resumed_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut saver = saver(folder.path());
    let mut table = table(PEOPLE);
    table.save(&mut saver);
    assert_eq!(saved_files(folder.path()), 0, "nothing has changed");
    play(&mut table, "f5d6");
    table.save(&mut saver);
    assert!(saved_files(folder.path()) > 0);
    assert!(table.is_kept(&saver));
    let events = said(&mut table);
    assert_eq!(events.len(), 3, "{events:?}");
    drop((table, saver));

    let mut saver = self::saver(folder.path());
    let mut table = self::table(PEOPLE);
    table.resume(&mut saver, 0).unwrap();
    assert_eq!(transcript::print(table.game()), "f5d6");
    assert!(table.is_under_way() && !table.take_start());
    play(&mut table, "c3");
    table.save(&mut saver);
    assert_eq!(table.set_aside(&mut saver), SetAside::Kept);
    let new = NewGame::in_place_of(table.session(), Game::new());
    table.start(new).unwrap();
    table.save(&mut saver);
    assert_eq!(table.set_aside(&mut saver), SetAside::Nothing);
    drop((table, saver));
    let saver = self::saver::<Game>(folder.path());
    assert_eq!(transcript::print(&saver.unfinished()[0].game), "f5d6c3");
}

#[test]
fn go_is_played_saved_and_resumed_at_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let people = ByColor::new(GoPlayerKind::Human, GoPlayerKind::Human);
    let grid = Grid::new(5).unwrap();
    let setup = || Setup::of_game(GoGame::new(grid, Komi::usual(grid)), people, 7);
    let mut saver = saver(folder.path());
    let mut table = table_of(setup());
    play(&mut table, "c3b2");
    table.request(TableRequest::Play(None)).unwrap();
    table.request(TableRequest::Undo).unwrap();
    table.save(&mut saver);
    assert!(table.is_kept(&saver));
    assert_eq!(refused(&table), [TableAction::Coach]);
    drop((table, saver));
    let mut saver = self::saver(folder.path());
    let mut table = table_of(setup());
    table.resume(&mut saver, 0).unwrap();
    assert_eq!(table.game().entries().len(), 2);
}

#[test]
fn a_move_after_the_flag_has_fallen_is_too_late() {
    let start = Instant::now();
    let now = Arc::new(Mutex::new(start));
    let mut setup = Setup::new(PEOPLE, 7);
    let read = Arc::clone(&now);
    setup.now = Arc::new(move || *read.lock());
    setup.time = "10s".parse().ok();
    let mut table = table_of(setup);
    play(&mut table, "f5");
    *now.lock() = start + Duration::from_secs(11);
    let late = table.request(TableRequest::Play("d6".parse().ok()));
    assert_eq!(late, Err(Refusal::Move(<Game as TableGame>::OVER)));
    assert_eq!(table.game().outcome().unwrap().winner, Some(Color::Black));
    assert!(!table.is_under_way());
}

#[test]
fn an_opened_game_is_saved_only_once_it_differs_and_keeps_its_record_until_then() {
    let folder = tempfile::tempdir().unwrap();
    let mut saver = saver(folder.path());
    let game = transcript::parse("f5d6c3").unwrap();
    let mut record = Record::from_game(&game);
    record.event = "Cup".to_owned();
    let mut table = table(PEOPLE);
    table.open(record, game).unwrap();
    table.save(&mut saver);
    let event = |table: &Table, saver: &GameSaver| table.record(&saver.meta(&table.session)).event;
    assert_eq!(event(&table, &saver), "Cup");
    table.request(TableRequest::Undo).unwrap();
    table.request(TableRequest::Redo).unwrap();
    table.save(&mut saver);
    assert_eq!(saved_files(folder.path()), 0);
    assert_eq!(event(&table, &saver), "Cup");
    assert!(!table.is_kept(&saver));
    play(&mut table, "d3");
    table.save(&mut saver);
    assert!(saved_files(folder.path()) > 0);
    assert_eq!(event(&table, &saver), "");
    assert!(table.is_kept(&saver));
}
