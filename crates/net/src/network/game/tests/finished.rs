//! A game that has ended is in the history of everybody who learns of it, before the sentence about it is read.

use std::path::Path;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;
use crate::dial;
use reversi::Status;
use reversi_notation::{GameOrigin, MoveOrigin, Participant, Record, StatedEnding};
use reversi_table::player::name::{lone_person, own_side};
use reversi_table::store::history;
use reversi_table::store::saver::GameSaver;
use reversi_table::store::state::StateFolder;
use reversi_table::table::{Table, TableRequest};

/// How the game ends. Black ends it, or is the one whose flag falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Finished,
    Resigned,
    Agreed,
    Flag,
    Claimed,
}

/// Where White's player is meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Away {
    /// There.
    No,
    /// The connection is lost, and found again by the same program.
    Cut,
    /// Its program is killed, and started again.
    Killed,
}

/// All moves of a short game; the last one is Black's.
const MOVES: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

/// A connection that the test can cut.
#[derive(Clone, Debug)]
struct SharedConnection {
    network: Arc<Mutex<NetworkGame>>,
    /// Why it is lost, until the program notices.
    lost: Arc<Mutex<Option<LossReason>>>,
}

impl GameConnection<Game> for SharedConnection {
    fn role(&self) -> ConnectionRole {
        GameConnection::role(&*self.network.lock())
    }

    fn status(&self) -> ConnectionStatus {
        self.network.lock().status()
    }

    fn update(&mut self, session: &mut Session) -> Vec<ConnectionEvent> {
        let mut network = self.network.lock();
        let Some(why) = self.lost.lock().take() else {
            return network.update(session);
        };
        let NetworkGame { state, role, .. } = &mut *network;
        let mut at = Exchange::new(state, session);
        at.disconnect(role.as_mut(), Disconnection::Lost(why));
        Vec::new()
    }

    fn offer(&mut self, what: Offer, session: &mut Session) -> Result<ConnectionEvent, Refusal> {
        self.network.lock().offer(what, session)
    }

    fn say(&mut self, text: &str, session: &Session) -> Result<ConnectionEvent, Refusal> {
        self.network.lock().say(text, session)
    }

    fn mute(&mut self, muted: bool) -> Result<ConnectionEvent, Refusal> {
        self.network.lock().mute(muted)
    }

    fn claim(&mut self, session: &mut Session) -> Result<(), Refusal> {
        self.network.lock().claim(session)
    }
}

/// A program of a player or a spectator, with its disk.
struct Program {
    table: Table,
    saver: GameSaver,
    network: SharedConnection,
    folder: StateFolder,
    /// The number of games that ended before the present one.
    before: usize,
}

impl Program {
    fn start(mut network: NetworkGame, folder: &Path, now: &Arc<Mutex<Instant>>) -> Self {
        let folder = StateFolder::at(folder.to_owned());
        let (mut saver, notices) = GameSaver::start(Some(folder.clone()), Arc::new(|| ()));
        assert_eq!(notices, [""; 0]);
        let end = Instant::now() + PATIENCE;
        let mut setup = loop {
            if let Some(setup) = network.begin() {
                break setup;
            }
            assert!(Instant::now() < end, "nobody comes");
            std::thread::yield_now();
        };
        let read = Arc::clone(now);
        setup.now = Arc::new(move || *read.lock());
        let session = Session::new(setup, Arc::new(|| ()));
        let has_a_game = !saver.unfinished().is_empty();
        let network = SharedConnection {
            network: Arc::new(Mutex::new(network)),
            lost: Arc::default(),
        };
        let resumed = has_a_game.then_some(&mut saver);
        let (table, why) = Table::online(session, Box::new(network.clone()), resumed);
        assert!(why.is_none(), "{why:?}");
        Self {
            table,
            saver,
            network,
            folder,
            before: 0,
        }
    }

    /// Exchanges messages. What it learns is on its disk before the events are taken.
    fn exchange(&mut self) {
        self.table.exchange(&mut self.saver);
        if self.is_over() {
            assert_eq!(self.games().len(), self.before + 1);
        }
        while self.table.next_event().is_some() {}
    }

    fn is_over(&self) -> bool {
        self.table.game().outcome().is_some()
    }

    fn entries(&self) -> usize {
        self.table.game().entries().len()
    }

    fn play(&mut self, square: &str) {
        let square = square.parse().ok();
        self.table.request(TableRequest::Play(square)).unwrap();
    }

