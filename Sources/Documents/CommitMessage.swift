/// A commit's message as a value: subject, body, and the author and facts in the trailers.
///
/// Only the last paragraph contains trailers: similar text in subject or body has no meaning (DESIGN "Commit form"). A
/// message without a `Stet-Actor` trailer there is foreign: its `author` is nil, which callers take for the person, and
/// its body is everything after the subject.
package struct CommitMessage: Hashable, Sendable {
  /// The first line; control characters are escaped.
  package let subject: String
  /// The text between subject and trailers without leading and trailing blank lines; nil if there is none.
  package let body: String?
  /// The author of the change; nil in a message that Stet did not write.
  package var author: Author?
  /// The tool of the agent.
  package var tool: String?
  /// The agent's call that made the change: an identical second call is not executed.
  package var call: String?
  /// The model of the agent.
  package var model: String?
  /// The machine that recorded the change.
  package var machine: String?
  /// The change's id, which survives a replay on another commit.
  package var change: String?
  /// The conflicts that the merge left open, each in the form of `Conflict`.
  package var conflicts: [String] = []
  /// The ids of conflicts that this change resolves.
  package var resolves: [String] = []
  /// The version or commit that this change restores.
  package var restores: String?
  /// The changes that this one undoes.
  package var undoes: [ChangeRange] = []
  /// The renames that were observed.
  package var renamed: [PathRename] = []
  /// Commits that git made while an agent's command ran.
  package var foreign: [ForeignCommit] = []
  /// The newest commit that Stet made before it sealed its commits.
  package var unsealed: String?
  /// The head of the audit chain.
  package var audit: String?
  /// The lines of the trailer paragraph that this version does not know (`Signed-off-by: …`), unchanged.
  package internal(set) var otherTrailers: [String] = []

  /// Creates a message; unsafe text is escaped in the subject, and indented or escaped in the body.
  package init(subject: String, body: String? = nil, author: Author?) {
    let line = TrailerText.line(subject)
    let ends = String(String.UnicodeScalarView(line.unicodeScalars.drop { $0 == " " })).trimmingBlanksAtEnd
    self.subject = ends.isEmpty ? "Change" : ends.isScissors ? "%23" + ends.dropFirst() : ends
    self.body = body.flatMap(Self.bodyText)
    self.author = author
  }

  /// Returns the body without leading and trailing blank lines and without characters that a message cannot contain.
  private static func bodyText(_ text: String) -> String? {
    var lines: [String] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      var kept = ""
      for scalar in String(line)?.unicodeScalars ?? "".unicodeScalars {
        if scalar.value == 0 {
          kept += "%00"
        } else if scalar != "\r" {
          kept.unicodeScalars.append(scalar)
        }
      }
      kept = kept.trimmingBlanksAtEnd
      if kept.isScissors { kept = " " + kept }
      lines.append(kept)
    }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

extension String {
  /// Whether git could take the line for the end of the message ("scissors").
  fileprivate var isScissors: Bool { utf8.starts(with: "# ----".utf8) }

  /// The text without trailing spaces and tabs.
  var trimmingBlanksAtEnd: String {
    var bytes = utf8[...]
    while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { bytes = bytes.dropLast() }
    return bytes.count == utf8.count ? self : String(bytes) ?? self
  }
}
