//! Owns reading and writing files on behalf of the screens: each on a thread of its own, so that no
//! screen ever waits for a disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use crate::app::background::Waker;
use crate::app::store::game_file::{self, IfPresent, SaveError};
use crate::app::store::game_list::{self, GameList, Source};
use crate::notation::{Format, Record, clean};

/// How many names of files a sentence lists.
const NAMES: usize = 6;

/// What came of a job.
#[derive(Debug)]
pub(super) enum News {
    /// A game was saved, or was not.
    Saved(Result<(PathBuf, Format), SaveError>),
    /// The games of a source.
    Listed(Source, Result<GameList, String>),
    /// The games of the log.
    Log(Result<GameList, String>),
    /// A game.
    Picked(Result<Box<Record>, String>),
    /// How a name goes on: what was typed, what is there then, and the names to choose from.
    Completed(String, String, Option<String>),
}

/// What is to be read.
#[derive(Debug)]
pub(super) enum Job {
    /// The games of a file that is named as a person does, with or without the number of one.
    Name(String),
    /// The games of a source.
    List(Source),
    /// One game of it.
    Pick(Source, u64),
    /// The names of files that begin so.
    Complete(String),
}

/// A job that can be given up: what comes of it then is dropped.
#[derive(Debug, Default)]
struct Slot {
    generation: u64,
    stop: Arc<AtomicBool>,
}

impl Slot {
    fn renew(&mut self) -> (u64, Arc<AtomicBool>) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::new(AtomicBool::new(false));
        self.generation += 1;
        (self.generation, Arc::clone(&self.stop))
    }
}

/// Reads and writes files.
pub(super) struct Files {
    waker: Waker,
    sender: Sender<(u64, News)>,
    receiver: Receiver<(u64, News)>,
    /// What a person waits for.
    reading: Slot,
    /// The log, which is read meanwhile.
    log: Slot,
    saving: Vec<JoinHandle<()>>,
}

impl Files {
    /// Nothing is read or written yet. The waker is called when there is news.
    pub(super) fn new(waker: Waker) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self {
            waker,
            sender,
            receiver,
            reading: Slot::default(),
            log: Slot::default(),
            saving: Vec::new(),
        }
    }

    /// Saves a record.
    pub(super) fn save(&mut self, record: Record, name: &str, if_present: IfPresent) {
        let path = game_file::expand_home(name);
        self.saving.retain(|thread| !thread.is_finished());
        let saved = self.start(0, move || {
            let format = game_file::format_of(&path);
            let saved = game_file::save(&record, &path, if_present);
            Some(News::Saved(saved.and_then(|path| Ok((path, format?)))))
        });
        match saved {
            Ok(thread) => self.saving.push(thread),
            Err(error) => {
                let path = game_file::expand_home(name);
                self.tell(News::Saved(Err(SaveError::Failed(path, error))));
            }
        }
    }

    /// Reads what a person waits for; what was read before is given up.
    pub(super) fn read(&mut self, job: Job) {
        let (generation, stop) = self.reading.renew();
        let work = move || work(job, &move || stop.load(Ordering::Relaxed));
        if let Err(error) = self.start(generation, work) {
            let sentence = clean(&error.to_string()).into_owned();
            self.tell(News::Picked(Err(sentence)));
        }
    }

    /// Reads the log of games.
    pub(super) fn read_log(&mut self, log: Source) {
        let (generation, stop) = self.log.renew();
        let work = move || {
            let listed = game_list::list(&log, &move || stop.load(Ordering::Relaxed));
            listed.transpose().map(News::Log)
        };
        if let Err(error) = self.start(generation, work) {
            let sentence = clean(&error.to_string()).into_owned();
            self.tell(News::Log(Err(sentence)));
        }
    }

    /// Gives up what is being read.
    pub(super) fn stop(&mut self) {
        self.reading.renew();
    }

    fn start(
        &self,
        generation: u64,
        work: impl FnOnce() -> Option<News> + Send + 'static,
    ) -> std::io::Result<JoinHandle<()>> {
        let (sender, waker) = (self.sender.clone(), Arc::clone(&self.waker));
        thread::Builder::new()
            .name("files".to_owned())
            .spawn(move || {
                if let Some(news) = work() {
                    // Nobody listens any more once the program ends.
                    let _ = sender.send((generation, news));
                    waker();
                }
            })
    }

    /// Tells something as if it came from a job that nobody gave up.
    fn tell(&self, news: News) {
        let generation = match news {
            News::Log(_) => self.log.generation,
            _ => self.reading.generation,
        };
        let _ = self.sender.send((generation, news));
        (self.waker)();
    }

    /// What came of a job that was not given up. Never waits.
    pub(super) fn news(&self) -> Option<News> {
        self.receiver.try_iter().find_map(|(generation, news)| {
            let wanted = match news {
                News::Saved(_) => true,
                News::Log(_) => generation == self.log.generation,
                _ => generation == self.reading.generation,
            };
            wanted.then_some(news)
        })
    }

    /// Ends: what is to be saved is on the disk when this returns.
    pub(super) fn close(self) {
        self.reading.stop.store(true, Ordering::Relaxed);
        self.log.stop.store(true, Ordering::Relaxed);
        for thread in self.saving {
            // Had it panicked, there would be nothing left to do for it.
            let _ = thread.join();
        }
    }
}

