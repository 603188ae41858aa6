internal import GitObjects
internal import LargeFiles

/// Which blobs are pointers, as far as it was asked: a blob never changes.
struct PointerTexts {
  /// How many are remembered that are none.
  private static let limit = 10_000

  private var pointers: [ObjectID: Pointer] = [:]
  private var others: Set<ObjectID> = []

  /// What a blob says; nil where it is no pointer, or cannot be read.
  mutating func pointer(_ blob: ObjectID, in store: any ObjectStore) -> Pointer? {
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
