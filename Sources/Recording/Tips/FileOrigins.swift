package import GitObjects

/// The first and last authors of files, as far as history was searched: each search continues where the previous one
/// ended.
package struct FileOrigins: Sendable {
  /// The greatest number of files that are remembered.
  private static let most = 2_000
  /// The greatest number of files that are searched beside the turns.
  private static let mostWaiting = 50

  private var walks: [WorkspacePath: OriginWalk] = [:]
  /// Files whose history is searched beside the turns.
  private var waiting: [WorkspacePath] = []
  /// Whether a caller is searching them.
  private var isTaken = false

  /// Returns the search of a file's history so far; nil for none.
  subscript(path: WorkspacePath) -> OriginWalk? { walks[path] }

  /// Keeps the search of a file; if it has not reached its end, the file waits for the rest. Only the next read retries
  /// a search that is stuck.
  mutating func note(_ walk: OriginWalk, of path: WorkspacePath) {
    if walks[path] == nil, walks.count >= Self.most { walks = [:] }
    walks[path] = walk
    guard walk.canContinue, !waiting.contains(path), waiting.count < Self.mostWaiting else { return }
    waiting.append(path)
  }

  /// Gives the waiting files to the caller, which searches `next` until it is nil; returns false if none waits or
  /// another caller has them.
  package mutating func takeWaiting() -> Bool {
    guard !isTaken, !waiting.isEmpty else { return false }
    isTaken = true
    return true
  }

  /// The file that is searched now; nil for none.
  package var next: WorkspacePath? { waiting.first }

  /// Removes it from the list; after the last one another caller may take later files.
  package mutating func finishNext() {
    if !waiting.isEmpty { waiting.removeFirst() }
    if waiting.isEmpty { isTaken = false }
  }
}
