import GitObjects

/// An object store that counts what is read from it.
final class CountingStore: ObjectStore {
  private let store: any ObjectStore
  private let note: (ObjectID) -> Void

  init(_ store: any ObjectStore, note: @escaping (ObjectID) -> Void) { (self.store, self.note) = (store, note) }

  func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    note(id)
    return try store.read(id)
  }

  func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    try store.header(of: id)
  }

  func contains(_ id: ObjectID) -> Bool { store.contains(id) }

  func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try store.write(kind, content)
  }

  func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    try store.writeBlob(size: size, pieces: pieces)
  }

  func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) { try store.synchronize(ids) }

  func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { store.id(of: kind, content) }

  func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { try store.reference(name) }

  func setReference(_ name: String, to id: ObjectID?, expecting expected: ObjectID?) throws(ObjectStoreError) {
    try store.setReference(name, to: id, expecting: expected)
  }

  func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try store.references(withPrefix: prefix)
  }
}
