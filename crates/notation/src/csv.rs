//! Tables of games: one game a row, with its moves in a column, and other columns for the players, the date and the
//! result. The columns are separated by commas, semicolons or tabs, and a cell may stand in quotes.
//!
//! The first line names the columns; [`NamedField`] lists the names that are read. If no column is named as that of the
//! moves, it is the one with a game in the second line. If the first line has a game itself, there are no names, and a
//! single other text in the row becomes the event. Rows are independent of each other.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::decoded::decode;
use super::error::{Place, Problem};
use super::input::{CountedInput, GAME_LIMIT, LineEnd, read_line};
use super::named::NamedField;
use super::record::Record;
use super::replay::Replay;
use super::text_games::Item;
use reversi::Position;
use reversi::transcript::{self, tokens};

/// The fewest moves by which a cell is taken for a game if its column has no name.
const FEWEST_MOVES: usize = 4;

/// The number of rows that are read to recognise the columns.
const FIRST_ROWS: usize = 8;

/// What the columns of a table hold.
#[derive(Debug)]
struct Columns {
    separator: char,
    /// One for each column; `None` if it is not read.
    fields: Vec<Option<NamedField>>,
    /// Whether the first line has their names.
    are_named: bool,
}

impl Columns {
    /// Returns the columns of a table by its first lines.
    fn of(lines: &[&str]) -> Option<Self> {
        let mut separators = [',', ';', '\t'].into_iter();
        separators.find_map(|separator| Self::separated_by(separator, lines))
    }

    fn separated_by(separator: char, lines: &[&str]) -> Option<Self> {
        let (first, more) = lines.split_first()?;
        let first = cells(first, separator);
        if first.len() < 2 {
            return None;
        }
        let mut fields: Vec<Option<NamedField>> =
            first.iter().map(|name| NamedField::of(name)).collect();
        let rows: Vec<Vec<String>> = more.iter().map(|line| cells(line, separator)).collect();
        // A column of that name may also hold the number of moves.
        let begins = |at: usize| {
            let mut cells = rows.iter().filter_map(|row| row.get(at));
            cells.any(|cell| matches!(tokens(cell).next(), Some(Ok(_))))
        };
        let is_moves = |at: &usize| fields[*at] == Some(NamedField::Moves) && begins(*at);
        let named = (0..first.len()).find(is_moves);
        let of_second = || game_in(rows.first().filter(|row| row.len() == first.len())?);
        let of_first = game_in(&first);
        let moves = named.or(of_first).or_else(of_second)?;
        let are_named = named.is_some() || of_first.is_none();
        for (at, field) in fields.iter_mut().enumerate() {
            if at == moves {
                *field = Some(NamedField::Moves);
            } else if *field == Some(NamedField::Moves) || !are_named {
                *field = None;
            }
        }
        if !are_named {
            let is_text = |at: &usize| *at != moves && first[*at].contains(char::is_alphabetic);
            let mut texts = (0..first.len()).filter(is_text);
            if let (Some(event), None) = (texts.next(), texts.next()) {
                fields[event] = Some(NamedField::Event);
            }
        }
        Some(Self {
            separator,
            fields,
            are_named,
        })
    }

    /// Reads a row.
    fn record(&self, row: &str) -> Result<Record, Problem> {
        let (mut record, mut replay) = (Record::default(), Replay::new(Position::START));
        for (cell, field) in cells(row, self.separator).iter().zip(&self.fields) {
            match field {
                Some(NamedField::Moves) => replay.transcript(cell, usize::MAX)?,
                Some(field) => field.set(&mut record, cell),
                None => {}
            }
        }
        if replay.squares().next().is_none() {
            return Err(Problem::Truncated("the list of moves"));
        }
        Ok(replay.into_record(record))
    }
}

/// Returns the only cell with a game.
fn game_in(cells: &[String]) -> Option<usize> {
    let is_game =
        |cell: &str| tokens(cell).count() >= FEWEST_MOVES && transcript::parse(cell).is_ok();
    let mut games = (0..).zip(cells).filter(|(_, cell)| is_game(cell));
    let (at, _) = games.next()?;
    games.next().is_none().then_some(at)
}

/// Returns whether a text begins like a table of games.
pub(super) fn is_table(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<&str> = lines.take(FIRST_ROWS).collect();
    Columns::of(&lines).is_some()
}

/// Splits a row into its cells.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = Vec::new();
    let mut rest = line.trim_end_matches(['\r', '\n']);
    loop {
        let mut cell = String::new();
        if let Some(quoted) = rest.trim_start_matches(' ').strip_prefix('"') {
            rest = quoted;
            while let Some((text, after)) = rest.split_once('"') {
                cell += text;
                rest = after;
                let Some(after) = rest.strip_prefix('"') else {
                    break;
                };
                cell.push('"');
                rest = after;
            }
        }
        let (text, after) = match rest.split_once(separator) {
            Some((text, after)) => (text, Some(after)),
            None => (rest, None),
        };
        cells.push(cell + text.trim());
        match after {
            Some(after) => rest = after,
            None => return cells,
        }
    }
}

/// Returns whether a line is blank or a comment.
fn is_skipped(line: &[u8]) -> bool {
    matches!(line.trim_ascii().first(), None | Some(b'#' | b'%'))
}

/// Reads the games of a table.
#[derive(Debug, Default)]
pub(super) struct Rows {
    columns: Option<Columns>,
    /// The first rows, which were read for the columns, each with its line.
    first: VecDeque<Row>,
}

