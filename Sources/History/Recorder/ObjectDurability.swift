package import GitObjects

/// How objects become durable: what the real repository does with packs, and a simulated store in memory.
package struct ObjectDurability {
  /// Makes these objects durable (one fsynced pack) and drops their loose copies.
  package var makeDurable: ([ObjectID]) throws(ObjectStoreError) -> Void
  /// Opens a way to store many blobs without loose files; nil where there is none and the ordinary way serves.
  package var beginImport: (() throws(ObjectStoreError) -> any BulkImport)?
  /// Returns how many bytes the store's file system can take; nil where that is not known.
  package var room: (() -> Int?)?

  /// Makes it.
  package init(
    makeDurable: @escaping ([ObjectID]) throws(ObjectStoreError) -> Void,
    beginImport: (() throws(ObjectStoreError) -> any BulkImport)? = nil, room: (() -> Int?)? = nil
  ) {
    self.makeDurable = makeDurable
    self.beginImport = beginImport
    self.room = room
  }
}

/// A way to store very many objects at once.
package protocol BulkImport: AnyObject {
  /// Takes an object and answers its id; it can be read after `finish`.
  func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID
  /// Makes all that was added durable and readable.
  func finish() throws(ObjectStoreError)
}
