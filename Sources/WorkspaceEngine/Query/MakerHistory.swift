internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import WorkspaceAPI

/// The programs that made the commits of the whole history.
struct MakerHistory {
  /// Runs git.
  let git: GitReader
  /// The recorder, which stores them.
  let keeper: FolderKeeper

  /// Reads from the whole history which program made each commit, for the recorder; once for a folder.
  ///
  /// - Throws: `VerbError` if git cannot read the history, for example because a commit is lost, or the recorder cannot
  ///   record the result. The next call tries again.
  func learn() async throws(VerbError) {
    guard !keeper.commitMakers.knowsUnsealed, let tip = await keeper.tip else { return }
    let scope = ["--format=%H", "--fixed-strings", tip.hex, "--"]
    do throws(VerbError) {
      let telling = try await commits(["--grep=Stet-Foreign: ", "--grep=Stet-Unsealed: "] + scope)
      let recorded = try await commits(["--grep=Stet-Actor: "] + scope)
      await keeper.run { $0.records.makers.learnMakers(telling: telling, oldest: recorded.last, at: tip) }
    } catch {
      throw Self.failure("git cannot read the whole history (\(error.what))", next: "'stet doctor' repairs what it can")
    }
    guard keeper.commitMakers.knowsUnsealed else {
      throw Self.failure("the makers of earlier commits cannot be recorded", next: "'stet status' shows the reason")
    }
  }

  /// Makes the error in one sentence, as the status of the remote shows it.
  private static func failure(_ what: String, next: String) -> VerbError {
    VerbError(
      .failed,
      "\(what), so nothing is published yet; what is recorded here is kept, and Stet retries by itself; \(next)")
  }

  private func commits(_ arguments: [String]) async throws(VerbError) -> [ObjectID] {
    try await git.run(["log"] + arguments).split(separator: UInt8(ascii: "\n")).compactMap {
      ObjectID(hex: String(decoding: $0, as: UTF8.self))
    }
  }
}
