internal import FileSystem
internal import FolderKeeping
internal import GitObjects
internal import Glibc
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// The checks of a barrier: a caller relies on its success to mean that everything is recorded.
struct BarrierCheck: Sendable {
  /// The folder's root.
  let root: String
  /// The recorder.
  let keeper: FolderKeeper
  /// The open questions.
  let questions: QuestionList
  /// The open conflicts.
  let conflicts: ConflictDesk

  /// Returns the report of a barrier, with the numbers of open questions, held paths and unrecorded entries.
  ///
  /// - Parameter writing: paths that a program is still writing.
  /// - Throws: `VerbError` if a saved file is not recorded: `.busy` while it is being written, `.failed` if it cannot
  ///   be read, `.question` if a person must decide first.
  func report(
    published: Bool?, recorded: Int, writing: [WorkspacePath]
  ) async throws(VerbError) -> SyncReport {
    try await readReturned(among: await keeper.report().problems)
    let state = await keeper.report()
    let left = zip(state.problems, await kinds(of: state.problems)).map { (problem: $0, kind: $1) }
    if let first = left.first(where: { $0.kind == .unread }) {
      throw VerbError(
        .failed, "\(first.problem.path) is not recorded: \(first.problem.message)",
        kept: "Everything else is recorded.",
        next: "'stet status' lists all such files; they are tried again by themselves.", path: first.problem.path)
    }
    // A path with a problem waits too: its problem is the reason.
    try requireClosed(writing)
    let open = questions.open
    if let stop = open.first(where: { $0.id == QuestionSubject.filesGone(0, of: 0).id }), stop.answered == nil {
      throw VerbError(
        .question, "The deletions are not recorded: \(stop.seen).", kept: "Everything else is recorded.",
        next: "See 'stet questions'.")
    }
    var report = SyncReport(tip: await keeper.tip, published: published, recorded: recorded)
    report.held = state.held.count
    report.left = left.count { $0.kind == .left }
    report.questions = try await open.count + conflicts.open().list.count
    return report
  }

  /// Reads the folders that are listed as foreign and are not foreign any more: a scan of the folder above withdraws the
  /// problem. The watcher looks again, because no event shows the end of a mount.
  ///
  /// - Throws: `VerbError`, `.busy` if that recorded files: branch and remote are not at the tip then.
  private func readReturned(among problems: [ProblemReport]) async throws(VerbError) {
    let reasons = [FolderBoundary.repository, .mount].map(\.description)
    let foreign = problems.filter { problem in reasons.contains { problem.message.hasPrefix($0) } }
    let returned = zip(foreign, await kinds(of: foreign)).filter { $0.1 == .unread }.map { $0.0 }
    guard let first = returned.first else { return }
    let parents = returned.map { (try? WorkspacePath($0.path))?.parent }
    await keeper.run { keeper in
      if parents.contains(nil) { keeper.folder.scans.addAll() }
      keeper.folder.scans.add(parents.compactMap { $0 })
      keeper.links.watcher?.lookAgain()
    }
    let (count, open) = try await keeper.recordSettled()
    try requireClosed(open)
    guard count > 0 else { return }
    throw VerbError(
      .busy, "\(first.path) was not recorded until now, because it was another repository or file system.",
      kept: "Everything is recorded.", next: "Ask again in a moment; branch and remote follow by themselves.",
      path: first.path)
  }

  /// Returns the reason for each problem; on a thread, because the paths are read on the disk.
  private func kinds(of problems: [ProblemReport]) async -> [UnrecordedPath] {
    guard !problems.isEmpty else { return [] }
    return await onThread("stet.barrier") { [root] in
      problems.map { UnrecordedPath(root: root, path: $0.path) }
    }
  }

  private func requireClosed(_ open: [WorkspacePath]) throws(VerbError) {
    guard let first = open.first else { return }
    let names = open.count == 1 ? first.string : "\(first.string) and \(open.count - 1) more"
    throw VerbError(
      .busy, "A program is still writing \(names), or it is large and still being read, so it is not recorded yet.",
      kept: "Everything else is recorded and exchanged.",
      next: "Close it where it is open, or ask again in a moment; it is recorded by itself then.",
      path: first.string)
  }
}

/// The reason why the path of a problem is not recorded.
enum UnrecordedPath: Hashable {
  /// The path does not exist.
  case absent
  /// The entry cannot be recorded: another repository, a mounted folder, a folder below one, a socket, a pipe, a
  /// device, or a name that no tree may have.
  case left
  /// The entry should be recorded but could not be.
  case unread

  /// Reads the entry at the path.
  init(root: String, path: String) {
    var status = stat()
    if path.hasPrefix(".git/") {
      self = .absent
    } else if lstat(root + "/" + path, &status) != 0 {
      self = errno == ENOENT || errno == ENOTDIR ? .absent : .unread
    } else {
      switch status.st_mode & S_IFMT {
      case S_IFREG, S_IFLNK: self = (try? WorkspacePath(path)) == nil ? .left : .unread
      case S_IFDIR:
        guard let folder = try? WorkspacePath(path) else {
          self = .left
          return
        }
        self = (try? DiskTree(root: root))?.foreignFolder(on: folder) == nil ? .unread : .left
      default: self = .left
      }
    }
  }
}
