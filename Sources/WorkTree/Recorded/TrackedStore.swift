package import GitObjects

/// An object store that remembers the objects written through it since the last checkpoint, and can keep a turn's
/// objects in memory until the turn was answered (decision 37).
///
/// Lives on the recorder's executor, like the store to which it forwards.
package final class TrackedStore: ObjectStore {
  private let store: any ObjectStore
  /// Objects written since the last checkpoint, in order, each once.
  package private(set) var recent: [ObjectID] = []
  private var known: Set<ObjectID> = []
  /// Whether new objects and moves of references wait for `storePending` and `movePending`. Waiting objects can be
  /// read; references are read from the store.
  package var isDeferring = false
  private var pending: [(id: ObjectID, kind: ObjectKind, content: [UInt8])] = []
  private var places: [ObjectID: Int] = [:]
  /// The trees that were written last: others' changes are read from them.
  private var trees = RecentCache<ObjectID, [UInt8]>(limit: 8 << 20)
  private var moves: [(name: String, id: ObjectID?, expected: ObjectID?)] = []

  /// Forwards to a store.
  package init(_ store: any ObjectStore) {
    self.store = store
  }

  /// Forgets the recent objects: they are durable now.
  package func forgetRecent() {
    recent = []
    known = []
  }

  /// Forgets these objects: they are durable now.
  package func forgetRecent(_ ids: [ObjectID]) {
    known.subtract(ids)
    recent.removeAll { !known.contains($0) }
  }

  /// Writes the waiting objects, in their order.
  package func storePending() throws(ObjectStoreError) {
    for object in pending {
      try store.write(object.kind, object.content, as: object.id)
      note(object.id)
    }
    (pending, places) = ([], [:])
  }

  /// Moves the waiting references; their objects are stored.
  package func movePending() throws(ObjectStoreError) {
    for move in moves { try store.setReference(move.name, to: move.id, expecting: move.expected) }
    moves = []
  }

  /// Drops waiting objects and moves.
  package func dropPending() {
    (pending, places, moves) = ([], [:], [])
    trees = RecentCache(limit: 8 << 20)
  }

  private func waiting(_ id: ObjectID) -> (kind: ObjectKind, content: [UInt8])? {
    places[id].map { (pending[$0].kind, pending[$0].content) }
  }

  /// Returns the object's kind and content.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    if let object = waiting(id) { return object }
    if let tree = trees.value(for: id) { return (.tree, tree) }
    return try store.read(id)
  }

  /// Returns the object's kind and size.
  package func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    if let object = waiting(id) { return (object.kind, Int64(object.content.count)) }
    return try store.header(of: id)
  }

  /// Passes a blob in pieces.
  package func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws {
    if let object = waiting(id), object.kind == .blob { return try take(object.content) }
    try store.readBlob(id, take)
  }

  /// Returns whether the object exists.
  package func contains(_ id: ObjectID) -> Bool { places[id] != nil || store.contains(id) }

  /// Stores an object and remembers it, or keeps it for `storePending`.
  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = store.id(of: kind, content)
    if kind == .tree { trees.put(content, for: id, cost: content.count) }
    if !isDeferring {
      try store.write(kind, content, as: id)
      note(id)
    } else if places[id] == nil {
      places[id] = pending.count
      pending.append((id, kind, content))
    }
    return id
  }

  /// Stores a blob given in pieces; it is durable at once and needs no checkpoint.
  package func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    try store.writeBlob(size: size, pieces: pieces)
  }

  /// Flushes objects to the device, also those written through this store: another program may have stored them before,
  /// and then no journal has them.
  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) { try store.synchronize(ids) }

  /// The greatest size in bytes of an object that is read only to be stored again.
  private static let mostRead: Int64 = 16 << 20

  /// Returns whether an object exists permanently, so that a commit that names it need not include its content.
  ///
  /// An object stored by `git add`, or by an abandoned merge, is flushed first, and is packed with the written ones: a
  /// running `git gc` may delete objects that nothing named when it began.
  ///
  /// - Throws: `.failed` if the device refuses.
  package func keeps(_ id: ObjectID) throws(ObjectStoreError) -> Bool {
    if places[id] != nil { return true }
    guard store.contains(id) else { return false }
    try store.synchronize([id])
    if try store.header(of: id).size <= Self.mostRead {
      let object = try store.read(id)
      try store.write(object.kind, object.content, as: id)
      note(id)
    }
    return true
  }

  /// Remembers an object that was stored in another way.
  package func note(_ id: ObjectID) {
    if known.insert(id).inserted { recent.append(id) }
  }

  /// Returns the id that the object would have.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { store.id(of: kind, content) }

  /// Returns the commit that a reference names.
  package func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { try store.reference(name) }

  /// Moves a reference, or keeps the move for `movePending`.
  package func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?
  ) throws(ObjectStoreError) {
    guard !isDeferring else { return moves.append((name, id, expected)) }
    try store.setReference(name, to: id, expecting: expected)
  }

  /// Returns all references below a prefix.
  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try store.references(withPrefix: prefix)
  }
}
