//! The moves and commands of Go.

use std::io::{self, BufRead, Write};

use super::input::{CommandWord, FileWord};
use super::{Failed, LineGame, LineMode, help, refused};
use reversi::{ByColor, Color};
use reversi_table::clock::Remaining;
use reversi_table::go::{GoGame, GoMove};
use reversi_table::store::autosave::StoredGame as _;
use reversi_table::store::game_file::{IfPresent, expand_home, save_text};
use reversi_table::store::go_file;
use reversi_table::table::TableRequest;
use reversi_text::{Message, Name, Said, label, tr};
use reversi_wording as wording;
use reversi_wording::go as sentences;

/// The head of the help of line mode, above the commands.
const HELP: &Message = label!(
    "\
Type a point such as c3, or several: c3 b3 c2. X is Black, O is White, . is empty.
At the end, x and o are empty points that count for Black and White."
);

/// The commands that Othello does not have, or that do something else there.
const COMMANDS: [(&str, &Message); 6] = [
    ("pass", label!("pass; two passes in turn end the game")),
    (
        "liberties",
        label!("name the liberties of a chain, for example liberties c3"),
    ),
    (
        "new",
        label!("start a new game with the same players, size and komi"),
    ),
    ("save", label!("save the game as SGF: save game.sgf")),
    ("open", label!("open a game in SGF: open game.sgf")),
    ("quit", label!("quit")),
];

/// The commands that Go shares with Othello.
const SHARED: [CommandWord; 10] = [
    CommandWord::Board,
    CommandWord::Undo,
    CommandWord::Redo,
    CommandWord::Go,
    CommandWord::TakeOver,
    CommandWord::Forfeit,
    CommandWord::Swap,
    CommandWord::Resign,
    CommandWord::Resume,
    CommandWord::Help,
];

/// The longest part of a word that is quoted, in characters.
const QUOTED: usize = 20;

impl LineGame for GoGame {
    const INTRODUCTION: Option<&'static Message> = Some(sentences::ROWS);
    const WELCOME: &'static Message = label!("Type a point such as c3, pass, or help.");

    fn describe_position(
        &self,
        _: Option<ByColor<Remaining>>,
        _: bool,
        you: Option<Color>,
    ) -> Said {
        let turn = match self.outcome() {
            Some(_) => wording::GAME_OVER.into(),
            None => wording::turn_of(self.side_to_move(), you).sentence(),
        };
        let turn = Said::sentences([sentences::captures(self).sentence(), turn]);
        Said::verbatim(sentences::grid(self) + &turn)
    }

    fn final_board(&self) -> String {
        sentences::grid(self)
    }

    fn legal_moves_sentence(&self, _: Option<Color>) -> Option<Said> {
        None
    }

    fn obey<R: BufRead, W: Write>(mode: &mut LineMode<R, W, Self>, line: &str) -> io::Result<bool> {
        if let Some((word, name)) = FileWord::split(line) {
            let done = match word {
                FileWord::Save => mode.save(name),
                FileWord::Open => mode.open(name),
                FileWord::Say => mode.say(name),
            };
            mode.finish(done)?;
            return Ok(false);
        }
        let line = line.to_lowercase();
        let mut words = line
            .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
            .filter(|word| !word.is_empty());
        // A line is read as a whole before anything of it is done.
        if let Err(Failed::Refused(why)) = mode.check(words.clone()) {
            mode.refuse(&why, &[], words.nth(1).is_some())?;
            return Ok(false);
        }
        while let Some(word) = words.next() {
            let done = match word {
                "quit" => return Ok(true),
                "liberties" => mode.print_liberties(words.next()),
                word => mode.play_or_do(word),
            };
            if !mode.finish(done)? {
                break;
            }
        }
        Ok(false)
    }
}

/// Returns the command of a word.
fn command(word: &str) -> Option<CommandWord> {
    CommandWord::parse(word).filter(|word| SHARED.contains(word) || *word == CommandWord::New)
}

fn unknown_word(word: &str) -> Failed {
    let start: String = word.chars().take(QUOTED).collect();
    // Debug format escapes control characters.
    let quoted = format!("{start:?}");
    refused(tr!(
        "{word} is neither a point such as c3 nor a command; type help for a list",
        word = Name(&quoted)
    ))
}

impl<R: BufRead, W: Write> LineMode<R, W, GoGame> {
    /// Prints what has happened, and why a command failed. Returns whether it was done.
    fn finish(&mut self, done: Result<(), Failed>) -> io::Result<bool> {
        self.settle()?;
        match done {
            Ok(()) => Ok(true),
            Err(Failed::Refused(why)) => self.refuse(&why, &[], false).map(|()| false),
            Err(Failed::Output(error)) => Err(error),
        }
    }

    /// Checks that every word of a line is known, and the moves with which it begins.
    fn check<'a>(&self, mut words: impl Iterator<Item = &'a str> + Clone) -> Result<(), Failed> {
        let as_move = |word: &str| word.parse::<GoMove>().ok();
        let moves: Vec<_> = words.clone().map_while(as_move).map(Option::from).collect();
        while let Some(word) = words.next() {
            match word {
                // Only the point follows.
                "liberties" => drop(words.next()),
                "quit" => {}
                word if as_move(word).is_some() || command(word).is_some() => {}
                word => return Err(unknown_word(word)),
            }
        }
        self.check_moves(moves)
    }

    fn play_or_do(&mut self, word: &str) -> Result<(), Failed> {
        if let Ok(played) = word.parse::<GoMove>() {
            let done = self.table.request(TableRequest::Play(played.into()));
            return done.map_err(|why| self.explain(&why));
        }
        match command(word) {
            Some(CommandWord::New) => {
                let game = self.table.session().game();
                let next = GoGame::new(game.grid(), game.komi());
                self.replace(next)
            }
            Some(CommandWord::Help) => {
                let all = CommandWord::ALL.into_iter();
                let shared = all.filter(|(word, ..)| SHARED.contains(word));
                let shared = shared.map(|(_, name, what)| (name, what));
                Ok(self.print(&help(HELP, 11, shared.chain(COMMANDS)))?)
            }
            Some(word) => self.do_shared(word).unwrap_or(Ok(())),
            None => Err(unknown_word(word)),
        }
    }

    fn print_liberties(&mut self, point: Option<&str>) -> Result<(), Failed> {
        let point = point.and_then(|point| point.parse().ok());
        let point =
            point.ok_or_else(|| refused(tr!("liberties needs a point, such as liberties c3")))?;
        Ok(self.print(&sentences::liberties(self.table.session().game(), point))?)
    }

    /// Saves the game to a new file.
    fn save(&mut self, name: &str) -> Result<(), Failed> {
        if name.is_empty() {
            return Err(refused(tr!(
                "save needs a file name, such as save game.sgf"
            )));
        }
        let text = self.table.session().game().write(&self.meta());
        let path = save_text(&text, &expand_home(name), IfPresent::Ask);
        Ok(self.print(&wording::saved_to(&path.map_err(refused)?))?)
    }

    /// Opens a game of a file, with the players of this one.
    fn open(&mut self, name: &str) -> Result<(), Failed> {
        if name.is_empty() {
            return Err(refused(tr!(
                "open needs a file name, such as open game.sgf"
            )));
        }
        let (game, _) = go_file::open(&expand_home(name)).map_err(refused)?;
        self.replace(game)
    }
}
