//! The rows of a board's text, cell by cell.

/// An empty cell.
pub(super) const EMPTY: char = '.';

/// The cells of rows such as `2r5/8`, a character each.
pub(super) fn expanded(rows: &str) -> Vec<Vec<char>> {
    let row = |row: &str| {
        row.chars()
            .flat_map(|letter| match letter.to_digit(10) {
                Some(count) => vec![EMPTY; count as usize],
                None => vec![letter],
            })
            .collect()
    };
    rows.split('/').map(row).collect()
}

/// The rows of cells.
pub(super) fn written(rows: &[Vec<char>]) -> String {
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    rules::text::write_rows(&lengths, |row, place| {
        Some(rows[row][place]).filter(|letter| *letter != EMPTY)
    })
}
