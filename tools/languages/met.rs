//! The messages that no test has met.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use crate::source::messages;

/// The messages that the tests need not meet: a reason, and below it each message as it stands in the source.
const NEVER_MET: &str = include_str!("never-met.txt");

/// The most messages that a run may leave out without being listed: some are said at a moment or a size that differs from run
/// to run.
const BY_CHANCE: usize = 5;

/// Compares what the tests have said with all messages: prints those that none has met, and fails if more than chance
/// leaves out are not listed, or if one is listed that nothing says.
pub(crate) fn report(file: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let met: BTreeSet<u64> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|key| u64::from_le_bytes(*key))
        .collect();
    let listed: BTreeSet<&str> = NEVER_MET
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .collect();
    let messages = messages();
    let mut gone = listed.clone();
    let mut faults = 0;
    for (message, places) in &messages {
        let english = format!("{:?}", message.english);
        gone.remove(&*english);
        let is_met = met.contains(&reversi_text::key(&message.context, &message.english));
        if !is_met && !listed.contains(&*english) {
            println!("met by no test: {english} ({})", places.join(", "));
            faults += 1;
        } else if is_met && listed.contains(&*english) {
            println!("listed, but met: {english}");
        }
    }
    for english in &gone {
        println!("listed, but said nowhere: {english}");
    }
    println!(
        "{} messages, {} listed as never met, {faults} others met by no test",
        messages.len(),
        listed.len()
    );
    if gone.is_empty() && faults <= BY_CHANCE {
        Ok(())
    } else {
        Err("see the list tools/languages/never-met.txt".into())
    }
}
