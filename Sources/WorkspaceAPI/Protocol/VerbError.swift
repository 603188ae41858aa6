package import GitObjects
internal import Values

/// The reason why a verb was not carried out, for people and programs.
package struct VerbError: Error, Sendable, Codable, Hashable {
  /// The code by which frontends decide.
  package enum Code: String, Sendable, Codable, Hashable {
    /// The operation failed (exit 1).
    case failed
    /// The request itself is wrong (exit 2).
    case usage
    /// The file, the revision or the named thing does not exist (exit 1).
    case notFound
    /// The file changed since the version that the writer was given (exit 3).
    case stale
    /// A question must be answered first (exit 3).
    case question
    /// The remote cannot be reached (exit 4).
    case offline
    /// The folder is busy: git is at work, or the file is being saved (exit 1; retry).
    case busy
    /// The caller may not do this (exit 1).
    case refused
  }

  /// The code by which frontends decide.
  package var code: Code
  /// The error in words.
  package var what: String
  /// The data that was kept, in words.
  package var kept: String?
  /// The next step, in words.
  package var next: String?
  /// The path of the error.
  package var path: String?
  /// For `stale`: the token of the present version; nil if the file does not exist.
  package var currentToken: ObjectID?
  /// For `stale`: the present content.
  package var currentContent: String?
  /// For `stale`: the difference between the version that the writer was given and the present one.
  package var diff: String?
  /// For a refusal by a policy: the stable reason, such as `policy.read-only`.
  package var reason: String?
  /// The question to which the caller's own client may bring the person's answer; nil for none.
  package var question: String?

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

extension VerbError {
  /// Returns the error for a name that nothing of a kind has, with the nearest known name (exit 1).
  package static func unknown(
    _ kind: String, _ name: String, among known: [String], kept: String? = nil, next: String
  ) -> VerbError {
    VerbError(
      .notFound, "There is no \(kind) '\(name)'.\(NameDistance.hint(to: name, among: known))", kept: kept, next: next)
  }
}

extension VerbError: CustomStringConvertible {
  /// The error, the kept data and the next step in words.
  package var description: String {
    ([what] + [kept, next].compactMap { $0 }).joined(separator: "\n")
  }
}

extension VerbError {
  /// The reason of a refusal because a token names no version of its path.
  package static let unknownToken = "token.unknown"
  /// The reason if the daemon ended before it answered.
  package static let daemonEnded = "daemon.ended"
  /// The reason of a refusal because not all of the version was read.
  package static let partToken = "token.part"
}
