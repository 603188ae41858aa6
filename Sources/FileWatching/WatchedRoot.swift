import Glibc

/// The root of a watched tree.
struct WatchedRoot: ~Copyable {
  /// The delay between the last deletion in the root and the check of the root itself, in nanoseconds: `rm -r` deletes
  /// the root last, and no event reports that, because the watcher's descriptor keeps it.
  private static let checkDelay: Int64 = 100_000_000

  /// The open root; all other folders are opened below it.
  let folder: FolderDescriptor
  /// The root's mount; no other one is entered.
  let mount: UInt64?
  /// Whether the root is gone; final.
  private(set) var isGone = false
  /// The time of the next check whether the root itself was deleted.
  private(set) var nextCheck: Int64?
  /// Whether the root had a repository of its own.
  private let hadRepository: Bool

  /// Takes ownership of the open root.
  init(_ folder: consuming FolderDescriptor) {
    mount = folder.mount
    hadRepository = Self.repositoryNames.allSatisfy { Self.exists(".git/" + $0, below: folder.number) }
    self.folder = folder
  }

  /// The names in `.git` without which the repository is gone; if only one is missing, it is repaired.
  static let repositoryNames = ["HEAD", "objects"]

  private static func exists(_ path: String, below root: Int32) -> Bool {
    var status = stat()
    // Only these two errors prove that the name is missing.
    return fstatat(root, path, &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT && errno != ENOTDIR
  }

  /// Schedules a check after a deletion in the root or in its repository.
  mutating func noteDeletion(at now: Int64) { nextCheck = now + Self.checkDelay }

  /// Records that the root was deleted, moved or unmounted, or that another process can lock it.
  mutating func noteGone() { isGone = true }

  /// Checks whether the root was deleted if that is due.
  mutating func checkIfDue(at now: Int64) {
    if let nextCheck, nextCheck <= now { check() }
  }

  /// Checks whether the root was deleted, in which case no file in it was deleted by itself.
  ///
  /// A root whose repository is gone counts as deleted: a program that still writes there keeps `rm -r` from deleting the
  /// rest.
  mutating func check() {
    nextCheck = nil
    if folder.isRemoved { isGone = true }
    let number = folder.number
    if hadRepository, !Self.repositoryNames.contains(where: { Self.exists(".git/" + $0, below: number) }) {
      isGone = true
    }
  }
}
