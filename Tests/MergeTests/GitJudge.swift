import TestSupport
import Testing

/// A repository of stock git that merges trees.
final class GitJudge {
  /// The result of git's merge.
  struct Verdict: Hashable {
    /// The tree; with marks and copies in it where it is not clean.
    var tree: String
    var isClean: Bool
  }

  private let folder = TemporaryFolder()
  private var stream = ""

  init() throws { try git(["init", "-q", "--bare"]).mustSucceed() }

  private func git(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
    try Program.run(["git"] + arguments, in: folder.path, input: input, within: .seconds(600))
  }

  /// Makes a branch of files in the form that `TestStore.tree` reads; `store` has them too.
  func commit(_ files: [(path: String, text: String)], as branch: String, after parent: String?, _ store: TestStore) {
    stream += "commit refs/heads/\(branch)\ncommitter T <t@t> 1 +0000\ndata 0\n"
    if let parent { stream += "from refs/heads/\(parent)\n" }
    stream += "deleteall\n"
    for (path, content) in files {
      let mark = content.utf8.first
      if mark == UInt8(ascii: "@") {
        stream += "M 160000 \(store.id(of: .blob, Array(content.utf8))) \(path)\n"
        continue
      }
      let mode = mark == UInt8(ascii: ">") ? "120000" : mark == UInt8(ascii: "!") ? "100755" : "100644"
      let body = mode == "100644" ? content : String(content.dropFirst())
      stream += "M \(mode) inline \(path)\ndata \(body.utf8.count)\n\(body)\n"
    }
    stream += "\n"
  }

  /// Stores what was committed.
  func store() throws {
    try git(["fast-import", "--quiet"], input: Array(stream.utf8)).mustSucceed()
    stream = ""
  }

  /// Merges two branches, renames of folders followed and histories without a common ancestor allowed.
  func merge(_ ours: String, _ theirs: String) throws -> Verdict {
    let outcome = try git(
      ["-c", "merge.directoryRenames=true", "merge-tree", "--write-tree", "--allow-unrelated-histories", ours, theirs])
    let line = outcome.output.prefix { $0 != "\n" }
    try #require(line.utf8.count == 40)
    return Verdict(tree: String(line), isClean: outcome.status == 0)
  }
}
