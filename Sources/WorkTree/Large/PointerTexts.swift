package import GitObjects
package import LargeFiles

/// The pointers in blobs, as far as they were read: a blob never changes.
package struct PointerTexts {
  /// The greatest number of other blobs that are remembered.
  private static let limit = 10_000

  private var pointers: [ObjectID: Pointer] = [:]
  private var others: Set<ObjectID> = []

  /// Makes it without known blobs.
  package init() {}

  /// Returns the pointer in a blob; nil if it is none.
  ///
  /// - Throws: `ObjectStoreError` if the blob cannot be read; the next call reads it again.
  package mutating func pointer(
    _ blob: ObjectID, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Pointer? {
    if let known = pointers[blob] { return known }
    if others.contains(blob) { return nil }
    let header = try store.header(of: blob)
    if header.kind == .blob, header.size < Pointer.byteLimit,
      let pointer = PointerReading(try store.blob(blob)).pointer
    {
      pointers[blob] = pointer
      return pointer
    }
    if others.count >= Self.limit { others = [] }
    others.insert(blob)
    return nil
  }
}
