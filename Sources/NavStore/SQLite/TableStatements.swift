internal import NavProtocol

/// The three statements of one table.
struct TableStatements: ~Copyable {
  let put: Statement
  let delete: Statement
  let select: Statement

  init(_ table: StoreTable, on connection: borrowing Connection) throws(StoreError) {
    let own = table == .meta ? " AND id <> \(Epoch.row)" : ""
    let range = "WHERE id BETWEEN ?1 AND ?2\(own)"
    let put = try connection.prepare("REPLACE INTO \(table)(id, body) VALUES(?1, ?2)")
    let delete = try connection.prepare("DELETE FROM \(table) \(range)")
    let select = try connection.prepare("SELECT id, body FROM \(table) \(range) ORDER BY id")
    self.put = put
    self.delete = delete
    self.select = select
  }
}