/// A row with its line; `None` if it is too long.
type Row = (u64, Option<String>);

impl Rows {
    /// Reads the next line that is not blank and not a comment.
    fn line(input: &mut CountedInput<impl BufRead>) -> io::Result<Option<Row>> {
        loop {
            let (number, mut line) = (input.line, Vec::new());
            match read_line(input, &mut line, GAME_LIMIT)? {
                LineEnd::EndOfInput => return Ok(None),
                LineEnd::TooLong => return Ok(Some((number, None))),
                LineEnd::Complete if is_skipped(&line) => {}
                LineEnd::Complete => return Ok(Some((number, Some(decode(&line).into_owned())))),
            }
        }
    }

    /// Reads the next game.
    pub(super) fn next(
        &mut self,
        input: &mut CountedInput<impl BufRead>,
    ) -> io::Result<Option<Item>> {
        if self.columns.is_none() {
            while self.first.len() < FIRST_ROWS
                && let Some(row) = Self::line(input)?
            {
                self.first.push_back(row);
            }
            let lines = self.first.iter().filter_map(|(_, line)| line.as_deref());
            let lines: Vec<&str> = lines.collect();
            let Some(columns) = Columns::of(&lines) else {
                let Some(first) = lines.first() else {
                    return Ok(None);
                };
                let expected = "the names of columns, one of them moves";
                let problem = Problem::malformed("first line", first, expected);
                self.first.clear();
                return Ok(Some((Place::Line(1), Err(problem))));
            };
            if columns.are_named {
                self.first.pop_front();
            }
            self.columns = Some(columns);
        }
        let row = match self.first.pop_front() {
            None => Self::line(input)?,
            row => row,
        };
        Ok(self
            .columns
            .as_ref()
            .zip(row)
            .map(|(columns, (number, line))| {
                let record = line.ok_or(Problem::TooLong);
                let record = record.and_then(|line| columns.record(&line));
                (Place::Line(number), record)
            }))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Format, StatedScore, detect};

    /// Returns the games of a table, each as its moves and details, and the errors.
    fn games(text: &str) -> Vec<String> {
        assert_eq!(detect::detect(text.as_bytes()), Some(Format::Csv), "{text}");
        let games = detect::read(text.as_bytes(), None).map(|game| match game {
            Ok(record) => {
                let moves: String = record.squares().map(|square| square.to_string()).collect();
                let winner = record.result.and_then(|result| result.score);
                let winner = winner.and_then(StatedScore::winner);
                format!(
                    "{moves} {}-{} {} {} {winner:?}",
                    record.players.black, record.players.white, record.date, record.event
                )
            }
            Err(error) => error.to_string(),
        });
        games.collect()
    }

    #[test]
    fn a_wrong_row_is_named_and_the_others_are_read() {
        let text = "eOthello_id,winner,game_moves\n1,-1,f5d6c3\n2,1,f5f5\n\n3,0,\n4,1,f5f6e6\n";
        assert_eq!(
            games(text),
            [
                "f5d6c3 -   Some(White)",
                "game 2, line 3: move 2: f5 is taken by Black",
                "game 3, line 5: the game is incomplete: the list of moves is missing",
                "f5f6e6 -   Some(Black)",
            ]
        );
    }

    #[test]
    fn columns_are_read_by_their_names_in_any_order_and_separated_by_any_sign() {
        let rows = [
            [
                "Date",
                "Black player",
                "white",
                "Event",
                "moves",
                "transcript",
            ],
            [
                "2020-01-02",
                "\"Müller, \"\"Hans\"\"\"",
                "Bob",
                "Cup",
                "3",
                "f5d6c3",
            ],
            ["2021", "", "\"a;b\tc\"", "", "2", "\"f5 f6\""],
        ];
        for separator in [",", ";", "\t"] {
            let rows = rows.map(|row| row.join(separator) + "\r\n");
            assert_eq!(
                games(&rows.concat()),
                [
                    "f5d6c3 Müller, \"Hans\"-Bob 2020-01-02 Cup None",
                    "f5f6 -a;b\tc 2021  None",
                ]
            );
        }
    }

    #[test]
    fn a_table_without_names_is_one_by_its_games() {
        assert_eq!(
            games("7,f5d6c3d3\n8,f5f6\n"),
            ["f5d6c3d3 -   None", "f5f6 -   None"]
        );
        assert_eq!(games("Tiger,f5d6c3d3c4\n"), ["f5d6c3d3c4 -  Tiger None"]);
        assert_eq!(games("no,text\n8,f5f6e6f4\n"), ["f5f6e6f4 -   None"]);
    }

    #[test]
    fn moves_with_commas_and_sentences_are_no_tables() {
        for text in [
            "f5,d6,c3,d3,c4\n",
            "f5d6c3d3c4\t34-30\n",
            "Dear reader, these are the moves\nof a game, f5 and d6\n",
            "moves,game\n",
            "moves\nf5d6c3d3\n",
        ] {
            assert_ne!(detect::detect(text.as_bytes()), Some(Format::Csv), "{text}");
        }
    }

    #[test]
    fn a_table_of_any_size_is_read() {
        let row = "1,f5d6c3d3c4\n";
        let text = format!("id,moves\n{}", row.repeat((5 << 20) / row.len()));
        let games = detect::read(text.as_bytes(), None).flatten();
        assert_eq!(games.count(), (5 << 20) / row.len());
    }
}
