//! The cells of an array.

use reversi::Square;
use reversi::array_board;
use reversi_lessons::{CellGrid, CellMark, GridFocus, RowLength};

fn grid(rows: RowLength, focus: GridFocus) -> CellGrid {
    CellGrid {
        own: Square::A1.bit(),
        opponent: Square::H8.bit(),
        rows,
        focus,
    }
}

#[test]
fn an_array_has_a_wall_around_the_squares_whatever_its_rows_are() {
    for rows in [RowLength::Ten, RowLength::Sixteen] {
        let cells = grid(rows, GridFocus::Whole).cells();
        assert_eq!(cells.len(), 10);
        for (row, line) in cells.iter().enumerate() {
            assert_eq!(line.len(), rows.cells());
            for (column, cell) in line.iter().enumerate() {
                let is_square = (1..=8).contains(&row) && (1..=8).contains(&column);
                assert_eq!(cell.square.is_some(), is_square);
                assert_eq!(cell.is_wall(), !is_square);
            }
        }
        let text = |row: usize, column: usize| cells[row][column].text("#");
        assert_eq!(
            [text(0, 0), text(1, 1), text(8, 8), text(4, 4)],
            ["#", "1", "-1", "0"]
        );
    }
    assert_eq!(RowLength::Sixteen.index(0x35), "0x35");
    assert_eq!(RowLength::Ten.index(35), "35");
}

#[test]
fn a_walk_from_a_corner_marks_the_wall_that_stops_it() {
    let focus = GridFocus::Walk {
        from: Square::A1,
        direction: 0,
        steps: 1,
    };
    let cells = grid(RowLength::Ten, focus).cells();
    let wall = cells[0][0];
    assert!(wall.is_wall() && wall.mark == Some(CellMark::Here) && wall.step == Some(-11));
    assert_eq!(cells[1][1].mark, Some(CellMark::From));
    let marked = cells.iter().flatten().filter(|cell| cell.mark.is_some());
    assert_eq!(marked.count(), 2);
}

#[test]
fn the_first_cell_is_marked_with_the_eight_steps_around_it() {
    for rows in [RowLength::Ten, RowLength::Sixteen] {
        let cells = grid(rows, GridFocus::From(Square::A1)).cells();
        let mut steps: Vec<isize> = cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.step)
            .collect();
        steps.sort_unstable();
        assert_eq!(steps, array_board::steps(rows.cells()));
    }
}
