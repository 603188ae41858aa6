internal import Git
package import GitObjects
internal import Recording
internal import Secrets
internal import WorkTree
package import WorkspaceAPI

/// Holds versions that may not be published: secrets, and versions that the remote refuses.
///
/// Belongs to the executor of `FolderKeeper`.
package struct HeldFiles {
  let recorder: Recorder
  let repository: Repository
  let time: any TimeSource
  let questions: QuestionList
  let ruleBook: RuleBook
  let observations: Observations
  let frame: TurnFrame

  /// Allows the secrets that hold a file back, and records the file.
  ///
  /// - Parameter committed: the fingerprints of the secrets in git's commits at the path.
  /// - Throws: `VerbError`, `.notFound` if no secret holds the file back.
  package func allowSecrets(in path: WorkspacePath, committed: Set<String>) throws(VerbError) {
    let isHeld = holdsSecret(path)
    guard isHeld || !committed.isEmpty else {
      questions.withdraw(QuestionSubject.secret(at: path.string))
      throw VerbError(
        .notFound, "\(path.string) is not held for a secret in it.", kept: "Nothing was changed.",
        next: "'stet status' lists what is held.", path: path.string)
    }
    frame.observeGit()
    let before = recorder.tip
    do {
      try ruleBook.allowedSecrets.allow(committed)
      let content = try isHeld ? recorder.disk.bytesOnDisk(at: path) : nil
      if let content {
        try ruleBook.allowedSecrets.allow(ruleBook.secrets(in: content, at: path).map(\.fingerprint))
      }
      // An answer that could not be stored leaves the question open.
      questions.withdraw(QuestionSubject.secret(at: path.string))
      guard content != nil else { return }
      observations.note(try recorder.record([Observation(path: path)]), at: time.now().monotonic)
    } catch { throw VerbError(any: error) }
    frame.turnEnded(from: before)
  }

  /// Stores that the person keeps a file with a secret of its kind on this machine: no question about it is raised
  /// again.
  ///
  /// - Throws: `VerbError` if that cannot be stored.
  package func keepSecret(in path: WorkspacePath) throws(VerbError) {
    guard case .secret(let kind, _)? = recorder.held[path] else { return }
    do {
      try ruleBook.allowedSecrets.allow([AllowedSecrets.fingerprint(holding: path.string, kind: kind)])
    } catch { throw VerbError(any: error) }
  }

  /// Returns whether a file is held because of a secret.
  private func holdsSecret(_ path: WorkspacePath) -> Bool {
    if case .secret = recorder.held[path] { true } else { false }
  }

  /// Withdraws the questions about paths whose commits have no secret any more, unless the file itself is held because
  /// of one.
  package func withdrawSecrets(at paths: [String]) {
    for path in paths where (try? WorkspacePath(path)).map(holdsSecret) != true {
      questions.withdraw(QuestionSubject.secret(at: path))
    }
  }

  /// Returns the versions that may not be published, including those with the given secrets; their files are held at
  /// their next recording.
  package func notPublishable(_ secrets: Set<PathVersion>) -> Set<PathVersion> {
    recorder.holds.noteSecrets(secrets.compactMap(\.blob))
    return refused.union(secrets)
  }

  /// The versions that the remote is known to refuse.
  var refused: Set<PathVersion> { recorder.holds.refused.versions }

  /// Records versions that the remote refuses; their paths are reported when they are held.
  package func refuse(_ versions: [PathVersion: String]) { recorder.holds.refuse(versions) }

  /// Records again the paths that are held because the remote refused them.
  ///
  /// - Throws: `VerbError` if nothing can be recorded now.
  package func tryRefusedAgain() throws(VerbError) {
    frame.observeGit()
    let before = recorder.tip
    do throws(RecordError) {
      observations.note(try recorder.tryRefusedAgain(), at: time.now().monotonic)
    } catch { throw VerbError(error) }
    frame.turnEnded(from: before)
  }
}
