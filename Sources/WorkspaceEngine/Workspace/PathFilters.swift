internal import GitObjects
internal import GitProcess
internal import Synchronization
internal import WorkspaceAPI

/// The filters of changed paths in git's commit graph, with which git reads the history of one path without comparing
/// the trees of all other commits.
///
/// Derived from the commits: git works without them, and deleting `.git/objects/info/commit-graphs` changes no answer.
/// Only commits are listed that no replay replaces, since `git fsck` reports a listed commit that was pruned. Written by
/// stock git as a child process while the keeper is idle.
final class PathFilters: Sendable {
  /// The number of new commits from which on they are added: git reads that many without filters in no time.
  static let batch = 256

  private struct State {
    var listed: ObjectID?
    var isRunning = false
  }

  private let git: GitReader
  private let state = Mutex(State())

  /// Makes the upkeep of a repository; nothing is read yet.
  init(git: GitReader) {
    self.git = git
  }

  /// Adds the commits up to one, if there are many that are not listed yet.
  ///
  /// - Throws: `VerbError` with git's message; the commit graph stays as it was then.
  func add(upTo commit: ObjectID) async throws(VerbError) {
    let known = state.withLock { state -> ObjectID?? in
      guard !state.isRunning, state.listed != commit else { return nil }
      state.isRunning = true
      return state.listed
    }
    guard let known else { return }
    var listed = known
    defer {
      state.withLock { state in
        (state.listed, state.isRunning) = (listed, false)
      }
    }
    guard try await isMany(commit, since: known) else { return }
    try await git.run(
      ["commit-graph", "write", "--stdin-commits", "--changed-paths", "--split", "--no-progress"],
      input: [Array("\(commit.hex)\n".utf8)]
    ) { _ in }
    listed = commit
  }

  /// Returns whether a commit has many ancestors that another one does not have.
  private func isMany(_ commit: ObjectID, since known: ObjectID?) async throws(VerbError) -> Bool {
    let printed = try await git.run(
      ["rev-list", "--count", "--max-count=\(Self.batch)", commit.hex] + [known].compactMap { $0.map { "^\($0.hex)" } })
    return Int(String(decoding: printed, as: UTF8.self).prefix { $0.isNumber }) ?? 0 >= Self.batch
  }
}
