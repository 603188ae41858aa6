internal import FoundationEssentials
internal import GitObjects
internal import WorkspaceAPI

/// A file as a tool reads it.
struct ServedText: Sendable {
  /// The path from the root.
  var path: String
  /// The version.
  var token: ObjectID
  /// The content: text, or base64 if it is no text.
  var content: String
  /// Whether the content is text.
  var isText: Bool
  /// The length of the file in bytes, also if its content was left out.
  var size: Int
  /// The lines in the content, if it is not the whole text.
  var excerpt: LineExcerpt?
  /// The notes for the agent.
  var notes: [String]
  /// The first and the last author; nil if they are unknown.
  var provenance: FileProvenance?

  var bytes: [UInt8] {
    isText ? Array(content.utf8) : Data(base64Encoded: content).map { [UInt8]($0) } ?? []
  }

  /// Reads a file, or an earlier version of it. The present version counts as read by a named session if the agent is
  /// shown it as it is.
  ///
  /// A large file's content that is not on this machine is waited for until the call's timeout.
  ///
  /// - Parameters:
  ///   - isShown: whether the agent is shown the text as it is.
  ///   - isPreparation: whether a writing tool reads for its own write and shows nothing.
  ///   - lines: the requested lines; nil for all.
  ///   - column: the letter of the first line to begin at; nil for its beginning.
  ///   - longest: the greatest number of letters that the agent is shown; nil if it is shown nothing.
  ///   - form: the form that the tool shows; content of another form is left out and does not count as read.
  ///   - isWholeCall: whether the call does nothing else.
  static func read(
    _ path: String, _ surroundings: ToolSurroundings, isShown: Bool = true, isPreparation: Bool = false,
    revision: String? = nil, lines: LineRange? = nil, column: Int? = nil, longest: Int? = nil,
    form: ReadRequest.Form? = nil, isWholeCall: Bool = false
  ) async throws(ToolFailure) -> ServedText {
    var request = ReadRequest(
      path: path, caller: surroundings.caller, revision: revision, isUnseen: isShown && !isPreparation ? nil : true)
    if isPreparation { request.isPreparation = true }
    (request.lines, request.column, request.longest, request.form) = (lines, column, longest, form)
    request.timeout = surroundings.timeout.left
    if isWholeCall { request.step = surroundings.carried?.read }
    let asked = request
    let outcome: Result<ReadResult, VerbError> = await DownloadWatch.during(path, surroundings) {
      do throws(VerbError) { return .success(try await surroundings.verbs.call(asked)) } catch {
        return .failure(error)
      }
    }
    let result: ReadResult
    switch outcome {
    case .success(let given): result = given
    case .failure(let error): throw ToolFailure(error)
    }
    if isWholeCall { surroundings.carried?.note(result) }
    let notes =
      result.isBeingSaved
      ? ["[Stet: the file is being saved at this moment; this is the version that was recorded last.]"] : []
    return ServedText(
      path: path, token: result.token, content: result.content, isText: result.encoding == "utf-8",
      size: result.size,
      excerpt: result.excerpt, notes: notes, provenance: result.provenance)
  }

  /// Returns the text.
  ///
  /// - Throws: `ToolFailure` if the content is no text.
  func text() throws(ToolFailure) -> String {
    guard isText else {
      throw ToolFailure(
        "\(ModelText.path(path)) is not UTF-8 text; read_media_file gives it as it is.", token: token.hex)
    }
    return content
  }
}
