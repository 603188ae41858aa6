internal import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import Glibc
internal import History

/// What a barrier must not pass over: whoever reads that it ended well relies on everything being recorded.
extension Workspace {
  /// The report of a barrier, with all that is open, held or left out.
  ///
  /// - Parameter writing: paths that a program is still writing.
  /// - Throws: `VerbError` where something that was saved is not recorded: `.busy` while it is written, `.failed` where
  ///   it cannot be read, `.question` where a person must decide first.
  func barrierReport(
    published: Bool?, recorded: Int, writing: [WorkspacePath]
  ) async throws(VerbError) -> SyncReport {
    try requireClosed(writing)
    let state = await queue.report()
    let left = state.problems.map { (problem: $0, kind: UnrecordedPath(root: settings.root, path: $0.path)) }
    if let first = left.first(where: { $0.kind == .unread }) {
      throw VerbError(
        .failed, "\(first.problem.path) is not recorded: \(first.problem.message)",
        kept: "Everything else is recorded.",
        next: "'stet status' lists all such files; they are tried again by themselves.", path: first.problem.path)
    }
    let open = questionList.open
    if let stop = open.first(where: { $0.id == QuestionSubject.filesGone(0, of: 0).id }), stop.answered == nil {
      throw VerbError(
        .question, "The deletions are not recorded: \(stop.seen).", kept: "Everything else is recorded.",
        next: "See 'stet questions'.")
    }
    var report = SyncReport(tip: await queue.tip, published: published, recorded: recorded)
    report.held = state.held.count
    report.left = left.count { $0.kind == .left }
    report.questions = try await open.count + openConflicts().list.count
    return report
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

/// Why a path that a problem is about is not recorded.
enum UnrecordedPath: Hashable {
  /// Nothing stands there.
  case absent
  /// It is nothing that can be recorded: another repository, a mounted folder, a socket, a pipe, a device, a name that
  /// no tree may have.
  case left
  /// It should be recorded and could not be.
  case unread

  /// Looks at what stands there.
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
        var home = stat()
        let isMounted = lstat(root, &home) == 0 && home.st_dev != status.st_dev
        let isRepository = lstat(root + "/" + path + "/.git", &home) == 0
        self = isMounted || isRepository || (try? WorkspacePath(path)) == nil ? .left : .unread
      default: self = .left
      }
    }
  }
}
