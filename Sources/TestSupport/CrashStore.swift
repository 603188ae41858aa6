internal import Git
package import GitObjects

/// An object store that loses by chance what nobody made durable: object by object, and each reference by itself.
///
/// Stricter than `MemoryObjectStore.crash`, where a checkpoint spares all that is there: here only the objects that
/// were named survive for certain, and a reference may fall back to any value it ever had since the start.
package final class CrashStore: ObjectStore {
  private let objects = MemoryObjectStore()
  private var volatile: [ObjectID] = []
  private var isVolatile: Set<ObjectID> = []
  private var current: [String: ObjectID] = [:]
  private var past: [String: [ObjectID?]] = [:]
  /// Whether writing an object fails, as on a full disk.
  package var isFull = false
  private let power: PowerSwitch

  /// Makes an empty store; without power nothing can be written.
  package init(power: PowerSwitch = PowerSwitch()) {
    self.power = power
  }

  /// The object's kind and content.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    try objects.read(id)
  }

  /// Whether the object is there.
  package func contains(_ id: ObjectID) -> Bool { objects.contains(id) }

  /// Keeps an object until a crash.
  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    if isFull { throw .failed("the disk is full") }
    guard power.isOn else { throw .failed("no power") }
    let isNew = !objects.contains(objects.id(of: kind, content))
    let id = try objects.write(kind, content)
    if isNew, isVolatile.insert(id).inserted { volatile.append(id) }
    return id
  }

  /// Keeps a blob that comes in pieces; no crash takes it.
  package func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    if isFull { throw ObjectStoreError.failed("the disk is full") }
    guard power.isOn else { throw ObjectStoreError.failed("no power") }
    let id = try objects.writeBlob(size: size, pieces: pieces)
    makeDurable([id])
    return id
  }

  /// The id that the object would have.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { objects.id(of: kind, content) }

  /// What a reference names.
  package func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { current[name] }

  /// Moves a reference.
  package func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?
  ) throws(ObjectStoreError) {
    guard power.isOn else { throw .failed("no power") }
    guard current[name] == expected else { throw .moved(reference: name) }
    past[name, default: [nil]].append(id)
    current[name] = id
  }

  /// All references below a prefix.
  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    current.filter { $0.key.hasPrefix(prefix) }
  }

  /// What a fsynced pack does for the objects in it.
  package func makeDurable(_ ids: [ObjectID]) {
    guard power.isOn else { return }
    for id in ids { isVolatile.remove(id) }
    volatile.removeAll { !isVolatile.contains($0) }
  }

  /// What a fetch brings: durable at once.
  package func receive(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) {
    makeDurable([try write(kind, content)])
  }

  /// A power cut.
  package func crash(using generator: inout some RandomNumberGenerator) {
    let keepsAll = Int.random(in: 0..<4, using: &generator) == 0
    for id in volatile where !keepsAll && Bool.random(using: &generator) {
      objects.lose(id)
      isVolatile.remove(id)
    }
    volatile.removeAll { !isVolatile.contains($0) }
    for name in past.keys.sorted() {
      let values = past[name]?.suffix(6) ?? []
      if let value = values.randomElement(using: &generator) { current[name] = value }
    }
  }
}
