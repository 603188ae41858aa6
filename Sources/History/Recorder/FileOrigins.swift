package import GitObjects

/// The first and last authors of files, as far as history was searched: each look goes on where the one before ended.
package struct FileOrigins: Sendable {
  /// So many files are kept in mind.
  private static let most = 2_000
  /// So many files are looked for beside the turns.
  private static let mostWaiting = 50

  private var walks: [WorkspacePath: OriginWalk] = [:]
  /// Files whose history is looked through beside the turns.
  private var waiting: [WorkspacePath] = []
  /// Whether somebody looks through it.
  private var isTaken = false

  /// The look at a file's history so far; nil for none.
  subscript(path: WorkspacePath) -> OriginWalk? { walks[path] }

  /// Notes what is known of a file; where the look did not come to its end, the file waits for the rest of it. A
  /// look that is stuck is tried again by the next read only.
  mutating func note(_ walk: OriginWalk, of path: WorkspacePath) {
    if walks[path] == nil, walks.count >= Self.most { walks = [:] }
    walks[path] = walk
    guard !walk.isDone, !walk.isStuck, !waiting.contains(path), waiting.count < Self.mostWaiting else { return }
    waiting.append(path)
  }

  /// Gives the waiting files to the caller, who looks at `next` until it is nil; false where none waits or another caller
  /// has them.
  package mutating func takeWaiting() -> Bool {
    guard !isTaken, !waiting.isEmpty else { return false }
    isTaken = true
    return true
  }

  /// The file that is looked for now; nil for none.
  package var next: WorkspacePath? { waiting.first }

  /// Takes it off the list; after the last one the files of a later look are anybody's to take.
  package mutating func finishNext() {
    if !waiting.isEmpty { waiting.removeFirst() }
    if waiting.isEmpty { isTaken = false }
  }
}
