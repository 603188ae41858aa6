internal import Git
package import GitObjects
internal import Synchronization

/// An object store that randomly loses objects and reference moves that were not made durable, each by itself.
///
/// It is stricter than `MemoryObjectStore.crash`, where a checkpoint protects everything. Here only the named objects
/// survive for certain, and a reference may fall back to any of its values since the start. Recorder and exchange of
/// one machine may share it.
package final class CrashStore: ObjectStore, Sendable {
  private struct State {
    let objects = MemoryObjectStore()
    var volatile: [ObjectID] = []
    var isVolatile: Set<ObjectID> = []
    /// The objects of packs that nothing flushed.
    var packed: Set<ObjectID> = []
    var current: [String: ObjectID] = [:]
    var past: [String: [ObjectID?]] = [:]
    var isFull = false
    var refused: String?
  }

  private let state = Mutex(State())
  private let power: PowerSwitch

  /// Creates an empty store; without power nothing can be written.
  package init(power: PowerSwitch = PowerSwitch()) {
    self.power = power
  }

  /// Whether writing an object fails, as on a full disk.
  package var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Makes moves of a reference fail, as on a full disk; nil for none.
  package func refusesMoves(of reference: String?) { state.withLock { $0.refused = reference } }

  /// Returns the object's kind and content.
  package func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    try state.withLock { state throws(ObjectStoreError) in try state.objects.read(id) }
  }

  /// Returns the object's kind and size.
  package func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    try state.withLock { state throws(ObjectStoreError) in try state.objects.header(of: id) }
  }

  /// Returns whether the object exists.
  package func contains(_ id: ObjectID) -> Bool { state.withLock { $0.objects.contains(id) } }

  /// Stores an object until a crash.
  package func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try state.withLock { state throws(ObjectStoreError) in
      if state.isFull { throw .failed("the disk is full") }
      guard power.isOn else { throw .failed("no power") }
      let isNew = !state.objects.contains(state.objects.id(of: kind, content))
      let id = try state.objects.write(kind, content)
      if isNew, state.isVolatile.insert(id).inserted { state.volatile.append(id) }
      return id
    }
  }

  /// Stores a blob that is passed in pieces; it survives crashes.
  package func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    if isFull { throw ObjectStoreError.failed("the disk is full") }
    guard power.isOn else { throw ObjectStoreError.failed("no power") }
    var content: [UInt8] = []
    try pieces { content += $0 }
    let all = content
    let id = try state.withLock { try $0.objects.writeBlob(size: size) { take in try take(all) } }
    makeDurable([id])
    return id
  }

  /// Returns the id of an object.
  package func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    state.withLock { $0.objects.id(of: kind, content) }
  }

  /// Returns the id that a reference names.
  package func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { state.withLock { $0.current[name] } }

  /// Moves a reference.
  package func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?
  ) throws(ObjectStoreError) {
    guard power.isOn else { throw .failed("no power") }
    try state.withLock { state throws(ObjectStoreError) in
      if state.refused == name { throw .failed("the disk is full") }
      guard state.current[name] == expected else { throw .moved(reference: name) }
      state.past[name, default: [nil]].append(id)
      state.current[name] = id
    }
  }

  /// Returns all references with a prefix.
  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    state.withLock { $0.current.filter { $0.key.hasPrefix(prefix) } }
  }

  /// Makes objects durable, as a synced pack does.
  package func makeDurable(_ ids: [ObjectID]) {
    guard power.isOn else { return }
    state.withLock { state in
      for id in ids {
        state.isVolatile.remove(id)
        state.packed.remove(id)
      }
      state.volatile.removeAll { !state.isVolatile.contains($0) }
    }
  }

  /// Makes objects and all packs durable, as a flush does for objects of other programs.
  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) {
    guard power.isOn else { throw .failed("no power") }
    makeDurable(ids ?? state.withLock { $0.volatile })
    state.withLock { $0.packed = [] }
  }

  /// Stores an object that the store lacks in a pack, as a fetch does: a crash keeps or loses all packs that nothing
  /// flushed.
  package func receive(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) {
    let id = try write(kind, content)
    makeDurable([id])
    state.withLock { _ = $0.packed.insert(id) }
  }

  /// Deletes an object, as a failing disk does.
  package func lose(_ id: ObjectID) { state.withLock { $0.objects.lose(id) } }

  /// Simulates a power cut.
  package func crash(using generator: inout some RandomNumberGenerator) {
    state.withLock { state in
      let keepsAll = Int.random(in: 0..<4, using: &generator) == 0
      for id in state.volatile where !keepsAll && Bool.random(using: &generator) {
        state.objects.lose(id)
        state.isVolatile.remove(id)
      }
      state.volatile.removeAll { !state.isVolatile.contains($0) }
      // Each pack is there as a whole, and only with the packs that it builds on.
      for id in state.packed where !keepsAll { state.objects.lose(id) }
      state.packed = []
      for name in state.past.keys.sorted() {
        let values = state.past[name]?.suffix(6) ?? []
        if let value = values.randomElement(using: &generator) { state.current[name] = value }
      }
    }
  }
}

/// The power state of a simulated machine; a hook of the disk may cut it.
package final class PowerSwitch: Sendable {
  private let isCut = Mutex(false)

  /// Creates a switch that is on.
  package init() {}

  /// Whether there is power.
  package var isOn: Bool { !isCut.withLock { $0 } }

  /// Cuts or restores the power.
  package func set(isOn: Bool) { isCut.withLock { $0 = !isOn } }
}
