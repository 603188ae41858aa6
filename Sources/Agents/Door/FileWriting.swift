internal import GitObjects
internal import WorkspaceEngine

/// What tools that write have in common.
enum FileWriting {
  /// Writes; answered when durable.
  static func write(
    _ action: WriteAction, to path: String, token: ObjectID?, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> WriteReceipt {
    do throws(VerbError) {
      return try await surroundings.verbs.write(
        WriteRequest(path: path, action: action, token: token, caller: surroundings.caller))
    } catch { throw ToolFailure(error) }
  }

  /// A new content with the line ends and the byte order mark of what stands at its path, if that is text.
  ///
  /// What cannot be read is left to the write to say.
  static func kept(
    _ content: [UInt8], at path: String, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> [UInt8] {
    let request = ReadRequest(path: path, caller: surroundings.caller, isUnseen: true)
    guard let standing = try? await surroundings.verbs.read(request), standing.encoding == "utf-8" else {
      return content
    }
    return TextForm(Array(standing.content.utf8)).whole(content)
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
