//! The columns of a graph of a review.

use reversi::Color;
use reversi_study::review::graph::{Graph, Mistake, Point};

#[test]
fn a_click_on_the_column_of_a_position_means_it() {
    let point = Point {
        black: 2,
        exact: true,
    };
    for count in 1..=61 {
        let mut graph = Graph {
            points: vec![Some(point); count],
            mistakes: Vec::new(),
        };
        for width in [5, 17, 36, 80] {
            for at in 0..count {
                let column = graph.column(at, width);
                assert!(column < width, "{count} {width} {at}");
                let clicked = graph.clicked(column, width);
                assert_eq!(graph.column(clicked, width), column, "{count} {width} {at}");
                if width >= count {
                    assert_eq!(clicked, at, "{count} {width}");
                }
            }
        }
        // Where several positions share a column, the mistake wins.
        graph.mistakes.push(Mistake {
            entry: count / 2,
            color: Color::Black,
            is_blunder: true,
        });
        assert_eq!(graph.clicked(graph.column(count / 2, 10), 10), count / 2);
    }
}

#[test]
fn the_columns_of_a_graph_run_from_edge_to_edge() {
    let graph = Graph {
        points: vec![None; 61],
        mistakes: Vec::new(),
    };
    assert_eq!((graph.column(0, 61), graph.column(60, 61)), (0, 60));
    assert_eq!((graph.column(0, 244), graph.column(60, 244)), (2, 242));
    assert_eq!((graph.position(0, 20), graph.position(19, 20)), (1, 59));
    assert_eq!(graph.position(999, 20), 60);
}

#[test]
fn what_is_proven_runs_from_the_last_estimate_to_the_end() {
    let point = |exact| Some(Point { black: 2, exact });
    let from = |points: &[Option<Point>]| {
        let graph = Graph {
            points: points.to_vec(),
            mistakes: Vec::new(),
        };
        graph.proven_from()
    };
    let (yes, no) = (point(true), point(false));
    assert_eq!(from(&[yes, no, yes, yes]), Some(2));
    assert_eq!(from(&[no, None, yes]), Some(2));
    assert_eq!(from(&[yes, yes]), Some(0));
    assert_eq!(from(&[yes, no]), None);
    assert_eq!(from(&[yes, None]), None);
}
