import JSON
import Testing
import UnixIO

@testable import navd

@MainActor
struct NavdTableTests {
  @Test func `Ids of a slot differ from one connection to the next`() throws {
    var table = ConnectionTable()
    let made = table.newID()
    let first = try #require(made)
    try UnixSocket.withPair { one, two in
      let connection = Connection(
        id: first, peer: Roles().peer(try PeerCredentials(of: one.raw)),
        descriptor: OwnedDescriptor(owning: -1))
      table.insert(connection)
      #expect(table[first] === connection)
      #expect(table.count(of: Accounts.effectiveUser) == 1)
      table.remove(connection)
      table.remove(connection)
      #expect(two.raw >= 0)
    }
    #expect(table[first] == nil)
    #expect(table.count == 0)
    let remade = table.newID()
    let second = try #require(remade)
    #expect(second != first)
    #expect(table[second] == nil)
    #expect(table[-1] == nil)
  }

  @Test func `Output is counted for each uid and in all`() {
    var account = OutputAccount()
    account.change(1, by: 10)
    account.change(2, by: 5)
    account.change(1, by: -10)
    #expect(account.bytes(of: 1) == 0)
    #expect(account.bytes(of: 2) == 5)
    #expect(account.total == 5)
  }

  @Test(arguments: [
    (0, false, "bye\n"), (2, true, "cd\nbye\n"), (5, false, "bye\n"), (6, true, "\nbye\n"),
  ]) func `A cut queue ends the line under way`(head: Int, isMidLine: Bool, left: String) throws {
    try UnixSocket.withPair { one, _ in
      let connection = Connection(
        id: 1, peer: Roles().peer(try PeerCredentials(of: one.raw)),
        descriptor: OwnedDescriptor(owning: -1))
      connection.queue.append("abcd\nf\nghi\n")
      connection.head = head
      connection.isMidLine = isMidLine
      connection.cutQueue("bye\n")
      #expect(connection.queue.text(connection.head..<connection.queue.count).string == left)
    }
  }
}
