//! Texts that are made of others: lists within sentences, and sentences one after another.

use crate::part::Name;
use crate::said::Said;
use crate::tr;

impl Said {
    /// Returns sentences one after another, as this language puts them.
    pub fn sentences(all: impl IntoIterator<Item = Self>) -> Self {
        let all = all.into_iter().filter(|said| !said.is_empty());
        all.reduce(|before, next| tr!("{before} {next}"; "sentences one after another", before = &before, next = &next))
            .unwrap_or_default()
    }

    /// Returns clauses one after another, as this language puts them: `a; b`.
    pub fn clauses(all: impl IntoIterator<Item = Self>) -> Self {
        let all = all.into_iter();
        all.reduce(|before, next| tr!("{before}; {next}"; "clauses one after another", before = &before, next = &next))
            .unwrap_or_default()
    }

    /// Returns a clause as a sentence, as this language writes one: with a capital letter, unless it starts with a square,
    /// and with a full stop.
    #[must_use]
    pub fn sentence(&self) -> Self {
        let mut letters = self.chars();
        let first = letters.next();
        let is_square = letters.next().is_none_or(|second| second.is_ascii_digit());
        let mut clause = String::with_capacity(self.len());
        match first {
            Some(first) if !is_square => clause.extend(first.to_uppercase()),
            first => clause.extend(first),
        }
        clause.push_str(&self[first.map_or(0, char::len_utf8)..]);
        tr!("{clause}."; "a clause as a sentence", clause = Name(&clause))
    }

    /// Returns a list as part of a sentence: `a, b and c`.
    pub fn all_of(items: impl IntoIterator<Item = Self>) -> Self {
        listed(
            items,
            |list, last| tr!("{list} and {last}"; "a list in a sentence", list, last),
        )
    }

    /// Returns a list as part of a sentence: `a, b or c`.
    pub fn one_of(items: impl IntoIterator<Item = Self>) -> Self {
        listed(
            items,
            |list, last| tr!("{list} or {last}"; "a list in a sentence", list, last),
        )
    }

    /// Returns a list without a word before the last one: `a, b, c`.
    pub fn list(items: impl IntoIterator<Item = Self>) -> Self {
        listed(items, comma)
    }
}

fn comma(list: &Said, next: &Said) -> Said {
    tr!("{list}, {next}"; "a list in a sentence", list, next)
}

fn listed(items: impl IntoIterator<Item = Said>, with_last: impl Fn(&Said, &Said) -> Said) -> Said {
    let mut items: Vec<Said> = items.into_iter().collect();
    let end = items.pop().unwrap_or_default();
    match items.into_iter().reduce(|list, next| comma(&list, &next)) {
        Some(list) => with_last(&list, &end),
        None => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_a_word_before_its_last_item() {
        let letters = |count| ["a", "b", "c"].into_iter().take(count).map(Said::verbatim);
        assert_eq!(Said::all_of(letters(3)), "a, b and c");
        assert_eq!(Said::one_of(letters(2)), "a or b");
        assert_eq!(Said::list(letters(3)), "a, b, c");
        assert_eq!(
            [Said::all_of(letters(1)), Said::all_of(letters(0))],
            ["a", ""]
        );
    }

    #[test]
    fn a_clause_becomes_a_sentence_and_a_square_has_no_capital() {
        let sentence = |clause| Said::verbatim(clause).sentence();
        assert_eq!(sentence("it is over"), "It is over.");
        assert_eq!(sentence("d3 is occupied"), "d3 is occupied.");
        assert_eq!(sentence("\u{e4}pfel"), "\u{c4}pfel.");
    }
}
