internal import FileSystem
package import GitObjects
internal import WorkTree

/// The large files to exchange, and those whose exchange git's index lacks.
package final class ExchangeLedger {
  private let disk: DiskView
  /// Large files that are placeholders and whose content may be here: it is to be placed.
  package internal(set) var toPlace: Set<WorkspacePath> = []
  /// Files that were exchanged without a commit since the last update of the index.
  package internal(set) var paths: Set<WorkspacePath> = []
  /// Whether the mark of it is known to exist: it is not searched for each of many files.
  private var isMarked = false

  /// Creates a ledger without files.
  init(of disk: DiskView) { self.disk = disk }

  /// Takes the paths whose content is here and waits to be placed.
  package func takeToPlace() -> [WorkspacePath] {
    defer { toPlace = [] }
    return toPlace.sorted()
  }

  /// Takes the files that were exchanged without a commit: git's index has the stat of the previous files.
  package func take() -> [WorkspacePath] {
    defer { paths = [] }
    return paths.sorted()
  }

  /// A file that exists while the index lacks some of the exchanges: after a kill it is unknown which.
  static let mark = FileLocation.store("exchanged")

  /// Records that the index is about to be outdated.
  func markOutdated() throws(FileError) {
    if isMarked { return }
    if try disk.tree.stamp(of: Self.mark) == nil {
      try disk.tree.create(Self.mark, bytes: [], permissions: 0o600, durable: false)
    }
    isMarked = true
  }

  /// Records that the index needs an update for a file: another file, or one with another stamp, will be there.
  func note(_ path: WorkspacePath) throws(FileError) {
    try markOutdated()
    paths.insert(path)
  }

  /// Notes that the index has the exchanges that were taken.
  package func noteIndexUpdated() {
    guard paths.isEmpty else { return }
    isMarked = false
    try? disk.tree.remove(Self.mark)
  }

  /// After a start: if the index lacks some of the exchanges, it needs an update for all large files.
  func recall() throws {
    guard disk.large != nil, try disk.tree.stamp(of: Self.mark) != nil else { return }
    paths = Set(try disk.largeEntries(under: nil).map(\.path))
    noteIndexUpdated()
  }

  /// Puts exchanges back that the index could not take.
  package func putBack(_ exchanged: [WorkspacePath]) { paths.formUnion(exchanged) }
}
