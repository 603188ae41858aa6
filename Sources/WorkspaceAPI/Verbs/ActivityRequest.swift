package import GitObjects

/// Requests a summary of a day: the changes of each author, folded.
package struct ActivityRequest: AnonymousVerb {
  package typealias Answer = ActivityReport
  package static let name = "activity"

  /// The day, such as `today`, `yesterday` or `2026-05-01`; a text that names a moment is the beginning of a span up to
  /// now. Nil for the conditions' times.
  package var day: String?
  /// Restricts the summary to this file or folder; nil for all.
  package var path: String?
  package var conditions: ChangeConditions

  package init(day: String? = nil, path: String? = nil, conditions: ChangeConditions = ChangeConditions()) {
    self.day = day
    self.path = path
    self.conditions = conditions
  }
}

/// A summary of the changes in a span of time.
package struct ActivityReport: Sendable, Codable, Hashable {
  /// The beginning of the span, ISO 8601; nil for the beginning of the history.
  package var since: String?
  /// The end of the span, ISO 8601; nil for now.
  package var until: String?
  /// The authors who did something, the last active one first.
  package var authors: [AuthorActivity]

  package init(since: String?, until: String?, authors: [AuthorActivity]) {
    self.since = since
    self.until = until
    self.authors = authors
  }
}

/// The acts of one author in a span of time.
package struct AuthorActivity: Sendable, Codable, Hashable {
  /// Changed files that are shown as one: a folder, or a single file.
  package struct Place: Sendable, Codable, Hashable {
    /// The file, or the folder with a slash at the end.
    package var path: String
    /// The number of changed files.
    package var files: Int
    /// The number of changes of these files.
    package var changes: Int

    package init(path: String, files: Int, changes: Int) {
      self.path = path
      self.files = files
      self.changes = changes
    }
  }

  package var author: AuthorRecord
  /// The machines that recorded the changes.
  package var machines: [String]
  /// The time of the first act, ISO 8601.
  package var first: String
  /// The time of the last act, ISO 8601.
  package var last: String
  /// The number of commits.
  package var commits: Int
  /// The number of changed files.
  package var files: Int
  /// The changed files, folded; the ones with the most changes first.
  package var places: [Place]
  /// The number of an agent's calls on this machine that showed it content of files.
  package var reads: Int
  /// The number of an agent's calls on this machine that were refused.
  package var refusals: Int

  /// Creates an entry without any act.
  package init(author: AuthorRecord) {
    self.author = author
    (machines, first, last) = ([], "", "")
    (commits, files, places, reads, refusals) = (0, 0, [], 0, 0)
  }
}
