internal import MCP
internal import Values
internal import WorkspaceAPI

/// The reason why a tool was not carried out, for the model.
package struct ToolFailure: Error, Hashable, Sendable {
  /// The error and the next step.
  package var text: String
  /// The token of the present version: the base of the next try.
  package var token: String?
  /// The present content, if the caller does not know it.
  package var current: String?
  /// The difference between the version that the call was based on and the present one.
  var difference: String?
  /// Whether others changed the same place since the version that the call was based on.
  var isOverlap = false
  /// Whether a large file's content cannot be downloaded at present: the file itself is unchanged.
  var isUnavailable = false
  /// The kind of the verb's error; nil for an error that the tool itself found.
  var code: VerbError.Code?
  /// The stable reason of the verb's error; nil if it has none.
  var reason: String?
  /// The question that the person must answer first, which the client may ask.
  var question: String?
  /// The path of the question.
  var questioned: String?
  /// The tool to call next.
  var next: String?
  /// The path that does not exist.
  var missing: String?
  /// Whether the caller may have mistaken a file for a folder, or a folder for a file.
  var isAboutKind = false

  package init(_ text: String, token: String? = nil, current: String? = nil) {
    self.text = text
    self.token = token
    self.current = current
  }

  /// Creates a failure for a fault of the arguments.
  init(_ fault: ArgumentFault) {
    self.init(fault.description)
  }

  /// Creates a failure for the error of a verb, with the data that is needed to continue.
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
      difference = diff
    }
  }

  /// The failure without the present version's token and content.
  var withoutVersion: Self {
    var failure = self
    (failure.token, failure.current) = (nil, nil)
    return failure
  }

  /// Returns the failure as a result, with at most so many letters of the present content and the difference together.
  ///
  /// `RefusalRoom` divides the letters, because the daemon counts the shown content as read.
  func result(longest: Int) -> ToolResult {
    var text = self.text
    var room = ResultRoom(longest)
    if let difference {
      let part = RefusalRoom(shownLength: longest).difference(beside: current.map(ResultRoom.letters) ?? 0)
      let (shown, excerpt) = room.takeExcerpt(of: difference, within: part)
      if part > 0 { text += "\nWhat changed since the version you were given:\n\(shown)" }
      if excerpt != nil { text += "\n[the rest of the difference is left out]" }
    }
    var content: [ContentBlock] = [.text(text)]
    var structured = VersionNote.structured(text, token: token)
    var notes = [next].compactMap(\.self)
    if let current {
      let (shown, excerpt) = room.takeExcerpt(of: current)
      content.append(.text("The present text:\n\(shown)"))
      if case .object(let members) = structured {
        structured = .object(members + [JSONMember(name: "current", value: .string(shown))])
      }
      let parts = [
        excerpt.flatMap { ExcerptNote.words($0, tool: "read_text_file") }, excerpt.flatMap(ExcerptNote.within),
      ]
      notes = parts.compactMap(\.self).map { "[Stet: \($0)]" } + notes
    }
    if let token { content.append(.text(VersionNote.text(token))) }
    return ToolResult(content: content, structured: structured, isError: true).telling(notes)
  }
}
