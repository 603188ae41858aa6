internal import GitObjects

/// A store that reads from another one and keeps new objects in memory until they are flushed.
///
/// A merge makes objects that are not needed in the end: trees of a rename that is followed, a merged base.
final class ScratchStore: ObjectStore {
  private let store: any ObjectStore
  private var pending: [ObjectID: (kind: ObjectKind, content: [UInt8])] = [:]

  /// Makes an empty store over another.
  init(over store: any ObjectStore) { self.store = store }

  func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    if let object = pending[id] { return object }
    return try store.read(id)
  }

  func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    if let object = pending[id] { return (object.kind, Int64(object.content.count)) }
    return try store.header(of: id)
  }

  func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws {
    if let object = pending[id] { return try take(object.content) }
    try store.readBlob(id, take)
  }

  func contains(_ id: ObjectID) -> Bool { pending[id] != nil || store.contains(id) }

  func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = store.id(of: kind, content)
    pending[id] = (kind, content)
    return id
  }

  func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    try store.writeBlob(size: size, pieces: pieces)
  }

  func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { store.id(of: kind, content) }

  func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { try store.reference(name) }

  func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?
  ) throws(ObjectStoreError) {
    try store.setReference(name, to: id, expecting: expected)
  }

  func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try store.references(withPrefix: prefix)
  }

  /// Stores an object and all objects that it names, as far as they are only in memory; named objects first.
  func flush(_ id: ObjectID) throws(ObjectStoreError) {
    for object in fresh(of: id) {
      _ = try store.write(object.kind, object.content)
      pending[object.id] = nil
    }
  }

  /// Returns an object and all objects that it names, as far as they are only in memory; named objects first.
  func fresh(of id: ObjectID) -> [FreshObject] {
    var found: [FreshObject] = []
    var seen: Set<ObjectID> = []
    var open = [(id: id, isOpened: false)]
    // A list instead of the stack: trees may be nested deeper than the stack allows.
    while let (id, isOpened) = open.popLast() {
      guard let object = pending[id], !seen.contains(id) else { continue }
      let below = isOpened || object.kind != .tree ? [] : TreeStretch.ids(of: object.content)
      if below.contains(where: { pending[$0] != nil && !seen.contains($0) }) {
        open.append((id, true))
        for id in below where pending[id] != nil { open.append((id, false)) }
        continue
      }
      seen.insert(id)
      found.append(FreshObject(id: id, kind: object.kind, content: object.content))
    }
    return found
  }
}

/// Reads entries of trees by path and keeps parsed trees.
final class TreeReader {
  private let store: any ObjectStore
  private var trees: [ObjectID: Tree] = [:]

  /// Creates a reader that has parsed nothing yet.
  init(_ store: any ObjectStore) { self.store = store }

  /// Returns the entry of a path; nil if the tree has none, and for the root.
  func entry(at path: String, of root: ObjectID?) throws(ObjectStoreError) -> TreeEntry? {
    guard var directory = root else { return nil }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    for (position, part) in parts.enumerated() {
      guard let entry = try tree(directory)[String(Substring(part))] else { return nil }
      if position == parts.count - 1 { return entry }
      guard entry.mode == .tree else { return nil }
      directory = entry.id
    }
    return nil
  }

  private func tree(_ id: ObjectID) throws(ObjectStoreError) -> Tree {
    if let tree = trees[id] { return tree }
    if trees.count > 1_024 { trees.removeAll() }
    let tree = try store.tree(id)
    trees[id] = tree
    return tree
  }
}
