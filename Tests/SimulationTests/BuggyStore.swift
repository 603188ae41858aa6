import GitObjects

/// An object store as a recorder with a planted bug uses it.
final class BuggyStore: ObjectStore {
  private let store: any ObjectStore
  private let bug: PlantedBug

  init(_ store: any ObjectStore, _ bug: PlantedBug) { (self.store, self.bug) = (store, bug) }

  func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    var object = try store.read(id)
    if bug == .unionIgnored, object.kind == .blob {
      object.content = Array(
        String(decoding: object.content, as: UTF8.self).replacing("merge=union", with: "text").utf8)
    }
    return object
  }

  func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    try store.header(of: id)
  }

  func contains(_ id: ObjectID) -> Bool { store.contains(id) }

  func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try store.write(kind, changed(kind, content))
  }

  func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    try store.writeBlob(size: size, pieces: pieces)
  }

  func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) {
    if bug != .referenceBeforeObject { try store.synchronize(ids) }
  }

  func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { store.id(of: kind, changed(kind, content)) }

  /// Returns the content that is stored in the place of an object.
  private func changed(_ kind: ObjectKind, _ content: [UInt8]) -> [UInt8] {
    guard bug == .overlapListedNowhere, kind == .commit else { return content }
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.filter { !$0.hasPrefix("Stet-Conflict:") }.joined(separator: "\n").utf8)
  }

  func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { try store.reference(name) }

  func setReference(_ name: String, to id: ObjectID?, expecting expected: ObjectID?) throws(ObjectStoreError) {
    try store.setReference(name, to: id, expecting: expected)
  }

  func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try store.references(withPrefix: prefix)
  }
}
