//! The search in a text that is in no format: its boards, and the games before and after each of them.

use std::ops::Range;

use super::board_text::BoardText;
use super::content::{TextContent, TextItem, form_of, item};
use super::moves::{self, FoundGames, Run};
use super::skipped::{SkippedText, skipped};
use super::tokens::{self, FoundMove, LineStarts, TextWord, WordKind};
use crate::error::FindError;
use crate::formats::Format;
use crate::kifu::kifus;
use crate::named::NamedField;
use crate::record::Record;
use crate::remark::remark;
use reversi::Color;
use reversi::Position;
use reversi::transcript;

/// A text and its lines.
pub(super) struct FindContext<'a> {
    text: &'a str,
    pub(super) lines: LineStarts<'a>,
}

/// The words and moves of a part of a text.
pub(super) struct TextWords {
    words: Vec<TextWord>,
    pub(super) runs: Vec<Run>,
}

impl<'a> FindContext<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self {
            text,
            lines: LineStarts::of(text),
        }
    }

    /// Returns whether the text has nothing but moves and what may stand between them.
    pub(super) fn is_transcript(&self) -> bool {
        let part = self.part(0..self.text.len());
        let is_other = |word: &TextWord| matches!(word.kind, WordKind::Other | WordKind::Link);
        self.text.lines().count() == 1 && !part.words.iter().any(is_other) || part.words.len() == 1
    }

    /// Cuts a part of the text into words, and finds the runs of moves among them.
    pub(super) fn part(&self, part: Range<usize>) -> TextWords {
        let (mut words, mut runs) = (Vec::new(), Vec::new());
        for (at, line) in self.lines.in_part(part) {
            let first = words.len();
            tokens::words(line, at, &mut words);
            moves::runs_of_line(
                self.text,
                at..at + line.len(),
                &words[first..],
                first,
                &mut runs,
            );
        }
        moves::forget_marks(&mut runs);
        TextWords { words, runs }
    }

    /// Returns the games of the kifus in the text, if there are any.
    pub(super) fn kifus(&self) -> Option<TextContent> {
        let (mut items, mut skipped, mut end) = (Vec::new(), Vec::new(), 0);
        let kifus = kifus(self.text);
        for (index, (rows, game)) in kifus.iter().enumerate() {
            let moves: String = game.squares().map(|square| square.to_string()).collect();
            let next = kifus.get(index + 1);
            let next = next.map_or(self.text.len(), |(next, _)| next.start);
            skipped.extend(self.beside_game(end..rows.start, &moves));
            skipped.extend(self.beside_game(rows.end..next, &moves));
            end = next;
            let place = self.lines.place(rows.start);
            items.push(TextItem {
                form: remark!(
                    "a kifu of {count} move" | "a kifu of {count} moves",
                    count = game.squares().count()
                ),
                ..item(game.clone(), Format::Transcript, place)
            });
        }
        (!items.is_empty()).then_some(TextContent { items, skipped })
    }

    /// Reads all boards and games. `None` as the error means that there are no moves either.
    pub(super) fn content(&self, boards: Vec<BoardText>) -> Result<TextContent, Option<FindError>> {
        let mut boards = boards.into_iter().peekable();
        let end = |board: Option<&BoardText>| board.map_or(self.text.len(), |board| board.at);
        let (mut content, problem) = self.games_in(0..end(boards.peek()))?;
        // Where a side stands above the first of several boards, it does so above each.
        let is_above = boards.len() > 1
            && boards
                .peek()
                .is_some_and(|board| board.has_side_above(&self.text[..board.at]));
        let mut before = 0;
        while let Some(mut board) = boards.next() {
            let after = board.end..end(boards.peek());
            let beside = [before..board.at, after.clone()].map(|part| &self.text[part]);
            let may_be_above = is_above || before == 0;
            board.complete(
                beside[0],
                if is_above { "" } else { beside[1] },
                may_be_above,
            );
            let part = self.part(after.clone());
            // Beside other boards and moves, a side may be that of another position.
            if boards.peek().is_none() && content.items.is_empty() && part.runs.is_empty() {
                let beside = self.lines.in_part(before..board.at);
                let mut beside = beside.chain(self.lines.in_part(after));
                let line = beside.find(|(_, line)| board.is_contradicted(line));
                let at = line.map(|(at, _)| at);
                if let Some(at) = at.or_else(|| board.has_wrong_marks().then_some(board.at)) {
                    let line = self.lines.line(at) as u64 + 1;
                    return Err(Some(FindError::Contradiction { line }));
                }
            }
            before = board.end;
            let used = match content.items.last_mut() {
                Some(last) if repeats(last, &board) => self.extend(last, &board, &part),
                _ => {
                    let (items, used) = self.after_board(board, &part)?;
                    content.items.extend(items);
                    used
                }
            };
            content
                .skipped
                .extend(skipped(self.text, &self.lines, &part.words, &used));
        }
        if content.items.is_empty() {
            return Err(problem);
        }
        Ok(content)
    }

    /// Reads the games of a part without boards. If there is none, the problem with its moves is the second value.
    fn games_in(&self, range: Range<usize>) -> Result<(TextContent, Option<FindError>), FindError> {
        let is_whole_text = range.end == self.text.len();
        let part = self.part(range.clone());
        let mut found = match moves::games(None, &part.runs, &self.lines) {
            // What a program answered before it printed a board.
            Err(problem) if !is_whole_text && moves::are_few(&part.runs) => FoundGames {
                problem: Some(problem),
                ..FoundGames::default()
            },
            found => found?,
        };
        if found.games.is_empty() && is_whole_text {
            let links = self.links(&part);
            if !links.is_empty() {
                found = moves::games(None, &links, &self.lines)?;
            }
        }
        let is_other = |word: &TextWord| matches!(word.kind, WordKind::Other);
        if let [game] = &found.games[..]
            && game.replay.squares().count() == 1
            && part.words.iter().any(is_other)
        {
            let square = game.replay.squares().next();
            let place = self.lines.place(game.at);
            found = FoundGames {
                problem: Some(FindError::Mention { place, square }),
                ..FoundGames::default()
            };
        }
        let mut items = Vec::new();
        let is_only = found.games.len() == 1;
        for game in &found.games {
            let mut record = game.record();
            if is_only {
                found
                    .used
                    .extend(self.fields(range.clone(), &part, &mut record));
            }
            if let Some(name) = self
                .name_before(game.at, is_only)
                .filter(|_| record.moves.len() > 1)
            {
                self.text[name.clone()].clone_into(&mut record.comment);
                let words = &part.words;
                let [first, end] =
                    [name.start, name.end].map(|at| words.partition_point(|word| word.at < at));
                found.used.push(first..end);
            }
            items.push(TextItem {
                other_reading: game.other_reading.clone(),
                ..item(record, Format::Transcript, self.lines.place(game.at))
            });
        }
        let content = TextContent {
            items,
            skipped: skipped(self.text, &self.lines, &part.words, &found.used),
        };
        Ok((content, found.problem))
    }

    /// Sets the fields of the only game of a part that its lines name: `Black: Ann`. Returns their words.
    fn fields(
        &self,
        range: Range<usize>,
        part: &TextWords,
        record: &mut Record,
    ) -> Vec<Range<usize>> {
        let mut used = Vec::new();
        for (at, line) in self.lines.in_part(range) {
            if let Some((field, value)) = NamedField::of_line(line) {
                field.set(record, value);
                let ends = [at, at + line.len()];
                let [first, end] = ends.map(|at| part.words.partition_point(|word| word.at < at));
                used.push(first..end);
            }
        }
        used
    }

    /// Returns the name of the game whose first move is at a byte, as in lines of opening books: `Tiger | f5d6c3d3c4`.
    fn name_before(&self, at: usize, is_only: bool) -> Option<Range<usize>> {
        let (start, line) = self.lines.around(at);
        let (before, moves) = line.split_at(at - start);
        let before = before.trim_end();
        let before = before.strip_suffix(['|', '=']).or_else(|| {
            // What stands before the moves of one game may be anything: `I lost: f5d6c3`.
            before.strip_suffix(':').filter(|_| !is_only)
        });
        let name = before?.trim();
        let is_name = name.contains(char::is_alphabetic) && !name.contains(['|', '=']);
        let start = name.as_ptr().addr() - self.text.as_ptr().addr();
        (is_name && !moves.contains('|')).then_some(start..start + name.len())
    }

    /// Adds the moves after a board that repeats an item to this item. Returns the words that were read.
    fn extend(
        &self,
        last: &mut TextItem,
        board: &BoardText,
        part: &TextWords,
    ) -> Vec<Range<usize>> {
        if board.side.is_some() && last.game.is_none() && !last.side_is_stated {
            last.position = board.position;
            last.side_is_stated = true;
        }
        let start = last.position;
        let is_turn = board.side.is_none_or(|side| side == start.side_to_move());
        if is_turn
            && let Ok(FoundGames { games, used, .. }) =
                moves::games(Some(start), &part.runs, &self.lines)
            && let [next] = &games[..]
        {
            let mut record = last.clone().into_record();
            record.moves.extend(next.record().moves);
            last.position = record.final_position();
            last.form = form_of(&record, Format::Transcript);
            last.game = Some(record);
            return used;
        }
        Vec::new()
    }

    /// Reads the moves after a board. Returns the items and the words that were read.
    fn after_board(
        &self,
        mut board: BoardText,
        part: &TextWords,
    ) -> Result<(Vec<TextItem>, Vec<Range<usize>>), FindError> {
        let games_from = |board| moves::games(board, &part.runs, &self.lines);
        let has_failed = |found: &Result<FoundGames, _>| {
            let has_problem =
                |found: &FoundGames| found.games.is_empty() && found.problem.is_some();
            found.as_ref().map_or(true, has_problem)
        };
        let mut of_board = games_from(Some(board.position));
        if has_failed(&of_board)
            && board.side.is_none()
            && let Some(side) = moves::side_that_plays(board.position, &part.runs)
        {
            board.side = Some(side);
            board.position = board.position.with_side_to_move(side);
            of_board = games_from(Some(board.position));
        }
        let place = self.lines.place(board.at);
        let position = board.position;
        let is_one_game = |found: &FoundGames| found.games.len() == 1;
        let has_failed = has_failed(&of_board);
        let from_start = (has_failed || of_board.as_ref().is_ok_and(is_one_game))
            .then(|| games_from(None).ok().filter(is_one_game))
            .flatten();
        let are_moves = || moves::are_legal_moves(position, &part.runs);
        if let Some(FoundGames { games, used, .. }) = &from_start {
            let game = games[0].record();
            if shows(&game, position) && position != Position::START {
                return Ok((vec![item(game, Format::Transcript, place)], used.clone()));
            }
            if has_failed && !are_moves() {
                let game = item(game, Format::Transcript, self.lines.place(games[0].at));
                return Ok((vec![board.into_item(place), game], used.clone()));
            }
        }
        if has_failed && are_moves() {
            return Ok((vec![board.into_item(place)], Vec::new()));
        }
        let found = of_board?;
        let [game] = &found.games[..] else {
            // Nothing, or several lines of play, as engines print them.
            return match found.problem {
                Some(error @ FindError::Move { .. }) => Err(error),
                _ => Ok((vec![board.into_item(place)], Vec::new())),
            };
        };
        let from_start = from_start
            .filter(|_| position != Position::START)
            .map(|found| {
                let end = found.games[0].record().final_position();
                remark!(
                    "the moves are also a game from the usual start, which ends at {position}",
                    position = end.to_string()
                )
            });
        let count = game.replay.squares().count();
        let record = game.record();
        let item = TextItem {
            place,
            position: record.final_position(),
            form: remark!(
                "{board} and {count} move" | "{board} and {count} moves",
                board = board.form,
                count
            ),
            side_is_stated: board.side.is_some(),
            game: Some(record),
            other_reading: board
                .other_reading
                .or_else(|| game.other_reading.clone())
                .or(from_start),
        };
        Ok((vec![item], found.used))
    }

    /// Returns what is skipped of a part beside a game: all but what repeats its moves.
    fn beside_game(&self, range: Range<usize>, moves: &str) -> Vec<SkippedText> {
        let part = self.part(range);
        let repeats = |run: &&Run| moves::moves_of(run).is_some_and(|run| moves.starts_with(&run));
        let used = part
            .runs
            .iter()
            .filter(repeats)
            .map(|run| run.words.clone());
        let used: Vec<Range<usize>> = used.collect();
        skipped(self.text, &self.lines, &part.words, &used)
    }

    /// Returns the moves in the addresses of a part, one run for each address.
    fn links(&self, part: &TextWords) -> Vec<Run> {
        let links = part
            .words
            .iter()
            .enumerate()
            .filter(|(_, word)| matches!(word.kind, WordKind::Link));
        let runs = links.filter_map(|(index, word)| {
            let (at, moves) = tokens::moves_of_link(&self.text[word.at..word.end])?;
            let at = word.at + at;
            let steps = transcript::tokens(&moves).map(|what| FoundMove { at, what, by: None });
            Some(Run::of_link(index, steps.collect()))
        });
        let mut runs: Vec<Run> = runs.collect();
        let squares = |run: &Run| run.steps.iter().map(tokens::square_of).collect::<Vec<_>>();
        runs.dedup_by(|next, run| squares(next) == squares(run));
        runs
    }
}

/// Returns whether a board shows a position of an item before it, as where a program prints one after each move.
fn repeats(item: &TextItem, board: &BoardText) -> bool {
    (item.game.is_some() || item.form != board.form)
        && shows(&item.clone().into_record(), board.position)
}

/// Returns whether the discs of a position occur in a game.
fn shows(game: &Record, position: Position) -> bool {
    let discs = |position: Position| position.with_side_to_move(Color::Black);
    let wanted = discs(position);
    game.positions().any(|position| discs(position) == wanted)
}
