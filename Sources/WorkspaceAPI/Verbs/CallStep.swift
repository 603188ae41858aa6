package import GitObjects

/// The mark of a verb as a step of an agent's call: the verb itself begins and ends the call, which saves two requests.
/// It requires a caller with a session; the caller names the call.
package struct CallStep: Hashable, Sendable, Codable {
  /// The reason of a refusal (`VerbError.reason`) because an equal call is still in progress, so that this one did not
  /// begin.
  package static let atWork = "call-at-work"

  /// Whether the call begins with this step; a call that was made recently is not repeated.
  package var begins: Bool
  /// Whether the call ends with this step if it succeeds. `endCall` ends a call that failed.
  package var ends: Bool
  /// The answer for repetitions, as the caller derives it from the receipt; nil if the call does not end.
  package var answer: String?
  /// The tip of the session's last report; used only if this daemon knows no call of the session.
  package var since: ObjectID?

  package init(begins: Bool, ends: Bool, answer: String? = nil, since: ObjectID? = nil) {
    self.begins = begins
    self.ends = ends
    self.answer = answer
    self.since = since
  }
}

/// The report of a step of an agent's call, beside the step's own result.
package struct CallReport: Hashable, Sendable, Codable {
  /// An earlier, equal call: nothing was done now.
  package struct Earlier: Hashable, Sendable, Codable {
    /// The answer to it; nil if it was never answered.
    package var answer: String?
    /// Its age in seconds.
    package var age: Int
    /// Whether the accompanying result is that of the earlier call's write.
    package var isWritten: Bool

    package init(answer: String?, age: Int, isWritten: Bool) {
      self.answer = answer
      self.age = age
      self.isWritten = isWritten
    }
  }

  /// The earlier, equal call; nil if the call was carried out now.
  package var earlier: Earlier?
  /// Others' changes since the session's call before; nil if the call continues.
  package var news: ChangesReport?
  /// The tip of the session's report before that.
  package var reportedBefore: ObjectID?

  package init(earlier: Earlier? = nil, news: ChangesReport? = nil, reportedBefore: ObjectID? = nil) {
    self.earlier = earlier
    self.news = news
    self.reportedBefore = reportedBefore
  }
}
