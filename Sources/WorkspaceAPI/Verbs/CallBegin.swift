package import GitObjects

/// Reports the beginning of an agent's call. A call that changes something is not repeated if it was answered recently.
package struct CallBegin: Verb {
  package typealias Answer = CallBeginning
  package static let name = "beginCall"

  /// The caller; its session is required.
  package var caller: Caller
  /// The key of the call: equal only for equal tools, arguments and tokens; nil for a call that changes nothing.
  package var key: String?
  /// The tip of the session's last report; used only if this daemon knows no call of the session.
  package var since: ObjectID?

  package init(caller: Caller, key: String?, since: ObjectID? = nil) {
    self.caller = caller
    self.key = key
    self.since = since
  }
}

/// The decision whether an agent's call is to be carried out.
package struct CallBeginning: Sendable, Codable {
  /// The answer to an earlier, equal call; nil if the call is to be carried out.
  package var answer: String?
  /// The receipt of the earlier call's write, if the write was the whole call, or the call was never answered.
  package var receipt: WriteReceipt?
  /// The age of the earlier call in seconds.
  package var age: Int

  /// Whether the call is to be carried out.
  package var isFresh: Bool { answer == nil && receipt == nil }

  /// Creates a report; without arguments the call is to be carried out.
  package init(answer: String? = nil, receipt: WriteReceipt? = nil, age: Int = 0) {
    self.answer = answer
    self.receipt = receipt
    self.age = age
  }
}
