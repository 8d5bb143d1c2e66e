//! The lists of names that the numbers in a `.wtb` file refer to, and which of the lists beside it are its own.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use super::{HEADER_LEN, Header, PLAYER_LEN, TOURNAMENT_LEN};
use crate::clean;
use crate::input::open_regular;
use crate::unpacked::unpacked_path;

/// The beginning of the names of the files of the federation, `WTH_1985.wtb` and `WTHOR.JOU`.
const FEDERATION: &str = "wth";

/// The names that the numbers in a `.wtb` file refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub(super) players: NameList,
    pub(super) tournaments: NameList,
}

/// Why games of a WTHOR file have no names. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameProblem {
    /// What has no names.
    noun: &'static str,
    why: NoNames,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum NoNames {
    /// The lists beside the file seem to belong to other files.
    OfOthers(Vec<String>),
    /// Several lists fit the name of the file equally well.
    Several(Vec<String>),
    /// The list cannot be read.
    Unreadable(String, String),
    /// Some games have numbers that are not in the list.
    Outside {
        list: String,
        games: u64,
        first: u16,
        length: usize,
    },
}

impl fmt::Display for NameProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { noun, why } = self;
        match why {
            NoNames::OfOthers(lists) => write!(
                f,
                "no names of {noun}: none of the lists beside it begins like its own name ({})",
                lists.join(", ")
            ),
            NoNames::Several(lists) => write!(
                f,
                "no names of {noun}: several lists begin like its own name ({})",
                lists.join(", ")
            ),
            NoNames::Unreadable(list, error) => {
                write!(f, "no names of {noun}: cannot read {list}: {error}")
            }
            NoNames::Outside {
                list,
                games,
                first,
                length,
            } => write!(
                f,
                "{games} {} {noun} that are not in {list}, such as number {first} of {length}",
                if *games == 1 {
                    "game has"
                } else {
                    "games have"
                }
            ),
        }
    }
}

/// A list of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NameList {
    /// `None` without a list.
    names: Option<Vec<String>>,
    /// The name of its file.
    file: String,
    problem: Option<NoNames>,
}

impl NameList {
    /// Returns the names with the given numbers. One that is not in the list is `#` and its number.
    pub(super) fn of<const N: usize>(&mut self, numbers: [u16; N]) -> [String; N] {
        let mut outside = None;
        let found = numbers.map(|number| {
            let name = (self.names.as_ref()).and_then(|names| names.get(usize::from(number)));
            name.cloned().unwrap_or_else(|| {
                outside.get_or_insert(number);
                format!("#{number}")
            })
        });
        if let (Some(number), Some(names)) = (outside, &self.names) {
            match &mut self.problem {
                Some(NoNames::Outside { games, .. }) => *games += 1,
                problem => {
                    *problem = Some(NoNames::Outside {
                        list: self.file.clone(),
                        games: 1,
                        first: number,
                        length: names.len(),
                    });
                }
            }
        }
        found
    }
}

impl Names {
    /// Reads the names from a `.jou` and a `.trn` file. A truncated file yields the names that it still
    /// contains.
    ///
    /// # Errors
    /// Any error of the input, and `UnexpectedEof` if even the header is incomplete.
    pub fn read(players: impl io::Read, tournaments: impl io::Read) -> io::Result<Self> {
        let list = |names| NameList {
            names: Some(names),
            file: "the list".to_owned(),
            problem: None,
        };
        Ok(Self {
            players: list(read_names(players, PLAYER_LEN)?),
            tournaments: list(read_names(tournaments, TOURNAMENT_LEN)?),
        })
    }

