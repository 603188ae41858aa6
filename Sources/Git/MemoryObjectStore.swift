package import GitObjects

/// Objects and references in memory, for simulation: what a repository does, with crashes at will.
///
/// Ids are the real ones. Belongs to one isolation domain, like every `ObjectStore`.
package final class MemoryObjectStore: ObjectStore {
  private var objects: [ObjectID: (kind: ObjectKind, content: [UInt8])] = [:]
  private var current: [String: ObjectID] = [:]
  private var durableReferences: [String: ObjectID] = [:]
  private var moves: [(name: String, id: ObjectID?)] = []
  private var fresh: [ObjectID] = []

  /// Makes an empty store.
  package init() {}

  /// How many objects there are.
  package var count: Int { objects.count }

  /// The object's kind and content.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    guard let object = objects[id] else { throw .missing(id) }
    return object
  }

  /// The object's kind and size.
  package func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    let object = try read(id)
    return (object.kind, Int64(object.content.count))
  }

  /// Whether the object is there.
  package func contains(_ id: ObjectID) -> Bool { objects[id] != nil }

  /// Keeps an object.
  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = id(of: kind, content)
    if objects[id] == nil {
      objects[id] = (kind, content)
      fresh.append(id)
    }
    return id
  }

  /// Keeps a blob that comes in pieces; no crash takes it.
  package func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    var content: [UInt8] = []
    try pieces { content += $0 }
    guard content.count == size else {
      throw ObjectStoreError.failed("the content has \(content.count) and not its \(size) bytes")
    }
    let id = id(of: .blob, content)
    objects[id] = (.blob, content)
    fresh.removeAll { $0 == id }
    return id
  }

  /// The id that the object would have.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    content.withUnsafeBytes { LibGit2.id(of: kind, $0) }
  }

  /// What a reference names.
  package func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? {
    try ReferenceName.check(name)
    return current[name]
  }

  /// Moves a reference.
  package func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?
  ) throws(ObjectStoreError) {
    try ReferenceName.check(name)
    guard current[name] == expected else { throw .moved(reference: name) }
    if id != nil, current.keys.contains(where: { $0.hasPrefix(name + "/") || name.hasPrefix($0 + "/") }) {
      throw .failed("\(name) cannot stand beside a reference below or above it")
    }
    current[name] = id
    moves.append((name, id))
  }

  /// All references below a prefix.
  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    current.filter { $0.key.hasPrefix(prefix) }
  }

  /// From here on a crash spares what is here now, as after a checkpoint.
  package func markDurable() {
    durableReferences = current
    moves = []
    fresh = []
  }

  /// A power cut: of the objects kept and references moved since the last `markDurable()` a random part is gone.
  ///
  /// Each reference is left at any of the values it had since; what it names may be among the objects that are gone,
  /// as on a disk that wrote in another order.
  package func crash(using generator: inout some RandomNumberGenerator) {
    for id in fresh where Bool.random(using: &generator) { objects[id] = nil }
    current = durableReferences
    for name in Set(moves.map(\.name)).sorted() {
      let own = moves.filter { $0.name == name }
      let kept = Int.random(in: 0...own.count, using: &generator)
      if kept > 0 { current[name] = own[kept - 1].id }
    }
    markDurable()
  }

  /// Damage: one object is gone for good.
  package func lose(_ id: ObjectID) { objects[id] = nil }
}
