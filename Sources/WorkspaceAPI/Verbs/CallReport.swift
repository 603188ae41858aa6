package import GitObjects

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

    /// Creates a value.
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

  /// Creates a report.
  package init(earlier: Earlier? = nil, news: ChangesReport? = nil, reportedBefore: ObjectID? = nil) {
    self.earlier = earlier
    self.news = news
    self.reportedBefore = reportedBefore
  }
}
