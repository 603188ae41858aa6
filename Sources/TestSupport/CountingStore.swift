package import GitObjects

/// An object store that reports which objects are read from it.
package final class CountingStore: ObjectStore {
  private let store: any ObjectStore
  private let note: (ObjectID) -> Void

  /// Creates a store that forwards to another one.
  ///
  /// - Parameter note: called with the id of each object that is read.
  package init(_ store: any ObjectStore, note: @escaping (ObjectID) -> Void) { (self.store, self.note) = (store, note) }

  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    note(id)
    return try store.read(id)
  }

  package func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    try store.header(of: id)
  }

  package func contains(_ id: ObjectID) -> Bool { store.contains(id) }

  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try store.write(kind, content)
  }

  package func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    try store.writeBlob(size: size, pieces: pieces)
  }

  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) { try store.synchronize(ids) }

  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { store.id(of: kind, content) }

  package func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { try store.reference(name) }

  package func setReference(_ name: String, to id: ObjectID?, expecting expected: ObjectID?) throws(ObjectStoreError) {
    try store.setReference(name, to: id, expecting: expected)
  }

  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try store.references(withPrefix: prefix)
  }
}
