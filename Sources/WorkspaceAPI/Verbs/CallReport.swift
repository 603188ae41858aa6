package import GitObjects

/// What a step of an agent's call tells beside its own result.
package struct CallReport: Hashable, Sendable, Codable {
  /// That the same call was made before: nothing was done now.
  package struct Earlier: Hashable, Sendable, Codable {
    /// The answer that it got; nil where nobody was left to answer it.
    package var answer: String?
    /// How long ago that was, in seconds.
    package var age: Int
    /// Whether the result that this comes with says what its write did then.
    package var isWritten: Bool

    /// Makes one.
    package init(answer: String?, age: Int, isWritten: Bool) {
      self.answer = answer
      self.age = age
      self.isWritten = isWritten
    }
  }

  /// The same call before; nil where it was done now.
  package var earlier: Earlier?
  /// What others changed since the session's call before; nil where the call goes on.
  package var news: ChangesReport?
  /// The tip that the session was told of before that.
  package var toldBefore: ObjectID?

  /// Makes a report.
  package init(earlier: Earlier? = nil, news: ChangesReport? = nil, toldBefore: ObjectID? = nil) {
    self.earlier = earlier
    self.news = news
    self.toldBefore = toldBefore
  }
}