    /// The games of its history.
    fn games(&self) -> Vec<Record> {
        self.saver.flush();
        let games = history::read(&self.folder, &|| false)
            .unwrap()
            .map(Result::unwrap);
        let games = games.filter(|logged| !logged.superseded);
        games.map(|logged| logged.record.unwrap()).collect()
    }

    /// Loses the connection, and notices that alone.
    fn lose(&mut self) {
        let lost = self.network.network.lock().state.link.wait(PATIENCE);
        let Some(LinkEvent::Lost(why)) = lost else {
            panic!("{lost:?}");
        };
        *self.network.lost.lock() = Some(why);
        self.table.exchange(&mut self.saver);
    }

    /// Dies.
    fn kill(self) {
        self.network.network.lock().state.link.cut();
    }
}

/// Lets programs talk until something is so.
fn talk(programs: &mut [&mut Program], is_so: impl Fn(&[&mut Program]) -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so(programs) {
        for program in &mut *programs {
            program.exchange();
        }
        assert!(Instant::now() < end);
        std::thread::yield_now();
    }
}

/// A host and a guest, each with a disk of its own. One of them plays Black.
struct Pair {
    disks: [tempfile::TempDir; 3],
    now: Arc<Mutex<Instant>>,
    host_color: Color,
    address: String,
    code: Code,
    watch_code: Code,
}

impl Pair {
    fn new(host_color: Color) -> Self {
        Self {
            disks: [(); 3].map(|()| tempfile::tempdir().unwrap()),
            now: Arc::new(Mutex::new(Instant::now())),
            host_color,
            address: String::new(),
            code: Code::random(),
            watch_code: Code::random(),
        }
    }

    fn wait(&self, seconds: u64) {
        *self.now.lock() += Duration::from_secs(seconds);
    }

    /// Starts both programs. The host resumes its game, if it has one.
    fn start(&mut self) -> [Program; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        self.address = listener.local_addr().unwrap().to_string();
        let options = HostOptions {
            color: self.host_color,
            name: "Ann".parse().unwrap(),
            time: Some("5m".parse().unwrap()),
            spectators: Some(self.watch_code.clone()),
            opening: GameOpening::Standard,
        };
        let host = NetworkGame::host(listener, self.code.clone(), options).unwrap();
        let (to, key) = (self.address.clone(), self.code.clone());
        let joins = std::thread::spawn(move || join(&to, &key));
        let mut host = Program::start(host, self.disks[0].path(), &self.now);
        while !joins.is_finished() {
            host.exchange();
            std::thread::yield_now();
        }
        let guest = Program::start(joins.join().unwrap(), self.disks[1].path(), &self.now);
        let mut both = [host, guest];
        talk(&mut both.each_mut(), |both| {
            both.iter()
                .all(|program| program.table.connection_status().is_connected)
                && both[0].entries() == both[1].entries()
        });
        both
    }

    /// Lets the guest join again in another program.
    fn join_again(&self, host: &mut Program) -> Program {
        let (to, key) = (self.address.clone(), self.code.clone());
        let joins = std::thread::spawn(move || join(&to, &key));
        while !joins.is_finished() {
            host.exchange();
            std::thread::yield_now();
        }
        let mut guest = Program::start(joins.join().unwrap(), self.disks[1].path(), &self.now);
        guest.exchange();
        guest
    }

    fn watch(&self) -> Program {
        let watching = NetworkGame::watch(
            &self.address,
            self.watch_code.clone(),
            "Cid".parse().unwrap(),
        );
        Program::start(watching.unwrap(), self.disks[2].path(), &self.now)
    }
}

/// Plays the game up to its last move, with a takeback on the way. The first program plays Black.
fn play_up_to_the_end(both: &mut [&mut Program; 2]) {
    let play = |both: &mut [&mut Program; 2], range: std::ops::Range<usize>| {
        for number in range {
            both[number % 2].play(MOVES[number]);
            talk(both, |both| {
                both.iter().all(|program| program.entries() == number + 1)
            });
        }
    };
    play(both, 0..4);
    for (at, asks) in [(0, true), (1, false)] {
        both[at].table.offer(Offer::Takeback).unwrap();
        talk(both, |both| {
            !asks || both[1].table.connection_status().asked.is_some()
        });
    }
    talk(both, |both| {
        both.iter().all(|program| program.entries() == 2)
    });
    play(both, 2..8);
}

/// Lets White offer a draw, so that Black can agree.
fn prepare(end: End, both: &mut [&mut Program; 2]) {
    if end == End::Agreed {
        both[1].table.offer(Offer::Draw).unwrap();
        talk(both, |both| {
            both[0].table.connection_status().asked == Some(Offer::Draw)
        });
    }
}

