internal import GitObjects
internal import Journal
internal import WorkTree

/// The displaced files, by the name of their slot.
///
/// A turn moves a file out of the work tree into a slot. The file is kept until history has its content durably and no
/// program has it open. Until then it may have to be observed again, or be read beside the turns.
struct SlotLedger {
  /// The progress of reading a file that is too large to be read in a turn.
  private enum Reading: Hashable, Sendable {
    case none
    /// It waits to be read.
    case queued
    case running
  }

  private struct Slot {
    var file: Displaced
    var reading = Reading.none
    /// The bytes of free space that its object needs, if the disk had no room for it.
    var missingRoom: Int64?
    /// Its durable version since the last checkpoint.
    var durable: ObjectID?
  }

  private var slots: [String: Slot] = [:]
  /// The slots that must be observed again, with the reason.
  private(set) var late: [String: LateText] = [:]
  /// The slots whose objects the last checkpoint made durable, with their versions in history: they may be deleted.
  private var droppable: [(slot: String, accounted: ObjectID)] = []

  /// The names of the slots, in order.
  var names: [String] { slots.keys.sorted() }

  var files: [Displaced] { slots.values.map(\.file) }

  /// The journal's entries for the displaced files, in the order of their slots.
  var entries: [JournalEntry] { names.compactMap { name in slots[name]?.file.entry(of: name) } }

  /// The slots whose text could not be merged yet, in order.
  var refused: [String] { late.filter { $0.value == .refused }.keys.sorted() }

  /// Whether all files that may be deleted are deleted.
  var isDropped: Bool { droppable.isEmpty }

  /// Returns the displaced file of a slot; nil if there is none.
  subscript(slot: String) -> Displaced? { slots[slot]?.file }

  /// Adds a displaced file, or replaces what is known of the slot's file.
  mutating func put(_ file: Displaced, in slot: String) {
    if slots[slot] == nil { slots[slot] = Slot(file: file) } else { slots[slot]?.file = file }
  }

  /// Sets the version in history of a displaced file.
  mutating func account(_ slot: String, for version: ObjectID) { slots[slot]?.file.accounted = version }

  /// Sets the content of a displaced large file as it was observed.
  mutating func prove(_ slot: String, _ proven: CachedFile) { slots[slot]?.file.proven = proven }

  /// Adds a slot to those that may be deleted if the last checkpoint made this version durable.
  mutating func noteRead(_ slot: String, _ version: ObjectID) {
    if slots[slot]?.durable == version { droppable.append((slot, version)) }
  }

  /// Sets the reason to observe a displaced file again; nil if there is none.
  mutating func setLate(_ slot: String, _ reason: LateText?) { late[slot] = slots[slot] == nil ? nil : reason }

  /// Marks a displaced file to be observed again, unless it is marked.
  mutating func noteLate(_ slot: String) { setLate(slot, late[slot] ?? .beingSaved) }

  /// Queues a displaced file to be read beside the turns, unless it is being read.
  mutating func queue(_ slot: String) {
    if slots[slot]?.reading != .running { slots[slot]?.reading = .queued }
  }

  /// Takes the first queued file to be read; nil if there is none or one is being read.
  mutating func beginReading() -> (slot: String, file: Displaced)? {
    guard !slots.values.contains(where: { $0.reading == .running }),
      let slot = slots.filter({ $0.value.reading == .queued }).keys.min(), let file = slots[slot]?.file
    else { return nil }
    slots[slot]?.reading = .running
    return (slot, file)
  }

  /// Records that a file is no longer being read.
  mutating func endReading(_ slot: String) { slots[slot]?.reading = .none }

  /// Sets the bytes of free space that a file's object needs; nil if that is unknown.
  mutating func setMissingRoom(_ slot: String, _ bytes: Int64?) { slots[slot]?.missingRoom = bytes }

  /// Returns the bytes of free space that a file's object needs; nil if that is unknown.
  func missingRoom(_ slot: String) -> Int64? { slots[slot]?.missingRoom }

  /// Records that a checkpoint made all objects durable: all files may be deleted.
  mutating func noteDurable() {
    droppable = names.compactMap { name in slots[name].map { (name, $0.file.accounted) } }
    for (slot, accounted) in droppable { slots[slot]?.durable = accounted }
  }

  /// Removes and returns the next slot that may be deleted, with its file. The file is nil if the slot's version
  /// changed: that version is in no durable pack yet.
  mutating func takeDroppable() -> (slot: String, file: Displaced?)? {
    guard let (slot, accounted) = droppable.popLast() else { return nil }
    return (slot, slots[slot].flatMap { $0.file.accounted == accounted ? $0.file : nil })
  }

  /// Removes a displaced file that was deleted.
  mutating func remove(_ slot: String) {
    slots[slot] = nil
    late[slot] = nil
  }
}
