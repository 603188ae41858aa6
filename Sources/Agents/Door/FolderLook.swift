internal import WorkspaceAPI

/// The common functions of tools that list folders.
enum FolderLook {
  /// Returns the entry at a path, and its contents.
  static func look(
    _ path: String?, _ reach: LookRequest.Reach, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> LookReport {
    do throws(VerbError) {
      return try await surroundings.verbs.call(LookRequest(path: path, reach: reach, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
  }

  /// Returns the names in a folder.
  ///
  /// - Throws: `ToolFailure` if there is no folder at the path.
  static func entries(
    in text: String, _ reach: LookRequest.Reach, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> (folder: String?, entries: [LookEntry]) {
    let folder = try surroundings.paths.path(text)
    let report = try await look(folder, reach, surroundings)
    guard report.entry.kind == "folder" else {
      var failure = ToolFailure("\(ModelText.argument(text)) is no folder.")
      failure.isAboutKind = true
      throw failure
    }
    return (folder, report.entries)
  }
}

extension LookEntry {
  /// Whether the entry is a folder.
  var isFolder: Bool { kind == "folder" }

  /// The last part of its path.
  var name: String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }

  /// Returns the path relative to a folder, nil for the root.
  func path(below folder: String?) -> String {
    guard let folder else { return path }
    return String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }
}
