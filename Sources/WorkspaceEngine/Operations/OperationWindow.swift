internal import GitObjects

/// The newest part of a history's operations, or all of them: whoever asks for one of them says when that is enough.
struct OperationWindow: Sendable {
  /// The operations.
  var list: OperationList
  /// How many commits git listed.
  let read: Int
  /// No commit that was not read is newer than this, in seconds since 1970; nil where all were read.
  private var horizon: Int64?

  /// Makes the window of commits as git listed them, newest first.
  ///
  /// - Parameters:
  ///   - listed: when those that git listed were recorded, also those that are no operation.
  ///   - asked: how many git was asked for; nil for all.
  init(_ commits: [OperationCommit], listed: [Int64], of asked: Int?, adoptions: [Adoption]) {
    read = listed.count
    if let asked, read >= asked {
      // A replay leaves commits their times, so the last one read may be older than the next.
      horizon = listed.suffix(max(1, listed.count / 4)).max()
    }
    let horizon = horizon
    list = OperationList(commits, adoptions: adoptions.filter { $0.seconds > horizon ?? .min })
  }

  /// Whether all was read.
  var isAll: Bool { horizon == nil }

  /// Whether all is known of what was done at a time, and of what takes it back: what an agent did begins no earlier
  /// than what was read.
  func isWhole(at seconds: Int64) -> Bool {
    guard let horizon else { return true }
    return list.knowsRanges && seconds > horizon + OperationList.pause
  }

  /// The newest operations that are known as a whole.
  var whole: [Operation] {
    guard !isAll else { return list.operations }
    return Array(list.operations.prefix { isWhole(at: $0.commits.last?.seconds ?? 0) })
  }
}
