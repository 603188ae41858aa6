package import GitObjects

/// Requests the author of each line of a file.
package struct BlameRequest: Verb {
  package typealias Answer = [BlameLine]
  package static let name = "blame"

  package var path: String
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  package init(path: String, caller: Caller = .person) {
    self.path = path
    self.caller = caller
  }
}

/// One line of a file with its author.
package struct BlameLine: Sendable, Codable {
  /// The line's number, from 1.
  package var line: Int
  /// The commit that added the line.
  package var commit: ObjectID
  /// The author of the line.
  package var author: AuthorRecord
  /// The time, ISO 8601.
  package var time: String
  /// The text without its line end.
  package var text: String

  package init(line: Int, commit: ObjectID, author: AuthorRecord, time: String, text: String) {
    self.line = line
    self.commit = commit
    self.author = author
    self.time = time
    self.text = text
  }
}
