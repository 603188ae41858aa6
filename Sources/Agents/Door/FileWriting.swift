internal import GitObjects
internal import WorkspaceEngine

/// What tools that write have in common.
enum FileWriting {
  /// Writes; answered when durable.
  ///
  /// - Parameter keepsForm: whether a whole text gets line ends and byte order mark of what stands there.
  static func write(
    _ action: WriteAction, to path: String, token: ObjectID?, keepsForm: Bool = false, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> WriteReceipt {
    var request = WriteRequest(path: path, action: action, token: token, caller: surroundings.caller)
    if keepsForm { request.keepsForm = true }
    do throws(VerbError) { return try await surroundings.verbs.write(request) } catch { throw ToolFailure(error) }
  }

  /// What an agent should know of how its write was taken.
  static func notes(_ receipt: WriteReceipt) -> [String] {
    var notes: [String] = []
    if receipt.merged {
      notes.append("[Stet: others changed this file since the version you had; their changes were merged in. Read it.]")
    }
    if let held = receipt.held { notes.append("[Stet: recorded on this machine only: \(held)]") }
    return notes
  }
}
