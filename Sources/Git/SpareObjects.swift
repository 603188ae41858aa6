internal import GitObjects
internal import Glibc

/// Second names of loose objects that no pack has yet, where `git prune` does not look (decision 67).
///
/// `git gc --prune=now` deletes each loose object that no reference named when it began: also one that a reference names
/// by then. A spare keeps the file, and the object gets its name in `objects` again.
struct SpareObjects {
  /// Their folder, below `.git`; each is named by its id.
  private static let folder = "stet/spares"
  /// How often a name is tried whose directory `git prune` removes meanwhile, since it is empty.
  static let attempts = 10

  /// The repository's files.
  let directory: GitDirectory

  /// The objects that have a spare, in no order.
  var ids: [ObjectID] { directory.names(in: Self.folder).compactMap { ObjectID(hex: $0) } }

  private func name(_ id: ObjectID) -> String { Self.folder + "/" + id.hex }

  /// Gives an object's file a second name; false where the file is gone.
  ///
  /// A file system that has no links has no spares either: the journal alone has the object until it is packed.
  ///
  /// - Parameter replaces: whether a spare that is there already may be damaged and gives way.
  func add(_ id: ObjectID, file: String, replaces: Bool) -> Bool {
    let spare = directory.path(name(id))
    for _ in 0..<Self.attempts {
      if Glibc.link(directory.path(file), spare) == 0 { return true }
      switch errno {
      case EEXIST where replaces: unlink(spare)
      case ENOENT:
        guard directory.exists(file), (try? directory.makeParents(of: name(id))) != nil else {
          return directory.exists(file)
        }
      default: return true
      }
    }
    return true
  }

  /// Keeps a file of its own for an object that only a pack has: `git gc` deletes packs too.
  func add(_ id: ObjectID, content: @autoclosure () throws(ObjectStoreError) -> [UInt8]) {
    guard !directory.exists(name(id)) else { return }
    // Without room for it the pack has to do.
    _ = try? directory.create(name(id), content(), mode: 0o444)
  }

  /// Gives an object its name in `objects` again; false where it has no spare.
  func restore(_ id: ObjectID) -> Bool {
    let loose = LooseObject.name(of: id)
    for _ in 0..<Self.attempts {
      if Glibc.link(directory.path(name(id)), directory.path(loose)) == 0 || errno == EEXIST { return true }
      guard errno == ENOENT, directory.exists(name(id)) else { return false }
      try? directory.makeParents(of: loose)
    }
    return false
  }

  /// Deletes the spare of an object, if it has one.
  func remove(_ id: ObjectID) { directory.remove(name(id)) }

  /// Since when an object has its spare, in seconds since 1970; nil where it has none.
  func since(_ id: ObjectID) -> Int64? { directory.status(name(id)).map { Int64($0.st_ctim.tv_sec) } }

  /// Contents of more bytes than this were flushed when they got their spare, and are not read.
  private static let readWhole = 16 << 20

  /// Deletes the spare of an object if it is empty, cut short or changed, as a power cut leaves it.
  func removeIfDamaged(_ id: ObjectID) {
    let start = try? directory.read(name(id), atMost: LooseObject.headerBytes)
    if let header = start.flatMap({ LooseObject.header(of: $0) }) {
      // A small file may be much in memory.
      if header.size > Self.readWhole { return }
      if let file = try? directory.read(name(id)), let object = LooseObject.parse(file),
        object.content.withUnsafeBytes({ LibGit2.id(of: object.kind, $0) }) == id
      {
        return
      }
    }
    remove(id)
  }
}
