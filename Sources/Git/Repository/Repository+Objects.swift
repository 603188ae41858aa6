internal import CGit2
package import GitObjects
internal import Glibc

extension Repository {
  /// The size up to which content is stored uncompressed: it takes one disk block in any case.
  private static let storedBytes = 4_000
  /// The size from which a tree is stored uncompressed: compressing wide directories is most of a save's cost (review
  /// C3).
  private static let wideTreeBytes = 8 * 1024

  /// Returns the object's kind and content.
  ///
  /// A missing object is looked up again among packs that other programs may have written meanwhile.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    try found(id, readOnce)
  }

  /// Reads an object; if that fails, again with packs written meanwhile, and once more with its spare.
  private func found<Value>(
    _ id: ObjectID, _ read: (ObjectID) throws(ObjectStoreError) -> Value
  ) throws(ObjectStoreError) -> Value {
    do { return try read(id) } catch { try refresh() }
    do { return try read(id) } catch {
      guard spares.restore(id) else { throw error }
      return try read(id)
    }
  }

  private func readOnce(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    if let object = try readLoose(id) { return object }
    var oid = id.oid
    var object: OpaquePointer?
    let status = git_odb_read(&object, database, &oid)
    guard status == 0, let object else {
      let error = GitError.last(status, "reading")
      guard status == GIT_ENOTFOUND.rawValue else { throw .damaged(id, error.description) }
      if directory.exists(LooseObject.name(of: id)) { throw .damaged(id, "its file is empty, truncated or changed") }
      throw .missing(id)
    }
    defer { git_odb_object_free(object) }
    guard let kind = ObjectKind(git_odb_object_type(object)) else { throw .damaged(id, "it has an unknown kind") }
    let bytes = UnsafeRawBufferPointer(start: git_odb_object_data(object), count: git_odb_object_size(object))
    return (kind, Array(bytes))
  }

  /// Returns the object's kind and size; reads only the beginning of a compressed object.
  package func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    try found(id, headerOnce)
  }

  private func headerOnce(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    var oid = id.oid
    var size = 0
    var kind = GIT_OBJECT_INVALID
    let status = git_odb_read_header(&size, &kind, database, &oid)
    guard status == 0 else {
      let error = GitError.last(status, "reading")
      guard status == GIT_ENOTFOUND.rawValue else { throw .damaged(id, error.description) }
      if directory.exists(LooseObject.name(of: id)) { throw .damaged(id, "its file is empty, truncated or changed") }
      throw .missing(id)
    }
    guard let known = ObjectKind(kind) else { throw .damaged(id, "it has an unknown kind") }
    return (known, Int64(size))
  }

  /// The size above which files and contents are not read only to check them.
  private static let readWhole: Int64 = 64_000_000

  /// Returns whether a loose object is so large that only its header is checked: its writer synced it before renaming
  /// it.
  func isLargeLoose(_ id: ObjectID) -> Bool {
    let name = LooseObject.name(of: id)
    guard let status = directory.status(name) else { return false }
    if Int64(status.st_size) > Self.readWhole { return true }
    // A small file may be large in memory.
    guard status.st_size > Self.readWhole / 1_040,
      let start = try? directory.read(name, atMost: LooseObject.headerBytes)
    else { return false }
    return LooseObject.header(of: start).map { Int64($0.size) > Self.readWhole } ?? false
  }

  /// Returns a loose object of this repository; nil if there is none with a matching hash.
  func readLoose(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8])? {
    guard let file = try directory.read(LooseObject.name(of: id)), let object = LooseObject.parse(file),
      self.id(of: object.kind, object.content) == id
    else { return nil }
    return object
  }

  /// Returns whether the object exists and can be read; an empty or damaged file counts as missing (F4).
  package func contains(_ id: ObjectID) -> Bool {
    (try? refreshIfPacksChanged()) != nil && (isStored(id) || spares.restore(id) && isStored(id))
  }

  private func isStored(_ id: ObjectID) -> Bool {
    if directory.exists(LooseObject.name(of: id)) {
      if isLargeLoose(id) { return true }
      // Reading checks the hash: a file truncated by a power cut is found here, not at the next clone.
      return (try? readOnce(id)) != nil
    }
    return isPacked(id)
  }

  /// Returns whether an object is in a pack, or in a repository from which this one borrows; for an object that is not
  /// loose.
  func isPacked(_ id: ObjectID) -> Bool {
    var oid = id.oid
    return git_odb_exists_ext(database, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
  }

  /// Stores an object.
  ///
  /// An object that exists already gets a spare as well, because a concurrent `git prune` may be about to delete it. An
  /// empty or damaged file of that name is deleted first, so that success means that the content is stored (F4).
  ///
  /// - Throws: `.failed` if the disk fails.
  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = id(of: kind, content)
    try write(kind, content, as: id)
    return id
  }

  /// Stores an object whose id is known.
  package func write(_ kind: ObjectKind, _ content: [UInt8], as id: ObjectID) throws(ObjectStoreError) {
    try refreshIfPacksChanged()
    let name = LooseObject.name(of: id)
    if directory.exists(name) {
      if isStored(id), spares.add(id, file: name, replaces: false) { return }
      directory.remove(name)
    }
    // A pack whose index lists the object may be damaged there: success must mean that it can be read.
    if isPacked(id), (try? readOnce(id)) != nil {
      spares.add(id, content: try Self.file(kind, content))
      return
    }
    try writeFile(Self.file(kind, content), of: id)
  }

  private static func file(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> [UInt8] {
    let isStored = content.count <= storedBytes || (kind == .tree && content.count > wideTreeBytes)
    return isStored ? LooseObject.stored(kind, content) : try LooseObject.deflated(kind, content)
  }

  /// Replaces a loose object's file by a new, synced file of the same content.
  ///
  /// - Throws: `.missing` and `.damaged` if there is no undamaged file; `.failed` if the device fails.
  func rewriteLoose(_ id: ObjectID) throws(ObjectStoreError) {
    guard let file = try directory.read(LooseObject.name(of: id)) else { throw .missing(id) }
    guard try readLoose(id) != nil else { throw .damaged(id, "its file is empty, truncated or changed") }
    try writeFile(file, of: id, isDurable: true)
  }

  private func writeFile(
    _ bytes: [UInt8], of id: ObjectID, isDurable: Bool = false
  ) throws(ObjectStoreError) {
    let name = LooseObject.name(of: id)
    for _ in 0..<SpareObjects.attempts {
      // In the object's own directory: ext4 places a file near its directory, and searches long beside thousands of
      // others (200 µs against 26, measured). git cleans up such names.
      let temporary = temporaryName(name.prefix(11) + "tmp_obj_")
      guard try directory.create(temporary, bytes, mode: 0o444, sync: isDurable) else {
        throw .failed("\(directory.path(temporary)) exists already")
      }
      // `git prune` may take it for a leftover of an ended program.
      guard spares.add(id, file: temporary, replaces: true) else { continue }
      if Glibc.rename(directory.path(temporary), directory.path(name)) == 0 { return }
      if errno == ENOENT, spares.restore(id) { return }
      let error = GitError.system("\(directory.path(temporary)) could not be renamed to \(name)")
      directory.remove(temporary)
      spares.remove(id)
      throw error
    }
    throw .failed("\(directory.path(name)) could not be created: another program deletes it")
  }

  /// Returns the id of an object.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    content.withUnsafeBytes { LibGit2.id(of: kind, $0) }
  }

  /// Returns the id of an object without a repository.
  package static func id(of kind: ObjectKind, _ content: UnsafeRawBufferPointer) -> ObjectID {
    LibGit2.id(of: kind, content)
  }
}
