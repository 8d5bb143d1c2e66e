//! Plays a game against level 4 with the first legal move each time, then reviews it.
//!
//!     cargo run --release --example play_and_review

use std::error::Error;
use std::sync::Arc;

use reversi::{ByColor, Status};
use reversi_study::review::{Review, Reviewer, Whose, limits_of_depth};
use reversi_table::player::PlayerKind;
use reversi_table::player::level::Level;
use reversi_table::session::{Session, Setup};
use reversi_table::table::{Table, TableRequest};
use reversi_wording as wording;

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::new(4).ok_or("no such level")?;
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Engine(level));
    let mut table = Table::new(Session::new(Setup::new(players, 1), Arc::new(|| ())));
    while let Status::ToMove(_) = table.game().status() {
        if !table.play_computer() {
            let first = table.game().legal_moves().first();
            let asked = table.request(TableRequest::Play(first));
            asked.map_err(|why| wording::refusal(&why).to_string())?;
        }
        while let Some(event) = table.next_event() {
            println!("{}", wording::event(&event, table.session().lone_human()));
        }
    }
    let mut review = Review::new(table.game());
    Reviewer::new(16, limits_of_depth(6)).run(&mut review)?;
    for entry in 0..review.game().entries().len() {
        println!(
            "{}",
            wording::review::entry_line(&review, entry, &Whose::default())
        );
    }
    println!(
        "{}",
        wording::review::totals(&review, &Whose::default(), None)
    );
    Ok(())
}
