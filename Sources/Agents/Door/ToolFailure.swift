internal import GitObjects
internal import MCP
internal import Values
internal import WorkspaceAPI

/// Why a tool did not do what it was asked, as the model is told it.
package struct ToolFailure: Error, Hashable, Sendable {
  /// What went wrong and what to do.
  package var text: String
  /// The token of what stands there now: the base of the next try.
  package var token: String?
  /// What stands there now, where the caller does not know it.
  package var current: String?
  /// Whether others changed the same place since the version that the call was based on.
  var isOverlap = false
  /// Whether a large file's content is not to be had now: the file itself is as it was.
  var isUnavailable = false
  /// The kind of the verb's error; nil for what the tool itself found wrong.
  var code: VerbError.Code?
  /// The reason of the verb's error, where it has one that stays the same.
  var reason: String?
  /// The question that the person must answer first, and may in the client.
  var question: String?
  /// The path that it is about.
  var questioned: String?
  /// The tool to call next.
  var next: String?
  /// The path at which nothing stands.
  var missing: String?
  /// Whether a file may have been taken for a folder, or a folder for a file.
  var isAboutKind = false

  /// The longest part of a difference that is shown, in letters.
  private static let longestDiff = 5_000

  /// Makes a failure.
  package init(_ text: String, token: String? = nil, current: String? = nil) {
    self.text = text
    self.token = token
    self.current = current
  }

  /// What is wrong with the arguments.
  init(_ fault: ArgumentFault) {
    self.init(fault.description)
  }

  /// Why a verb was not done, with what is needed to go on.
  init(_ error: VerbError) {
    let parts = [error.what, error.kept, error.next].compactMap(\.self)
    self.init(parts.map { ToolWords.sentence($0) }.joined(separator: "\n"))
    (code, reason, question, questioned) = (error.code, error.reason, error.question, error.path)
    if error.code == .notFound { missing = error.path }
    isAboutKind = error.code == .failed || error.code == .refused && error.reason == nil
    isUnavailable = error.reason?.hasPrefix("large.") == true
    guard error.code == .stale else { return }
    token = error.currentToken?.hex ?? "absent"
    current = error.currentContent
    if let diff = error.diff, !diff.isEmpty {
      isOverlap = true
      let (shown, excerpt) = LineExcerpt.take(nil, of: diff, longest: Self.longestDiff)
      text += "\nWhat changed since the version you were given:\n\(shown)"
      if excerpt != nil { text += "\n[the rest of the difference is left out]" }
    }
  }

  /// Returns the result that says so, with at most so many letters of what stands there.
  func result(longest: Int) -> ToolResult {
    var content: [ContentBlock] = [.text(text)]
    var structured = VersionNote.structured(text, token: token)
    var notes = [next].compactMap(\.self)
    if let current {
      let (shown, excerpt) = LineExcerpt.take(nil, of: current, longest: longest)
      content.append(.text("What stands there now:\n\(shown)"))
      if case .object(let members) = structured {
        structured = .object(members + [JSONMember(name: "current", value: .string(shown))])
      }
      let parts = [
        excerpt.flatMap(ExcerptNote.words).map { "\($0) to read_text_file" }, excerpt.flatMap(ExcerptNote.within),
      ]
      notes = parts.compactMap(\.self).map { "[Stet: \($0)]" } + notes
    }
    if let token { content.append(.text(VersionNote.text(token))) }
    return ToolResult(content: content, structured: structured, isError: true).telling(notes)
  }
}