/// Lets Black end the game.
fn finish(end: End, black: &mut Program, pair: &Pair) {
    match end {
        End::Finished => black.play(MOVES[8]),
        End::Resigned => black.table.request(TableRequest::Resign).unwrap(),
        End::Agreed => drop(black.table.offer(Offer::Draw).unwrap()),
        End::Flag => {
            pair.wait(1000);
            black.table.tick();
        }
        End::Claimed => {
            black.lose();
            pair.wait(60);
            black.table.claim().unwrap();
        }
    }
}

/// The origin as the other player's program has it.
fn mirrored(origin: &GameOrigin) -> GameOrigin {
    let sides = origin.sides.map(|who| match who {
        Participant::You => Participant::Host,
        _ => Participant::You,
    });
    GameOrigin {
        sides,
        ..origin.clone()
    }
}

fn check(end: End, pair: &Pair, [host, guest]: [&Program; 2]) {
    let [ann, bob] = [host, guest].map(|program| {
        let mut games = program.games();
        assert_eq!(games.len(), 1);
        games.remove(0)
    });
    assert_eq!(
        (&ann.players, &ann.moves.len()),
        (&bob.players, &bob.moves.len())
    );
    assert!(ann.squares().eq(bob.squares()));
    assert_eq!((&ann.result, &ann.date), (&bob.result, &bob.date));
    let ending = ann.result.unwrap().ending;
    let expected = match end {
        End::Finished => None,
        End::Resigned => Some(StatedEnding::Resignation),
        End::Agreed => Some(StatedEnding::Agreement),
        End::Flag => Some(StatedEnding::Time),
        End::Claimed => Some(StatedEnding::Left),
    };
    assert_eq!(ending, expected);
    assert_eq!(lone_person(&ann), Some(pair.host_color));
    assert_eq!(lone_person(&bob), Some(pair.host_color.opposite()));
    let origins = [&ann, &bob].map(|record| record.origin.clone().unwrap());
    assert_eq!(mirrored(&origins[0]), origins[1]);
    assert_eq!(origins[0].of_move(2), MoveOrigin::Retaken);
}

/// Plays a game that ends in this way while White's player is away in this way.
fn run(end: End, away: Away, is_host_away: bool) {
    let mut pair = Pair::new(if is_host_away {
        Color::White
    } else {
        Color::Black
    });
    let [mut host, mut guest] = pair.start();
    let mut end = end;
    {
        let mut both = [&mut host, &mut guest];
        if is_host_away {
            both.reverse();
        }
        play_up_to_the_end(&mut both);
        prepare(end, &mut both);
    }
    let both_over = |both: &[&mut Program]| both.iter().all(|program| program.is_over());
    match (away, is_host_away) {
        (Away::No, _) => {
            let black = if is_host_away { &mut guest } else { &mut host };
            finish(end, black, &pair);
        }
        (Away::Cut, _) => {
            host.network.network.lock().state.link.cut();
            if is_host_away {
                // For the host, too, a minute passes without a word.
                host.network.network.lock().state.link.age(CLAIM_GRACE);
            }
            let black = if is_host_away { &mut guest } else { &mut host };
            finish(end, black, &pair);
        }
        (Away::Killed, false) => {
            guest.kill();
            finish(end, &mut host, &pair);
            host.exchange();
            // It learns of the end whenever it joins, and has it once.
            for _ in 0..2 {
                let guest = pair.join_again(&mut host);
                assert!(guest.is_over());
                check(end, &pair, [&host, &guest]);
                guest.kill();
                talk(&mut [&mut host], |host| {
                    !host[0].table.connection_status().is_connected
                });
            }
            return;
        }
        (Away::Killed, true) => {
            host.kill();
            finish(end, &mut guest, &pair);
            guest.exchange();
            drop(guest);
            // The host's game counts, and continues where it was.
            [host, guest] = pair.start();
            assert_eq!(host.entries(), 8);
            if end == End::Claimed {
                end = End::Finished;
            }
            prepare(end, &mut [&mut guest, &mut host]);
            finish(end, &mut guest, &pair);
        }
    }
    if end == End::Flag {
        host.table.tick();
    }
    talk(&mut [&mut host, &mut guest], both_over);
    check(end, &pair, [&host, &guest]);
}

const ENDS: [End; 5] = [
    End::Finished,
    End::Resigned,
    End::Agreed,
    End::Flag,
    End::Claimed,
];

