package import GitObjects

/// Writes many objects directly into packs, without a loose file for each, for the first import of a large folder.
///
/// The added objects are written as one pack whenever they reach 20,000 objects or 64 MiB, on another thread. Memory is
/// bounded: a pack is full only after the one before is written, so that there are two. An object can be read from the
/// repository once it is in a pack, at the latest after `finish()`.
package final class PackImporter {
  private static let objectLimit = 20_000
  private static let byteLimit = 64 << 20

  private let repository: Repository
  private var body: PackBody?
  private var known: Set<ObjectID> = []
  private let queue = PackQueue()
  /// The objects of the pack that is being written.
  private var queued: Set<ObjectID> = []
  /// The first bytes of the ids of objects that may be loose, and the objects with a spare, when the import began.
  private let (loose, spares): (Set<UInt8>, Set<ObjectID>)
  /// Whether each object is looked up in full, because the repository borrows from others.
  private let borrows: Bool
  /// The number of packs written.
  package private(set) var packs = 0

  /// Creates an importer into a repository.
  package init(_ repository: Repository) {
    self.repository = repository
    let folders = repository.directory.names(in: "objects").filter { $0.utf8.count == 2 }
    loose = Set(folders.compactMap { UInt8($0, radix: 16) })
    spares = Set(repository.spares.ids)
    borrows = repository.directory.exists("objects/info/alternates")
  }

  /// Returns whether an object is stored, or was added. An object that another program stores meanwhile may be missed:
  /// it is then stored twice.
  ///
  /// At a first import hardly any object is loose, and this makes no system call.
  package func contains(_ id: ObjectID) -> Bool { isAdded(id) || isStored(id) }

  private func isAdded(_ id: ObjectID) -> Bool { known.contains(id) || queued.contains(id) }

  private func isStored(_ id: ObjectID) -> Bool {
    borrows || loose.contains(id.firstByte) || spares.contains(id)
      ? repository.contains(id) : repository.isInOwnPack(id)
  }

  /// Adds an object and returns its id; an object that the repository contains costs only a lookup.
  ///
  /// - Throws: `.failed` if a full pack cannot be written.
  package func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = repository.id(of: kind, content)
    guard !isAdded(id) else { return id }
    if isStored(id) {
      try repository.write(kind, content, as: id)
      return id
    }
    if body == nil { body = try PackBody() }
    try body?.add(kind, content, id: id)
    try noteAdded(id)
    return id
  }

  /// Adds a blob that other threads compressed; not to be called for one that `contains` returns.
  ///
  /// - Throws: `.failed` if a full pack cannot be written.
  package func add(_ blob: PackableBlob) throws(ObjectStoreError) {
    if body == nil { body = try PackBody() }
    try body?.add(blob)
    try noteAdded(blob.id)
  }

  private func noteAdded(_ id: ObjectID) throws(ObjectStoreError) {
    known.insert(id)
    if known.count >= Self.objectLimit || (body?.size ?? 0) >= Self.byteLimit { try flush() }
  }

  /// Writes the remaining objects; afterwards all added objects are durable.
  ///
  /// - Throws: `.failed` if the pack cannot be written.
  package func finish() throws(ObjectStoreError) {
    try flush()
    try settle()
  }

  /// Lets git collect the packs like others: references name their objects, or nothing needs them.
  package func release() {
    // Nobody needs the packs of a failed import.
    try? queue.wait()
    for keep in queue.keeps { repository.directory.remove(keep) }
  }

  private func flush() throws(ObjectStoreError) {
    guard let body = body.take() else { return }
    try settle()
    queue.install(body.finish(), by: try PackStage(in: repository))
    packs += 1
    (queued, known) = (known, [])
  }

  /// Waits for the pack that is being written.
  private func settle() throws(ObjectStoreError) {
    try queue.wait()
    guard !queued.isEmpty else { return }
    try repository.refresh()
    queued = []
  }
}
