import JSON
import NavCore
import NavProtocol

extension Session {
  /// A call that nobody has acked.
  struct UnackedCall: Equatable {
    var rev: UInt64
    var key: UInt64
    var method: Text
    /// The uid that sent it; nil where nobody's request made it.
    var sender: UInt32?
  }

  /// A destination that waits for a condition.
  struct Held: Equatable {
    var request: Text
    var screen: Text
    var params: Params
    var calls: [Text]
    var title: Text?
    /// Unix milliseconds; nil: no limit.
    var until: Int64?
    /// The entry of the `otherwise` screen that was shown for it; nil: none was.
    var shown: UInt64?
    /// Unix milliseconds of when it came.
    var at: Int64 = 0
    /// The uid that sent it, and pays for it.
    var sender = StoredBytes.nobody
    /// Milliseconds that its request wants it to stay; nil: as its screen says.
    var stay: Int64?
  }

  /// A place that the session is at for a time.
  struct Visit: Equatable {
    /// Where the session was before, without notices.
    var from: NavigationState
    /// Milliseconds that it lasts, from when a front end has it.
    var stay: Int64
    /// When it ends, in milliseconds of boot time; nil: no front end has it yet.
    var due: Int64?
  }

  /// When something that the wire dates in Unix time is over by the clock that never jumps.
  struct Due: Equatable {
    /// What the wire says, in Unix milliseconds.
    var until: Int64
    /// Milliseconds of boot time.
    var boot: Int64
  }

  /// What most sessions have nothing of: it is apart, so that a session is small and a message that changes
  /// nothing of it need not look at each.
  struct Extras {
    /// Calls that nobody has acked.
    var calls: [UnackedCall] = []
    /// Destinations that wait for conditions, the oldest first.
    var held: [Held] = []
    /// The place that the session is at for a time.
    var visit: Visit?
    /// What may be taken back until it is acked.
    var perishables: [Perishable] = []
    /// How events ended that no front end will perform any more.
    var endings: [Ending] = []
    /// What a front end has said of conditions.
    var conditions: [Text: Bool] = [:]
    /// The user that a front end has named.
    var user: Text?
    /// When notices are over.
    var noticeDues: [UInt64: Due] = [:]
    /// When what is held is worth nothing any more, by request.
    var heldDues: [Text: Due] = [:]
    /// Who pays for notices.
    var noticeCharges: [UInt64: Charge] = [:]
    /// Who pays for what is held.
    var heldCharges: [Charge] = []

    var isEmpty: Bool {
      calls.isEmpty && held.isEmpty && visit == nil && perishables.isEmpty && endings.isEmpty
        && conditions.isEmpty && user == nil && noticeDues.isEmpty && heldDues.isEmpty
        && noticeCharges.isEmpty && heldCharges.isEmpty
    }

    final class Box {
      var extras: Extras
      init(_ extras: Extras) { self.extras = extras }
    }
  }
}

// The members of ``Session/Extras``, as if they were the session's own.
extension Session {
  var calls: [UnackedCall] {
    get { box?.extras.calls ?? [] }
    _modify { yield &extras.calls }
  }

  var held: [Held] {
    get { box?.extras.held ?? [] }
    _modify { yield &extras.held }
  }

  var visit: Visit? {
    get { box?.extras.visit }
    _modify { yield &extras.visit }
  }

  var perishables: [Perishable] {
    get { box?.extras.perishables ?? [] }
    _modify { yield &extras.perishables }
  }

  var endings: [Ending] {
    get { box?.extras.endings ?? [] }
    _modify { yield &extras.endings }
  }

  var conditions: [Text: Bool] {
    get { box?.extras.conditions ?? [:] }
    _modify { yield &extras.conditions }
  }

  var user: Text? {
    get { box?.extras.user }
    _modify { yield &extras.user }
  }

  var noticeDues: [UInt64: Due] {
    get { box?.extras.noticeDues ?? [:] }
    _modify { yield &extras.noticeDues }
  }

  var heldDues: [Text: Due] {
    get { box?.extras.heldDues ?? [:] }
    _modify { yield &extras.heldDues }
  }

  var noticeCharges: [UInt64: Charge] {
    get { box?.extras.noticeCharges ?? [:] }
    _modify { yield &extras.noticeCharges }
  }

  var heldCharges: [Charge] {
    get { box?.extras.heldCharges ?? [] }
    _modify { yield &extras.heldCharges }
  }
}