/// Takes seconds: in each of 28 games a host looks for its guest ten times a second (`LOOK`), and a guest that was
/// cut off comes back after a fifth of a second (`RETRY`).
#[test]
fn a_finished_game_is_on_both_disks_however_it_ends_and_whoever_is_away() {
    for end in ENDS {
        for away in [Away::No, Away::Cut, Away::Killed] {
            for is_host_away in [false, true] {
                if (end, away) != (End::Claimed, Away::No) {
                    println!("{end:?}, away: {away:?}, host: {is_host_away}");
                    run(end, away, is_host_away);
                }
            }
        }
    }
}

#[test]
fn a_guest_that_was_away_after_a_takeback_has_the_same_origin_as_its_host() {
    let mut pair = Pair::new(Color::Black);
    let [mut host, mut guest] = pair.start();
    let mut both = [&mut host, &mut guest];
    for (number, square) in MOVES[..2].iter().enumerate() {
        both[number].play(square);
        talk(&mut both, |both| {
            both.iter().all(|program| program.entries() == number + 1)
        });
    }
    guest.table.offer(Offer::Takeback).unwrap();
    talk(&mut [&mut host, &mut guest], |both| {
        both[0].table.connection_status().asked.is_some()
    });
    host.table.offer(Offer::Takeback).unwrap();
    guest.kill();
    let mut guest = pair.join_again(&mut host);
    guest.play(MOVES[1]);
    talk(&mut [&mut host, &mut guest], |both| both[0].entries() == 2);
    host.table.request(TableRequest::Resign).unwrap();
    talk(&mut [&mut host, &mut guest], |both| {
        both.iter().all(|program| program.is_over())
    });
    let [ann, bob] = [host, guest].map(|program| program.games().remove(0).origin.unwrap());
    assert_eq!(ann.to_string(), "you guest casual:undo played retaken");
    assert_eq!(mirrored(&ann), bob);
}

#[test]
fn a_spectator_keeps_what_it_has_watched_to_the_end_unless_it_does_not_want_to() {
    for (keeps, is_late) in [(true, false), (true, true), (false, false), (false, true)] {
        let mut pair = Pair::new(Color::White);
        let [mut host, mut guest] = pair.start();
        play_up_to_the_end(&mut [&mut guest, &mut host]);
        if is_late {
            finish(End::Finished, &mut guest, &pair);
            talk(&mut [&mut host, &mut guest], |both| both[0].is_over());
        }
        let mut cid = pair.watch();
        cid.saver.keeps_watched = keeps;
        if !is_late {
            talk(&mut [&mut host, &mut cid], |both| both[1].entries() == 8);
            assert_eq!(cid.games(), []);
            finish(End::Finished, &mut guest, &pair);
        }
        let end = Instant::now() + PATIENCE;
        while !cid.is_over() {
            for player in [&mut host, &mut guest] {
                player.exchange();
            }
            cid.table.exchange(&mut cid.saver);
            assert!(Instant::now() < end);
        }
        cid.table.exchange(&mut cid.saver);
        let games = cid.games();
        assert_eq!(games.len(), usize::from(keeps), "late: {is_late}");
        let ann = host.games().remove(0);
        for watched in games {
            assert_eq!(watched.moves, ann.moves);
            assert_eq!(watched.players.black, "Bob");
            let origin = watched.origin.as_ref().unwrap();
            let sides = [origin.sides.black, origin.sides.white];
            assert_eq!(sides, [Participant::Guest, Participant::Host]);
            assert_eq!(own_side(&watched, "Bob".parse().unwrap()), None);
        }
    }
}

