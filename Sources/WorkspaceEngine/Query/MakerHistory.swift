internal import GitObjects

/// The programs that made the commits of the whole history.
struct MakerHistory {
  /// Runs git.
  let git: GitReader
  /// The recorder, which stores them.
  let keeper: FolderKeeper

  /// Reads from the whole history which program made each commit, for the recorder; once for a folder.
  func learn() async {
    guard !keeper.commitMakers.knowsUnsealed, let tip = await keeper.tip else { return }
    let scope = ["--format=%H", "--fixed-strings", tip.hex, "--"]
    guard let telling = await commits(["--grep=Stet-Foreign: ", "--grep=Stet-Unsealed: "] + scope),
      let recorded = await commits(["--grep=Stet-Actor: "] + scope)
    else { return }
    await keeper.learnMakers(telling: telling, oldest: recorded.last, at: tip)
  }

  private func commits(_ arguments: [String]) async -> [ObjectID]? {
    guard let printed = try? await git.run(["log"] + arguments) else { return nil }
    return printed.split(separator: UInt8(ascii: "\n")).compactMap {
      ObjectID(hex: String(decoding: $0, as: UTF8.self))
    }
  }
}