fn work(job: Job, stop: &dyn Fn() -> bool) -> Option<News> {
    let picked = |source: &Source, number| {
        let picked = game_list::pick(source, number, stop).transpose()?;
        Some(News::Picked(picked.map(Box::new)))
    };
    match job {
        Job::Name(name) => {
            let path = game_file::expand_home(&name);
            match game_list::file_and_number(&path) {
                (file, Some(number)) => picked(&Source::File(file), number),
                (file, None) => work(Job::List(Source::File(file)), stop),
            }
        }
        Job::List(source) => {
            let listed = game_list::list(&source, stop).transpose()?;
            Some(News::Listed(source, listed))
        }
        Job::Pick(source, number) => picked(&source, number),
        Job::Complete(typed) => {
            let (text, hint) = complete(&typed, stop)?;
            Some(News::Completed(typed, text, hint))
        }
    }
}

/// How the name of a file goes on as far as it is certain, and the names to choose from where it is
/// not. `None` when it was told to stop.
fn complete(typed: &str, stop: &dyn Fn() -> bool) -> Option<(String, Option<String>)> {
    let at = typed
        .rfind(std::path::is_separator)
        .map_or(0, |separator| separator + 1);
    let (folder, begun) = typed.split_at(at);
    let path = match folder {
        "" => PathBuf::from("."),
        folder => game_file::expand_home(folder),
    };
    if folder.is_empty() && begun == "~" {
        return Some((format!("~{}", std::path::MAIN_SEPARATOR), None));
    }
    let Ok(entries) = std::fs::read_dir(&path) else {
        let shown = clean(folder).into_owned();
        return Some((
            typed.to_owned(),
            Some(format!("There is no folder {shown}.")),
        ));
    };
    let mut common: Option<String> = None;
    let mut names = Vec::new();
    let mut count = 0;
    for entry in entries.flatten() {
        if stop() {
            return None;
        }
        let Ok(mut name) = entry.file_name().into_string() else {
            continue;
        };
        // What begins with a full stop is meant only when that is typed.
        let hidden = name.starts_with('.') && !begun.starts_with('.');
        if hidden || !name.starts_with(begun) || clean(&name) != name {
            continue;
        }
        if Path::is_dir(&entry.path()) {
            name.push(std::path::MAIN_SEPARATOR);
        }
        common = Some(match common {
            None => name.clone(),
            Some(so_far) => shared(&so_far, &name),
        });
        count += 1;
        names.push(name);
        names.sort();
        names.truncate(NAMES);
    }
    let Some(common) = common else {
        let none = format!("No file begins with {}.", clean(typed));
        return Some((typed.to_owned(), Some(none)));
    };
    let more = if count > names.len() { " ..." } else { "" };
    let hint = (count > 1).then(|| format!("{}{more}", names.join("  ")));
    Some((format!("{folder}{common}"), hint))
}

/// The beginning that two names have in common.
fn shared(a: &str, b: &str) -> String {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    same.map(|(a, _)| a).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_completed_as_far_as_it_is_certain() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["match-1.ggf", "match-2.ggf", "other.sgf", ".hidden"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        let base = format!("{}/", folder.path().display());
        let after = |typed: &str| {
            let (text, hint) = complete(&format!("{base}{typed}"), &|| false).unwrap();
            (text.strip_prefix(&base).unwrap().to_owned(), hint)
        };
        let both = Some("match-1.ggf  match-2.ggf".to_owned());
        assert_eq!(after("m"), ("match-".to_owned(), both));
        assert_eq!(after("o"), ("other.sgf".to_owned(), None));
        assert_eq!(after("s"), ("sub/".to_owned(), None));
        assert!(after("x").1.unwrap().starts_with("No file begins with"));
        assert_eq!(after(".").0, ".hidden");
        let (text, hint) = complete("none/here/a", &|| false).unwrap();
        assert_eq!(text, "none/here/a");
        assert_eq!(hint.unwrap(), "There is no folder none/here/.");
        assert_eq!(complete(&base, &|| true), None);
    }
}
