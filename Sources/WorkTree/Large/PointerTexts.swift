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

  /// Returns the pointer in a blob; nil if it is none, or cannot be read.
  package mutating func pointer(_ blob: ObjectID, in store: any ObjectStore) -> Pointer? {
    if let known = pointers[blob] { return known }
    if others.contains(blob) { return nil }
    guard let header = try? store.header(of: blob) else { return nil }
    if header.kind == .blob, header.size < Pointer.byteLimit, let text = try? store.blob(blob),
      let pointer = PointerReading(text).pointer
    {
      pointers[blob] = pointer
      return pointer
    }
    if others.count >= Self.limit { others = [] }
    others.insert(blob)
    return nil
  }
}
