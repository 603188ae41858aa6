internal import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import History

/// Files that are held for a secret in them.
extension WriteQueue {
  /// Allows what holds a file back, and records the file.
  ///
  /// - Parameter committed: the secrets in commits of git's with the file, by fingerprint.
  /// - Throws: `VerbError`, `.notFound` where nothing is held for a secret in the file.
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
      guard isHeld, let content = try recorder.bytesOnDisk(at: path) else { return }
      try ruleBook.allowedSecrets.allow(ruleBook.secrets(in: content, at: path).map(\.fingerprint))
      note(try recorder.record([Observation(path: path)]), at: time.now().monotonic)
    } catch let error as FileError {
      throw VerbError(error, root: repository.root)
    } catch let error as RecordError {
      throw VerbError(error)
    } catch { throw VerbError(.failed, "\(error)") }
    turnEnded(from: before)
  }

  /// Whether a file is held for a secret in it.
  private func holdsSecret(_ path: WorkspacePath) -> Bool {
    if case .secret = recorder.held[path] { true } else { false }
  }

  /// Asks no more about paths whose commits hold no secret any more; what is held for one in the file stays asked about.
  func withdrawSecrets(at paths: [String]) {
    for path in paths where (try? WorkspacePath(path)).map(holdsSecret) != true {
      questions.withdraw(QuestionSubject.secret(at: path))
    }
  }

  /// What of the commits that git made may not be published for a secret in it; its file is held when it is looked at.
  func notPublishable(_ secrets: Set<PathVersion>) -> Set<PathVersion> {
    recorder.noteSecrets(secrets.compactMap(\.blob))
    return refused.union(secrets)
  }

  /// Asks about files that came to be held for a secret, and no more about those that are not.
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
