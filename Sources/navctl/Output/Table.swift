/// Rows under a line of headings, each column as wide as its widest cell.
enum Table {
  /// The lines of a table; the first row is the headings, the last column is not padded.
  static func lines(_ rows: [[String]], style: Style = .current) -> [String] {
    var widths: [Int] = []
    for row in rows {
      while widths.count < row.count { widths.append(0) }
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    return rows.enumerated().map { index, row in
      let cells = row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : Shown.padded(cell, to: widths[column] + 2)
      }
      return index == 0 ? style.faint(cells.joined()) : cells.joined()
    }
  }
}
