package import GitObjects

/// Why a verb was not done, for people and programs.
package struct VerbError: Error, Sendable, Codable, Hashable {
  /// What frontends decide by.
  package enum Code: String, Sendable, Codable, Hashable {
    /// It failed (exit 1).
    case failed
    /// The request itself is wrong (exit 2).
    case usage
    /// There is no such file or revision (exit 1).
    case notFound
    /// The file changed since the version the writer was given (exit 3).
    case stale
    /// A question must be answered first (exit 3).
    case question
    /// The remote cannot be reached (exit 4).
    case offline
    /// The folder is busy: git at work, or the file is being saved (exit 1; try again).
    case busy
    /// The caller may not do this (exit 1).
    case refused
  }

  /// What frontends decide by.
  package var code: Code
  /// What happened.
  package var what: String
  /// What was kept.
  package var kept: String?
  /// What to do next.
  package var next: String?
  /// The path it is about.
  package var path: String?
  /// For `stale`: the token of what stands there now (nil: nothing stands there).
  package var currentToken: ObjectID?
  /// For `stale`: what stands there now.
  package var currentContent: String?
  /// For `stale`: the difference between the version the writer was given and what stands there now.
  package var diff: String?
  /// For what a policy refuses: why, stable, such as `policy.read-only`.
  package var reason: String?
  /// The question to which the caller's own client may bring the person's answer; nil for none.
  package var question: String?

  /// Makes an error.
  package init(
    _ code: Code, _ what: String, kept: String? = nil, next: String? = nil, path: String? = nil,
    currentToken: ObjectID? = nil, currentContent: String? = nil, diff: String? = nil, reason: String? = nil
  ) {
    self.code = code
    self.what = what
    self.kept = kept
    self.next = next
    self.path = path
    self.currentToken = currentToken
    self.currentContent = currentContent
    self.diff = diff
    self.reason = reason
  }
}

extension VerbError: CustomStringConvertible {
  /// What happened, what was kept, what to do next.
  package var description: String {
    ([what] + [kept, next].compactMap { $0 }).joined(separator: "\n")
  }
}

extension VerbError {
  /// The reason of a refusal because a token names no version of its path.
  package static let unknownToken = "token.unknown"
  /// The reason of a refusal because only a part of the version was read.
  package static let partToken = "token.part"
}
