internal import FileSystem
internal import GitObjects

extension Workspace {
  /// What stands in the folder on disk.
  package func look(_ request: LookRequest) async throws(VerbError) -> LookReport {
    var path: WorkspacePath?
    if let text = request.path, text != ".", !text.isEmpty { path = try checked(text) }
    guard let report = try await folders.look(at: path, reach: request.reach) else {
      throw VerbError(
        .notFound, "There is no file or folder \(path?.string ?? ".").", next: "'stet list' shows what there is.",
        path: path?.string)
    }
    return report
  }

  /// Makes a folder and those above it; nothing where it stands already. Git records no empty folders, so there is no
  /// commit before something is in it.
  package func makeFolder(path: String) async throws(VerbError) {
    try await queue.makeFolder(try checked(path))
  }
}
