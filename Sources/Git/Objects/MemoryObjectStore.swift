package import GitObjects

/// Objects and references in memory with simulated crashes, for simulation.
///
/// The ids are the real ones. Belongs to one isolation domain, like every `ObjectStore`.
package final class MemoryObjectStore: ObjectStore {
  private var objects: [ObjectID: (kind: ObjectKind, content: [UInt8])] = [:]
  private var current: [String: ObjectID] = [:]
  private var durableReferences: [String: ObjectID] = [:]
  private var moves: [(name: String, id: ObjectID?)] = []
  private var fresh: [ObjectID] = []

  package init() {}

  /// The number of objects.
  package var count: Int { objects.count }

  /// Returns the object's kind and content.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    guard let object = objects[id] else { throw .missing(id) }
    return object
  }

  /// Returns the object's kind and size.
  package func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    let object = try read(id)
    return (object.kind, Int64(object.content.count))
  }

  /// Returns whether the object exists.
  package func contains(_ id: ObjectID) -> Bool { objects[id] != nil }

  /// Stores an object.
  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = id(of: kind, content)
    if objects[id] == nil {
      objects[id] = (kind, content)
      fresh.append(id)
    }
    return id
  }

  /// Stores a blob that is passed in pieces; it survives crashes.
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

  /// Returns the id of an object.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    content.withUnsafeBytes { LibGit2.id(of: kind, $0) }
  }

  /// Returns the id that a reference names.
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
      throw .failed("\(name) cannot exist beside a reference below or above it")
    }
    current[name] = id
    moves.append((name, id))
  }

  /// Returns all references with a prefix.
  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    current.filter { $0.key.hasPrefix(prefix) }
  }

  /// Marks the current state as durable, as a checkpoint does.
  package func markDurable() {
    durableReferences = current
    moves = []
    fresh = []
  }

  /// Simulates a power cut: loses a random part of the objects and reference moves since the last `markDurable()`.
  ///
  /// Each reference keeps any of its values since then. It may name a lost object, as on a disk that wrote in another
  /// order.
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

  /// Loses one object permanently, as by damage.
  package func lose(_ id: ObjectID) { objects[id] = nil }
}
