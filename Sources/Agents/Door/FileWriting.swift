internal import GitObjects
internal import Values
internal import WorkspaceAPI

/// The common functions of tools that write.
enum FileWriting {
  /// Writes; returns when the change is durable.
  ///
  /// - Parameters:
  ///   - keepsForm: whether a whole text gets the line ends and byte order mark of the present text.
  ///   - answer: the tool's answer, if the call ends with the write.
  static func write(
    _ action: WriteAction, to path: String, token: ObjectID?, keepsForm: Bool = false, answer: KeptWords? = nil,
    _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> WriteReceipt {
    var request = WriteRequest(path: path, action: action, token: token, caller: surroundings.caller)
    if keepsForm { request.keepsForm = true }
    switch try await write(request, answer: answer, surroundings) {
    case .success(let receipt): return receipt
    case .failure(let error): throw ToolFailure(error)
    }
  }

  /// Writes as a step of the call, and returns the verb's own error if it fails.
  ///
  /// - Throws: `ToolFailure` if an equal call was made before.
  static func write(
    _ asked: WriteRequest, answer: KeptWords?, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> Result<WriteReceipt, VerbError> {
    var request = asked
    request.step = surroundings.carried?.change(answer: answer?.text)
    let receipt: WriteReceipt
    do throws(VerbError) { receipt = try await surroundings.verbs.call(request) } catch {
      surroundings.carried?.note(error)
      return .failure(error)
    }
    try surroundings.carried?.note(receipt)
    return .success(receipt)
  }

  /// Returns the notes for the agent about the result of its write.
  static func notes(_ receipt: WriteReceipt) -> [String] {
    var notes: [String] = []
    if receipt.merged {
      notes.append("[Stet: others changed this file since the version you had; their changes were merged in. Read it.]")
    }
    if let lines = receipt.headLines {
      notes.append(
        "[Stet: \(Counted.text(lines, "line of provenance was", "lines of provenance were")) put at the file's head; your text follows them.]"
      )
    }
    if let held = receipt.held { notes.append("[Stet: recorded on this machine only: \(ToolWords.sentence(held))]") }
    return notes
  }
}
