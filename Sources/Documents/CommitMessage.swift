/// A commit's message as a value: subject, body, and who and what the trailers say it was.
///
/// The trailers are the last paragraph and nothing else is: text in subject or body that looks like one says nothing
/// (DESIGN "Commit form"). A message without a `Stet-Actor` trailer there is foreign; its `author` is nil, which
/// callers take for the person, and all behind the subject is its body.
package struct CommitMessage: Hashable, Sendable {
  /// The first line; control characters are escaped.
  package let subject: String
  /// What stands between subject and trailers, without blank lines at either end; nil where there is nothing.
  package let body: String?
  /// Who made the change; nil in a message that Stet did not write.
  package var author: Author?
  /// The tool that an agent used.
  package var tool: String?
  /// The agent's call that it was made by: a second one like it is not carried out.
  package var call: String?
  /// The model that an agent ran.
  package var model: String?
  /// The machine that recorded the change.
  package var machine: String?
  /// The change's id, which survives a replay on another commit.
  package var change: String?
  /// What the merge left undecided, each as its `Conflict` writes it.
  package var conflicts: [String] = []
  /// Ids of conflicts that this change settles.
  package var resolves: [String] = []
  /// The version or commit that this change brings back.
  package var restores: String?
  /// The changes that this one takes back.
  package var undoes: [ChangeRange] = []
  /// Renames that were seen as they happened.
  package var renamed: [PathRename] = []
  /// The head of the audit chain.
  package var audit: String?
  /// Lines of the trailer paragraph that this version does not know (`Signed-off-by: …`), as they came.
  package internal(set) var otherTrailers: [String] = []

  /// Makes a message; what would break the form is escaped in the subject and indented or escaped in the body.
  package init(subject: String, body: String? = nil, author: Author?) {
    let line = TrailerText.line(subject)
    let ends = String(String.UnicodeScalarView(line.unicodeScalars.drop { $0 == " " })).trimmingBlanksAtEnd
    self.subject = ends.isEmpty ? "Change" : ends.isScissors ? "%23" + ends.dropFirst() : ends
    self.body = body.flatMap(Self.bodyText)
    self.author = author
  }

  /// The body's lines without those that are blank at either end and without what a message cannot hold.
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

  /// The text without blanks and tabs at its end.
  var trimmingBlanksAtEnd: String {
    var bytes = utf8[...]
    while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { bytes = bytes.dropLast() }
    return bytes.count == utf8.count ? self : String(bytes) ?? self
  }
}