    /// Reads the lists of names in the folder of a `.wtb` file. The file belongs to the list
    /// with whose name it begins: `WTH_1985.wtb` to `WTH.JOU`, or to `WTHOR.JOU`. A list with another name is used if it
    /// is the only one and no other file belongs to it.
    pub fn beside(path: &Path) -> Self {
        let path = &unpacked_path(path);
        if !has_extension(path, "wtb") {
            return Self::default();
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
        files.sort();
        let list = |extension, length| {
            let (file, names) = match own_list(path, &files, extension) {
                Ok(None) => return NameList::default(),
                Ok(Some(list)) => {
                    let read = open_regular(list);
                    let read = read.and_then(|file| read_names(BufReader::new(file), length));
                    let file = file_name(list);
                    let names = read.map_err(|e| NoNames::Unreadable(file.clone(), e.to_string()));
                    (file, names)
                }
                Err(problem) => (String::new(), Err(problem)),
            };
            let (names, problem) = match names {
                Ok(names) => (Some(names), None),
                Err(problem) => (None, Some(problem)),
            };
            NameList {
                names,
                file,
                problem,
            }
        };
        Self {
            players: list("jou", PLAYER_LEN),
            tournaments: list("trn", TOURNAMENT_LEN),
        }
    }

    /// Returns whether a file is a list of names.
    pub fn is_list(path: &Path) -> bool {
        has_extension(path, "jou") || has_extension(path, "trn")
    }

    /// Returns what is wrong with the lists, and with the numbers that were looked up in them.
    pub(super) fn problems(&self) -> Vec<NameProblem> {
        let lists = [
            ("players", &self.players.problem),
            ("tournaments", &self.tournaments.problem),
        ];
        let problems = lists.into_iter().filter_map(|(noun, problem)| {
            let why = problem.clone()?;
            Some(NameProblem { noun, why })
        });
        problems.collect()
    }
}

/// Returns the list of a file among the files beside it; `None` if there is no list at all.
fn own_list<'a>(
    path: &Path,
    files: &'a [PathBuf],
    extension: &str,
) -> Result<Option<&'a Path>, NoNames> {
    let with = |extension| (files.iter()).filter(move |file| has_extension(file, extension));
    let lists: Vec<&Path> = with(extension).map(PathBuf::as_path).collect();
    let own = stem(path);
    let fits = lists
        .iter()
        .filter_map(|list| Some((fit(&own, &stem(list))?, *list)));
    let fits: Vec<_> = fits.collect();
    let names = |lists: &[&Path]| lists.iter().map(|list| file_name(list)).collect();
    if let Some(&(best, _)) = fits.iter().max_by_key(|(fit, _)| *fit) {
        let best: Vec<&Path> = (fits.iter())
            .filter(|(fit, _)| *fit == best)
            .map(|&(_, list)| list)
            .collect();
        return match best[..] {
            [list] => Ok(Some(list)),
            _ => Err(NoNames::Several(names(&best))),
        };
    }
    match lists[..] {
        [] => Ok(None),
        [list] if may_be_of_any(&own, &stem(list), with("wtb")) => Ok(Some(list)),
        _ => Err(NoNames::OfOthers(names(&lists))),
    }
}

/// Returns how well a list fits a file by their names: the length of their common beginning, and whether it is the
/// whole name of the list. `None` if the list begins with another word, unless both are named as those of the
/// federation are, `WTH_1985.wtb` and `WTHOR.JOU`.
fn fit(file: &str, list: &str) -> Option<(usize, bool)> {
    let pairs = file.chars().zip(list.chars());
    let common = pairs.take_while(|(one, other)| one == other).count();
    let whole = common == list.chars().count();
    let is_word = |name: &str| !name.starts_with(char::is_alphabetic);
    let is_own = whole && file.strip_prefix(list).is_some_and(is_word);
    let of_federation =
        ["wth", "wthor"].contains(&first_word(file)) && list.starts_with(FEDERATION);
    (is_own || of_federation).then_some((common, whole))
}

/// Returns whether the only list in a folder, which does not begin like a file, may be its own: another file does not
/// begin like it, and it is not that of the federation, unless the name of the file says nothing.
fn may_be_of_any<'a>(own: &str, list: &str, mut files: impl Iterator<Item = &'a PathBuf>) -> bool {
    first_word(own).is_empty()
        || !(list.starts_with(FEDERATION) || files.any(|file| fit(&stem(file), list).is_some()))
}

/// Returns the letters at the beginning of a name.
fn first_word(stem: &str) -> &str {
    stem.split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or("")
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Returns the name of a file without its extension, in lower case.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().to_lowercase()
}

/// Returns the name of a file to be shown.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    clean(&name.to_string_lossy()).into_owned()
}

pub(super) fn read_names(mut reader: impl io::Read, length: usize) -> io::Result<Vec<String>> {
    let mut header = [0; HEADER_LEN];
    reader.read_exact(&mut header)?;
    let mut names = Vec::new();
    let mut name = vec![0; length];
    for _ in 0..Header::from_bytes(&header).names {
        match reader.read_exact(&mut name) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error),
        }
        // Latin-1: each byte is the character of that number.
        let latin = name
            .iter()
            .map_while(|&b| (b != 0).then_some(char::from(b)));
        names.push(latin.collect::<String>().trim_end().to_owned());
    }
    Ok(names)
}
