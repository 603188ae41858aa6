package import WorkspaceAPI
internal import FileSystem
internal import GitObjects

extension Workspace {
  /// Returns the entries of the folder on disk.
  package func look(_ request: LookRequest) async throws(VerbError) -> LookReport {
    try await agentAudit.audited(
      "look", request.caller, request.path,
      shown: { report, entry in
        entry.add(count: report.entries.count)
      }
    ) { () async throws(VerbError) in try await report(request) }
  }

  private func report(_ request: LookRequest) async throws(VerbError) -> LookReport {
    var path: WorkspacePath?
    if let text = request.path, text != ".", !text.isEmpty { path = try WorkspacePath(checking: text) }
    // The entry of a folder that is not followed may be read, its content not.
    if let path { try await places.check(request.reach == .itself ? path.parent ?? path : path) }
    guard var report = try await folders.look(at: path, reach: request.reach) else {
      throw VerbError(
        .notFound, "There is no file or folder \(path?.string ?? ".").", next: "'stet list' shows what there is.",
        path: path?.string)
    }
    await largeFiles.listing.mark(&report, under: path)
    guard request.caller.agent != nil else { return report }
    var shown = report
    let kept = await permissions.kept([report.entry.path] + report.entries.map(\.path), from: request.caller)
    if kept.contains(NameKey(report.entry.path)) { shown.entry.isProtected = true }
    for index in report.entries.indices where kept.contains(NameKey(report.entries[index].path)) {
      shown.entries[index].isProtected = true
    }
    return shown
  }

  /// Makes a folder and its parents unless it exists. git records no empty folders, so there is no commit before the
  /// folder has a file.
  package func makeFolder(_ request: MakeFolderRequest) async throws(VerbError) {
    let path = try await places.path(request.path)
    try await agentAudit.audited("folder", request.caller, request.path) { () async throws(VerbError) in
      try await permissions.permit(.write, path, request.caller)
      try await queue.makeFolder(path)
    }
  }
}
