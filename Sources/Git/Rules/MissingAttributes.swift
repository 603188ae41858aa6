internal import CGit2
internal import GitObjects
internal import Glibc

/// The attribute files that were deleted from the work tree, in their versions from git's index: for instance while an
/// editor replaces one.
///
/// git reads an attribute file from the index only where the work tree has none. libgit2
/// (`GIT_ATTR_CHECK_FILE_THEN_INDEX`) adds the lines of the index's file to those of the work tree's: its index has the
/// missing files alone.
struct MissingAttributes {
  private let directory: GitDirectory
  /// The names of the files that were found in the work tree. Only they are looked up, because a lookup reads the index.
  private var found: Set<String> = []
  /// The files that the index has, with its stamp; those that it does not have are nil.
  private var read: (stamp: StatusStamp, ids: [String: ObjectID?])?
  /// The versions of the missing files.
  private(set) var ids: [String: ObjectID] = [:]
  /// Those that libgit2's index has; nil before it has an index.
  var shown: [String: ObjectID]?

  /// Looks files up in the index of a repository.
  init(directory: GitDirectory) { self.directory = directory }

  /// Notes that the work tree has a file.
  mutating func find(_ name: String) {
    found.insert(name)
    ids[name] = nil
  }

  /// Returns the version of a file that the work tree does not have; nil if the index does not have it either.
  mutating func id(of name: String) -> ObjectID? {
    guard found.contains(name) else { return nil }
    ids[name] = staged(name)
    if ids[name] == nil { found.remove(name) }
    return ids[name]
  }

  private mutating func staged(_ name: String) -> ObjectID? {
    guard let status = directory.status("index") else { return nil }
    let stamp = StatusStamp(status)
    if let read, read.stamp == stamp, let id = read.ids[name] { return id }
    let content = (try? directory.read("index")) ?? nil
    let id = content.flatMap { try? IndexFile($0, isTrusted: false) }?.staged(NameText.encode(name))?.id
    var ids = read?.stamp == stamp ? read?.ids ?? [:] : [:]
    ids[name] = .some(id)
    read = (stamp, ids)
    return id
  }
}

extension PathAttributes {
  /// Returns the content of a version of an attribute file; nil if it cannot be read.
  func content(_ id: ObjectID) -> [UInt8]? { try? repository.blob(id, ofAtMost: 1 << 20) }

  /// Gives libgit2 an index of the missing attribute files alone.
  ///
  /// It holds nothing else: attribute lookups would otherwise read git's index with all its entries.
  func showMissing() {
    let ids = repository.attributeFiles.missing.ids
    guard ids != repository.attributeFiles.missing.shown else { return }
    var index: OpaquePointer?
    guard git_index_new(&index) == 0 else { return }
    for (name, id) in ids {
      (NameText.encode(name) + [0]).withUnsafeBytes { bytes in
        var entry = git_index_entry()
        entry.mode = FileMode.file.rawValue
        entry.id = id.oid
        entry.path = bytes.bindMemory(to: CChar.self).baseAddress
        _ = git_index_add(index, &entry)
      }
    }
    git_repository_set_index(repository.handle, index)
    git_index_free(index)
    repository.attributeFiles.missing.shown = ids
  }
}
