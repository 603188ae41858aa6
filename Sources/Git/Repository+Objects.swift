internal import CGit2
package import GitObjects
internal import Glibc

extension Repository {
  /// Up to this size content is stored uncompressed: it takes a block of the disk in any case.
  private static let storedBytes = 4_000
  /// Above this size a tree is stored uncompressed: compressing wide directories is most of a save (review C3).
  private static let wideTreeBytes = 8 * 1024

  /// The object's kind and content.
  ///
  /// An object that is not found is looked for again with the packs that others may have written meanwhile.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    try found(id, readOnce)
  }

  /// Reads an object again with the packs that others may have written meanwhile, and once more with its spare.
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
      if directory.exists(LooseObject.name(of: id)) { throw .damaged(id, "its file is empty, cut short or changed") }
      throw .missing(id)
    }
    defer { git_odb_object_free(object) }
    guard let kind = ObjectKind(git_odb_object_type(object)) else { throw .damaged(id, "of an unknown kind") }
    let bytes = UnsafeRawBufferPointer(start: git_odb_object_data(object), count: git_odb_object_size(object))
    return (kind, Array(bytes))
  }

  /// The object's kind and size; of a compressed object only the beginning is read.
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
      if directory.exists(LooseObject.name(of: id)) { throw .damaged(id, "its file is empty, cut short or changed") }
      throw .missing(id)
    }
    guard let known = ObjectKind(kind) else { throw .damaged(id, "of an unknown kind") }
    return (known, Int64(size))
  }

  /// Files and contents of more bytes than this are not read whole only to see whether they are.
  private static let readWhole: Int64 = 64_000_000

  /// Whether a loose object's file is so large that its beginning has to do: what wrote it had synced it before it got
  /// its name.
  func isLargeLoose(_ id: ObjectID) -> Bool {
    let name = LooseObject.name(of: id)
    guard let status = directory.status(name) else { return false }
    if Int64(status.st_size) > Self.readWhole { return true }
    // Little on the disk may be much in memory.
    guard status.st_size > Self.readWhole / 1_040,
      let start = try? directory.read(name, atMost: LooseObject.headerBytes)
    else { return false }
    return LooseObject.header(of: start).map { Int64($0.size) > Self.readWhole } ?? false
  }

  /// A loose object of this repository; nil where there is none that is whole and has the right hash.
  func readLoose(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8])? {
    guard let file = try directory.read(LooseObject.name(of: id)), let object = LooseObject.parse(file),
      self.id(of: object.kind, object.content) == id
    else { return nil }
    return object
  }

  /// Whether the object is there and can be read; an empty or damaged file counts as not there (F4).
  package func contains(_ id: ObjectID) -> Bool {
    (try? refreshIfPacksChanged()) != nil && (isStored(id) || spares.restore(id) && isStored(id))
  }

  private func isStored(_ id: ObjectID) -> Bool {
    if directory.exists(LooseObject.name(of: id)) {
      if isLargeLoose(id) { return true }
      // Reading checks the hash: a file cut short by a power cut is found here, not at the next clone.
      return (try? readOnce(id)) != nil
    }
    return isPacked(id)
  }

  /// Whether an object is in a pack, or in a repository from which this one borrows; asked for one that is not loose.
  func isPacked(_ id: ObjectID) -> Bool {
    var oid = id.oid
    return git_odb_exists_ext(database, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
  }

  /// Stores an object.
  ///
  /// One that is there already gets a spare as well: it may be what a `git prune` that runs is about to delete.
  /// An empty or damaged file in its place is removed first, so that success means that the content is there (F4).
  ///
  /// - Throws: `.failed` where the disk refuses.
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
    // A pack whose index names the object may be damaged where it stands: success must mean that it can be read.
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

  /// Replaces the file of a loose object by a new one of the same content that is on the device.
  ///
  /// - Throws: `.missing` and `.damaged` where there is no whole one; `.failed` where the device refuses.
  func rewriteLoose(_ id: ObjectID) throws(ObjectStoreError) {
    guard let file = try directory.read(LooseObject.name(of: id)) else { throw .missing(id) }
    guard try readLoose(id) != nil else { throw .damaged(id, "its file is empty, cut short or changed") }
    try writeFile(file, of: id, isDurable: true)
  }

  private func writeFile(
    _ bytes: [UInt8], of id: ObjectID, isDurable: Bool = false
  ) throws(ObjectStoreError) {
    let name = LooseObject.name(of: id)
    for _ in 0..<SpareObjects.attempts {
      // In the object's own directory: ext4 finds a place for a file near its directory, and beside thousands of others
      // it looks for long (200 µs against 26, measured). git clears such names away.
      let temporary = temporaryName(name.prefix(11) + "tmp_obj_")
      guard try directory.create(temporary, bytes, mode: 0o444, sync: isDurable) else {
        throw .failed("\(directory.path(temporary)) is there already")
      }
      // `git prune` takes it for what a program that is gone left behind.
      guard spares.add(id, file: temporary, replaces: true) else { continue }
      if Glibc.rename(directory.path(temporary), directory.path(name)) == 0 { return }
      if errno == ENOENT, spares.restore(id) { return }
      let error = GitError.system("\(directory.path(temporary)) could not be renamed to \(name)")
      directory.remove(temporary)
      spares.remove(id)
      throw error
    }
    throw .failed("\(directory.path(name)) could not be made: another program deletes it")
  }

  /// The id that the object would have.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    content.withUnsafeBytes { LibGit2.id(of: kind, $0) }
  }

  /// The id that an object would have, without any repository.
  package static func id(of kind: ObjectKind, _ content: UnsafeRawBufferPointer) -> ObjectID {
    LibGit2.id(of: kind, content)
  }
}
