internal import GitObjects
internal import MCP
internal import Values
internal import WorkspaceAPI

/// The files of a patch after its changes, to be written together.
struct PatchedFiles: Sendable {
  /// The request to the workspace.
  private(set) var request: BatchRequest
  private var rows: [String] = []

  /// The greatest number of moved files that are named with their tokens.
  private static let mostTokens = 50

  /// Creates an empty batch of the caller.
  init(caller: Caller) {
    request = BatchRequest(writes: [], caller: caller)
  }

  /// The changes, a line for each file: `A` added, `M` modified, `D` deleted, `R` renamed.
  var summary: String { rows.joined(separator: "\n") }

  /// Applies the patch of one file, on the version of its token if one is given.
  ///
  /// - Throws: `ToolFailure` if it does not fit, or the file does not exist.
  mutating func add(
    _ file: UnifiedPatch.File, _ tokens: [NameKey: ObjectID], _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) {
    let target = try file.new.map { name throws(ToolFailure) in try surroundings.paths.document(name) }
    guard let old = file.old else {
      guard let target else { return }
      append(
        target, .put(try PatchedText.apply(file.hunks, to: [], path: target)), .zero, "A \(ModelText.path(target))")
      setMode(file)
      return
    }
    let path = try surroundings.paths.document(old)
    let token = tokens[NameKey(path)]
    if file.hunks.isEmpty, file.isExecutable == nil, let token = try await Self.unread(path, token, surroundings) {
      guard let target else { return append(path, .delete, token, "D \(ModelText.path(path))", isEdited: false) }
      return move(path, token, to: target)
    }
    let base = try await ServedText.read(path, surroundings, isPreparation: true, revision: token?.hex)
    let text: [UInt8]
    do throws(ToolFailure) {
      text = try PatchedText.apply(file.hunks, to: Array(try base.text().utf8), path: path)
    } catch { throw ToolFailure(error.text, token: base.token.hex) }
    guard let target else {
      guard file.hunks.isEmpty || text.isEmpty else {
        throw ToolFailure(
          "The patch takes \(ModelText.path(path)) away, but not all of its lines; read it again.",
          token: base.token.hex)
      }
      // A patch without the file's lines does not show that they were read.
      return append(path, .delete, base.token, "D \(ModelText.path(path))", isEdited: !file.hunks.isEmpty)
    }
    guard target.utf8.elementsEqual(path.utf8) else {
      append(path, .delete, base.token, "R \(ModelText.path(path)) -> \(ModelText.path(target))")
      // The mode is kept, unless the patch sets another.
      let isPlain = file.hunks.isEmpty && file.isExecutable == nil
      var write = WriteRequest(
        path: target, action: isPlain ? .copy(from: path, revision: nil) : .put(text), token: .zero)
      if !isPlain { write.modeOf = path }
      request.writes.append(write)
      request.renames.append([path, target])
      setMode(file)
      return
    }
    append(path, .put(text), base.token, "M \(ModelText.path(path))")
    setMode(file)
  }

  /// Moves a file, for any content.
  mutating func move(
    _ path: String, to target: String, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) {
    move(path, try await Self.version(path, surroundings), to: target)
  }

  private mutating func move(_ path: String, _ token: ObjectID, to target: String) {
    append(path, .delete, token, "R \(ModelText.path(path)) -> \(ModelText.path(target))")
    request.writes.append(WriteRequest(path: target, action: .copy(from: path, revision: nil), token: .zero))
    request.renames.append([path, target])
  }

  /// Returns the present version at a path.
  private static func version(
    _ path: String, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> ObjectID {
    do throws(VerbError) {
      return try await surroundings.verbs.call(ProvenanceRequest(path: path, caller: surroundings.reader)).token
    } catch { throw ToolFailure(error) }
  }

  /// Returns the version of a file that is moved or deleted while its content is not on this machine; nil for any
  /// other.
  private static func unread(
    _ path: String, _ token: ObjectID?, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> ObjectID? {
    let request = LargeRequest(.look, paths: [path], caller: surroundings.reader)
    guard let file = try? await surroundings.verbs.call(request).files.first, file.path.utf8.elementsEqual(path.utf8),
      file.state == "not-downloaded" || file.state == "downloading"
    else { return nil }
    if let token { return token }
    return try await version(path, surroundings)
  }

  private mutating func setMode(_ file: UnifiedPatch.File) {
    guard let isExecutable = file.isExecutable else { return }
    request.writes[request.writes.count - 1].isExecutable = isExecutable
    if isExecutable { rows[rows.count - 1] += " (executable)" }
  }

  /// Returns the answer after all files are written: `done`, at most `longest` characters, and the number of omitted
  /// lines. A move of many files names no tokens: they are those of the files before.
  func result(_ receipts: [WriteReceipt], _ done: String, longest: Int, isMove: Bool = false) -> ToolResult {
    var room = ResultRoom(longest)
    // Each list has at least one line.
    let shown = room.takeLines(isMove ? Array(rows.prefix(Self.mostTokens)) : rows, within: longest / 2)
    let words = "\(done)\n\(shown.joined(separator: "\n"))"
    var notes: [String] = []
    let left = rows.count - shown.count
    if left > 0 { notes.append("[Stet: \(left) more files are not listed here; all are done]") }
    let isLong = isMove && receipts.count > Self.mostTokens
    let named = isLong ? receipts.filter { $0.merged || $0.held != nil } : receipts
    var omitted = receipts.count { $0.token != nil } - named.count { $0.token != nil }
    var versions: [ContentBlock] = []
    var tokens: [JSONMember] = []
    for receipt in named {
      let said = FileWriting.notes(receipt).map { "\(ModelText.path(receipt.path)): \($0)" }
      let version = receipt.token.map { "[Stet: \(ModelText.path(receipt.path)) has version token \($0.hex)]" }
      guard room.takeOrEnd(said + [version].compactMap(\.self), isRequired: tokens.isEmpty) else {
        omitted += 1
        continue
      }
      notes += said
      guard let token = receipt.token, let version else { continue }
      tokens.append(JSONMember(name: receipt.path, value: .string(token.hex)))
      versions.append(.text(version))
    }
    if omitted > 0 {
      notes.append("[Stet: the version tokens of \(omitted) more files are left out; read_text_file gives them]")
    }
    var result = ToolResult(
      content: [.text(words)], structured: ["content": .string(words), "tokens": .object(tokens)]
    ).telling(notes)
    result.content += versions
    return result
  }

  private mutating func append(
    _ path: String, _ action: WriteAction, _ token: ObjectID, _ row: String, isEdited: Bool = true
  ) {
    var write = WriteRequest(path: path, action: action, token: token)
    if isEdited { write.isEdited = true }
    request.writes.append(write)
    rows.append(row)
  }
}
