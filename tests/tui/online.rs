//! The screens of a game over the network.

use std::net::TcpListener;

use reversi::Color;
use reversi::app::network::OnlineGame;
use reversi::app::network::code::Code;
use reversi::app::network::game::{HostOptions, NetworkGame};
use reversi::app::player::name::PersonName;
use reversi::app::tui::Effect;

use crate::person::{Person, Table};

fn waiting(columns: u16, rows: u16) -> Person {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = HostOptions {
        color: Color::Black,
        name: PersonName::EMPTY,
        time: None,
        spectators: None,
    };
    let network = NetworkGame::host(listener, Code::random(), options).unwrap();
    let invitation = "Waiting for a guest at 127.0.0.1:8864.\n\
                      Your guest types: reversi join 127.0.0.1:8864\n\
                      Code: 7K3M-Q2XA-9TRW-C4HD";
    let online = OnlineGame {
        network,
        invitation: invitation.to_owned(),
        resumes: false,
    };
    let table = Table::new().size(columns, rows);
    table.with(|options| options.online = Some(online)).sit()
}

#[test]
fn a_host_waits_for_its_guest() {
    insta::assert_snapshot!(waiting(80, 24).text());
}

#[test]
fn the_code_is_whole_on_the_smallest_screen() {
    insta::assert_snapshot!(waiting(24, 12).text());
}

#[test]
fn waiting_ends_by_a_key_and_a_pasted_game_does_not_replace_it() {
    let mut person = waiting(80, 24);
    person.paste("f5d6c3d3c4");
    assert!(person.app.session().is_none());
    assert!(person.says("Waiting for a guest"));
    person.keys("esc");
    assert_eq!(person.effects, [Effect::Quit]);
}
