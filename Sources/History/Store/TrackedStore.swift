package import GitObjects

/// An object store that remembers what was written through it since the last checkpoint.
///
/// Lives on the recorder's executor, like the store it forwards to.
package final class TrackedStore: ObjectStore {
  private let store: any ObjectStore
  /// Objects written since the last checkpoint, in order, each once.
  package private(set) var recent: [ObjectID] = []
  private var known: Set<ObjectID> = []

  /// Forwards to a store.
  package init(_ store: any ObjectStore) {
    self.store = store
  }

  /// Forgets what was written: it is durable now.
  package func forgetRecent() {
    recent = []
    known = []
  }

  /// Forgets these: they are durable now.
  package func forgetRecent(_ ids: [ObjectID]) {
    known.subtract(ids)
    recent.removeAll { !known.contains($0) }
  }

  /// The object's kind and content.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    try store.read(id)
  }

  /// The object's kind and size.
  package func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    try store.header(of: id)
  }

  /// Hands a blob over in pieces.
  package func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws { try store.readBlob(id, take) }

  /// Whether the object is there.
  package func contains(_ id: ObjectID) -> Bool { store.contains(id) }

  /// Stores an object and remembers it.
  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = try store.write(kind, content)
    note(id)
    return id
  }

  /// Stores a blob that comes in pieces; it is durable at once and waits for no checkpoint.
  package func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    try store.writeBlob(size: size, pieces: pieces)
  }

  /// Remembers an object that came into the store by another way.
  package func note(_ id: ObjectID) {
    if known.insert(id).inserted { recent.append(id) }
  }

  /// The id that the object would have.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { store.id(of: kind, content) }

  /// The commit a reference names.
  package func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { try store.reference(name) }

  /// Moves a reference.
  package func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?
  ) throws(ObjectStoreError) {
    try store.setReference(name, to: id, expecting: expected)
  }

  /// All references below a prefix.
  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try store.references(withPrefix: prefix)
  }
}