/// A host and a guest who do anything, at the same place of the same game whenever both are at rest.
struct Random {
    pair: Pair,
    both: [Program; 2],
    rng: ChaCha8Rng,
}

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.rng.random_range(0..count)
    }

    /// Lets both talk until they know the same, and until something is so for both.
    fn settle(&mut self, is_so: impl Fn(&Program) -> bool) {
        talk(&mut self.both.each_mut(), |both| {
            let game = |at: usize| both[at].table.game();
            let is_same = game(0).entries() == game(1).entries();
            let known = |at: usize| both[at].network.network.lock().state.number;
            let is_connected = |program: &&mut Program| {
                let status = program.table.connection_status();
                status.is_connected || program.is_over()
            };
            let are_there = both.iter().all(is_connected);
            is_same
                && known(0) == known(1)
                && are_there
                && both.iter().all(|program| is_so(program))
        });
    }

    /// Plays a random move, if the game is not over.
    fn play(&mut self) {
        let game = self.both[0].table.game();
        let moves: Vec<_> = game.legal_moves().iter().collect();
        let Status::ToMove(color) = game.status() else {
            return;
        };
        let square = moves[self.below(moves.len())].to_string();
        let is_of = |program: &&mut Program| program.table.session().lone_human() == Some(color);
        let mut both = self.both.iter_mut();
        let entries = both.find(is_of).map(|program| {
            program.play(&square);
            program.entries()
        });
        self.settle(|program| Some(program.entries()) >= entries);
    }

    /// Takes back a move of one of them, which the other agrees to, if there is one.
    fn take_back(&mut self) {
        let asker = self.below(2);
        let entries = self.both[0].entries();
        if self.both[asker].table.offer(Offer::Takeback).is_err() {
            return;
        }
        talk(&mut self.both.each_mut(), |both| {
            both[1 - asker].table.connection_status().asked.is_some()
        });
        self.both[1 - asker].table.offer(Offer::Takeback).unwrap();
        self.settle(|program| program.entries() < entries);
    }

    /// Starts the guest again after it was killed.
    fn kill_guest(self) -> Self {
        let Self {
            pair,
            both: [mut host, guest],
            rng,
        } = self;
        let before = guest.before;
        guest.kill();
        talk(&mut [&mut host], |host| {
            !host[0].table.connection_status().is_connected
        });
        let mut guest = pair.join_again(&mut host);
        guest.before = before;
        let both = [host, guest];
        let mut random = Self { pair, both, rng };
        random.settle(|_| true);
        random
    }

    /// Starts both again after both were killed; the host resumes its game. Without one it would begin another.
    fn kill_both(self) -> Self {
        let Self {
            mut pair,
            both: [host, guest],
            rng,
        } = self;
        pair.host_color = host.table.session().lone_human().unwrap();
        let before = host.before;
        host.saver.flush();
        host.kill();
        guest.kill();
        let mut both = pair.start();
        for program in &mut both {
            program.before = before;
        }
        let mut random = Self { pair, both, rng };
        random.settle(|_| true);
        random
    }

    /// Loses the connection, which both find again.
    fn cut(&mut self) {
        self.both[0].network.network.lock().state.link.cut();
        talk(&mut self.both.each_mut(), |both| {
            !both[0].table.connection_status().is_connected
        });
        self.settle(|_| true);
    }

    /// Does something during a game.
    fn step(mut self) -> Self {
        match self.below(10) {
            0..6 => self.play(),
            6 | 7 => self.take_back(),
            8 => self.cut(),
            _ if self.both[0].entries() == 0 => {}
            _ if self.below(2) == 0 => return self.kill_guest(),
            _ => return self.kill_both(),
        }
        self
    }

    /// Ends the game, if it is not over, and compares what both have in their histories.
    fn end(&mut self) {
        if !self.both[0].is_over() {
            let loser = self.below(2);
            let resigns = self.both[loser].table.request(TableRequest::Resign);
            resigns.unwrap();
        }
        self.settle(Program::is_over);
        let [ann, bob] = self.both.each_ref().map(|program| {
            let mut games = program.games();
            assert_eq!(games.len(), program.before + 1);
            games.pop().unwrap()
        });
        assert!(ann.squares().eq(bob.squares()));
        let origins = [&ann, &bob].map(|record| record.origin.clone().unwrap());
        let shown = origins.each_ref().map(ToString::to_string);
        assert_eq!(mirrored(&origins[0]), origins[1], "{shown:?}");
        for (entry, _) in ann.moves.iter().enumerate() {
            let [ours, theirs] = origins.each_ref().map(|origin| origin.of_move(entry));
            assert_eq!(ours, theirs, "{entry}: {shown:?}");
        }
    }

    /// Begins another game with the sides swapped.
    fn rematch(&mut self) {
        for at in 0..2 {
            self.both[at].table.offer(Offer::Rematch).unwrap();
            talk(&mut self.both.each_mut(), |both| {
                at == 1 || both[1].table.connection_status().asked.is_some()
            });
        }
        self.settle(|program| !program.is_over());
        for program in &mut self.both {
            program.before += 1;
        }
    }
}

// It takes seconds, because programs that are cut off try again after a moment.
#[test]
fn both_have_the_same_origin_after_any_moves_takebacks_kills_and_rematches() {
    for seed in 0..dial::games(24) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let color = Color::ALL[rng.random_range(0..2)];
        let mut pair = Pair::new(color);
        let both = pair.start();
        let mut random = Random { pair, both, rng };
        for game in 0..2 {
            println!("seed {seed}, game {game}");
            for _ in 0..12 {
                if random.both[0].is_over() {
                    break;
                }
                random = random.step();
            }
            random.end();
            if game == 0 {
                random.rematch();
            }
        }
    }
}
