internal import Dispatch
internal import FileSystem
internal import Git
internal import GitObjects
internal import SystemPackage

extension Workspace {
  /// Makes a folder a workspace: an empty one from the template, one with files or a repository as it is.
  ///
  /// May be called again: a workspace stays as it is, only the remote is set.
  ///
  /// - Throws: `VerbError`, `.refused` with the line that causes it where a repository has what Stet cannot keep right.
  package static func initialize(
    _ settings: WorkspaceSettings, remote: String?, useTemplate: Bool
  ) async throws(VerbError) -> InitReport {
    let preparation = try await onThread { () throws(VerbError) in
      try FolderPreparation.prepare(settings, useTemplate: useTemplate)
    }
    if let remote { try await setRemote(remote, settings) }
    return try await firstRecording(settings, created: preparation.isNew, notes: preparation.notes)
  }

  /// Makes a workspace from a remote's branch.
  ///
  /// - Throws: `VerbError`, `.offline` where the remote cannot be reached; `.usage` where the folder is not empty.
  package static func clone(_ url: String, _ settings: WorkspaceSettings) async throws(VerbError) -> InitReport {
    try await onThread { () throws(VerbError) in try FolderPreparation.requireEmpty(settings.root) }
    let git = GitReader(root: settings.root, environment: settings.environment)
    try await git.clone(url)
    let preparation = try await onThread { () throws(VerbError) in
      try FolderPreparation.prepare(settings, useTemplate: false)
    }
    return try await firstRecording(settings, created: true, notes: preparation.notes)
  }

  private static func setRemote(_ url: String, _ settings: WorkspaceSettings) async throws(VerbError) {
    let git = GitReader(root: settings.root, environment: settings.environment)
    let known = try? await git.run(["remote", "get-url", "origin"])
    _ = try await git.run(["remote", known == nil ? "add" : "set-url", "origin", url])
  }

  /// Opens the workspace once, so that everything in it is recorded, and closes it. The exchange is the daemon's: one
  /// that begins here would be cut off in the middle of its first words.
  private static func firstRecording(
    _ settings: WorkspaceSettings, created: Bool, notes: [String]
  ) async throws(VerbError) -> InitReport {
    var settings = settings
    settings.exchanges = false
    guard let workspace = try await open(settings) else {
      // A daemon serves it already: it has recorded everything.
      return InitReport(root: settings.root, created: false, files: 0, notes: notes)
    }
    HookFolder(root: settings.root).prepare()
    let files = await workspace.queue.fileTotal
    await workspace.stop()
    do throws(ObjectStoreError) {
      try Repository(root: settings.root).makeFrameDurable()
    } catch { throw VerbError(error) }
    return InitReport(root: settings.root, created: created, files: files, notes: notes)
  }

  /// Runs blocking work on a thread of its own.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(VerbError) -> Value
  ) async throws(VerbError) -> Value {
    let result: Result<Value, VerbError> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "stet.init").async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
