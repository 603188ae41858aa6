internal import FolderKeeping

/// The newest operations of a history, or all of them; the caller decides whether the window is large enough.
struct OperationWindow: Sendable {
  var list: OperationList
  /// The number of commits that git listed.
  let read: Int
  /// An upper bound for the times of commits that were not read, in seconds since 1970; nil if all were read.
  private var horizon: Int64?

  /// Makes the window from commits in git's order, newest first.
  ///
  /// - Parameters:
  ///   - listed: the committer's times of all listed commits, also of those outside operations.
  ///   - asked: the requested number of commits; nil for all.
  init(_ commits: [OperationCommit], listed: [Int64], of asked: Int?, adoptions: [Adoption]) {
    read = listed.count
    if let asked, read >= asked {
      // A replay keeps the times of commits, so the last commit read may be older than the next one.
      horizon = listed.suffix(max(1, listed.count / 4)).max()
    }
    let horizon = horizon
    list = OperationList(commits, adoptions: adoptions.filter { $0.seconds > horizon ?? .min })
  }

  /// Whether all commits were read.
  var isAll: Bool { horizon == nil }

  /// Returns whether the window has all commits of the operations at a time, and all undos of them: the run of an agent
  /// then begins inside the window.
  func isWhole(at seconds: Int64) -> Bool {
    guard let horizon else { return true }
    return list.knowsRanges && seconds > horizon + OperationList.pause
  }

  /// Returns whether the window has all operations since a time.
  func isPast(_ since: Int64?) -> Bool { since.map { isWhole(at: $0) } ?? false }

  /// The newest operations whose commits are all in the window.
  var whole: [Operation] {
    guard !isAll else { return list.operations }
    return Array(list.operations.prefix { isWhole(at: $0.commits.last?.seconds ?? 0) })
  }
}
