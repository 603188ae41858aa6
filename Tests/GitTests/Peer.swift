import Git
import GitObjects
import Glibc
import TestSupport

/// A folder with a repository, whose files and commits a test moves together as the recorder does.
final class Peer {
  let folder: TemporaryFolder
  let repository: Repository
  let follower: BranchFollower
  var tip: ObjectID?

  /// Makes the folder and its repository.
  init() throws {
    folder = TemporaryFolder()
    try NewRepository.create(root: folder.path, branch: "main")
    repository = try Repository(root: folder.path)
    follower = BranchFollower(repository)
  }

  /// Writes files (nil: removes) and commits them on top of the tip, without moving anything.
  func commit(_ files: [String: String?], onDisk: Bool = true) throws -> ObjectID {
    var edits: [TreeEdit] = []
    for (path, text) in files {
      if onDisk { try folder.run(["rm", "-rf", "--", folder.path + "/" + path]) }
      if let text {
        if onDisk { try folder.write(path, text) }
        edits.append(.set(path: path, mode: .file, id: try repository.write(.blob, Array(text.utf8))))
      } else {
        edits.append(.remove(path: path))
      }
    }
    edits.sort { first, _ in if case .remove = first { true } else { false } }
    let base = try tip.map { try repository.commit($0).tree }
    let tree = try TreeEditor(store: repository).apply(edits, to: base)
    let by = Signature(name: "Ann", email: "ann@example.org", seconds: 1_700_000_000)
    return try repository.write(
      Commit(tree: tree, parents: tip.map { [$0] } ?? [], author: by, committer: by, message: "Edit\n"))
  }

  /// Commits files and lets branch and index follow.
  func record(_ files: [String: String?]) throws {
    let new = try commit(files)
    try follower.follow(branch: "main", from: tip, to: new) { self.stat(of: $0) }
    tip = new
  }

  /// The stat of a file now.
  func stat(of path: String) -> IndexStat? {
    var status = Glibc.stat()
    guard lstat(folder.path + "/" + path, &status) == 0 else { return nil }
    return IndexStat(
      changed: (Int64(status.st_ctim.tv_sec), UInt32(status.st_ctim.tv_nsec)),
      modified: (Int64(status.st_mtim.tv_sec), UInt32(status.st_mtim.tv_nsec)), device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino), user: status.st_uid, group: status.st_gid, size: Int64(status.st_size))
  }

  /// Returns the changes that stock git reports.
  func status() throws -> String { try folder.git("status", "--porcelain") }
}
