internal import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import History

/// Files that are held because of a secret.
extension FolderKeeper {
  /// Allows the secrets that hold a file back, and records the file.
  ///
  /// - Parameter committed: the fingerprints of the secrets in git's commits at the path.
  /// - Throws: `VerbError`, `.notFound` if no secret holds the file back.
  func allowSecrets(in path: WorkspacePath, committed: Set<String>) throws(VerbError) {
    let isHeld = holdsSecret(path)
    guard isHeld || !committed.isEmpty else {
      throw VerbError(
        .notFound, "\(path.string) is not held for a secret in it.", kept: "Nothing was changed.",
        next: "'stet status' lists what is held.", path: path.string)
    }
    observeGit()
    let before = recorder.tip
    do {
      try ruleBook.allowedSecrets.allow(committed)
      questions.withdraw(QuestionSubject.secret(at: path.string))
      guard isHeld, let content = try recorder.disk.bytesOnDisk(at: path) else { return }
      try ruleBook.allowedSecrets.allow(ruleBook.secrets(in: content, at: path).map(\.fingerprint))
      note(try recorder.record([Observation(path: path)]), at: time.now().monotonic)
    } catch let error as FileError {
      throw VerbError(error, root: repository.root)
    } catch let error as RecordError {
      throw VerbError(error)
    } catch { throw VerbError(.failed, "\(error)") }
    turnEnded(from: before)
  }

  /// Returns whether a file is held because of a secret.
  private func holdsSecret(_ path: WorkspacePath) -> Bool {
    if case .secret = recorder.held[path] { true } else { false }
  }

  /// Withdraws the questions about paths whose commits have no secret any more, unless the file itself is held because
  /// of one.
  func withdrawSecrets(at paths: [String]) {
    for path in paths where (try? WorkspacePath(path)).map(holdsSecret) != true {
      questions.withdraw(QuestionSubject.secret(at: path))
    }
  }

  /// Returns the versions that may not be published, including those with the given secrets; their files are held at
  /// their next recording.
  func notPublishable(_ secrets: Set<PathVersion>) -> Set<PathVersion> {
    recorder.holds.noteSecrets(secrets.compactMap(\.blob))
    return refused.union(secrets)
  }

  /// Asks about files that are newly held because of a secret, and withdraws the questions about those that are not
  /// held any more.
  func askAboutSecrets(_ old: [WorkspacePath: HeldReason], _ new: [WorkspacePath: HeldReason]) {
    for (path, reason) in new where old[path] != reason {
      if case .secret(let kind, let line) = reason { questions.raise(.secret(path.string, kind: kind, line: line)) }
    }
    for (path, reason) in old {
      guard case .secret = reason else { continue }
      if case .secret = new[path] { continue }
      questions.withdraw(QuestionSubject.secret(at: path.string))
    }
  }
}
