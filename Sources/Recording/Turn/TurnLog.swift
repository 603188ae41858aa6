internal import FileSystem
package import GitObjects
internal import Journal
internal import WorkTree

/// The repair that is needed before anything can be recorded again.
enum Fault {
  /// The journal could not be written; no file of the turn was placed. A new journal must be begun.
  case journal
  /// A turn's files are placed and its commits could not be stored.
  case store(TurnRecord, failed: Set<Int>)
  /// Only the next opening can determine the state.
  case unknown
}

/// The journal, and everything that a new journal takes over: displaced files, and files that an adoption has yet to
/// place.
///
/// A checkpoint makes all of it durable. If nothing can become durable, recording stops here.
package final class TurnLog {
  /// The files on disk.
  let disk: DiskView
  /// The saves of which some are in no commit.
  let saves: SaveLedger
  let journal: JournalFile
  /// The way in which objects become durable.
  let durability: ObjectDurability
  /// Returns whether others wait for the running turn; a long one should then end soon.
  package var isWaitedFor: () -> Bool = { false }
  /// Returns whether this process still has the lock of the store. Without it another process may have the store, and a
  /// checkpoint would delete its journal.
  package var holdsLock: () -> Bool = { true }
  /// The number of the last turn.
  var sequence: UInt64 = 0
  /// The displaced files.
  var slots = SlotLedger()
  /// Files that were placed without being synced since the last checkpoint.
  var placedFiles = PlacedFiles()
  /// The adoption whose files are being placed.
  var adoption: AdoptionRun?
  /// Files that an adoption could not place, until they are placed.
  var unplaced: [WorkspacePath: Unplaced] = [:]
  /// The reason why recording is paused; nil if it is not. A pause outlasts a fault of the disk.
  private var pauseReason: String?
  /// The fault that prevents anything from becoming durable, with the reason for people; nil if there is none.
  private(set) var failure: (reason: String, fault: Fault)?

  /// Creates a log over an open journal.
  init(_ journal: JournalFile, of disk: DiskView, _ saves: SaveLedger, durability: ObjectDurability) {
    self.journal = journal
    self.disk = disk
    self.saves = saves
    self.durability = durability
  }

  /// The state of recording.
  package var state: RecorderState {
    if let failure { return .readOnly(failure.reason) }
    return pauseReason.map { .paused($0) } ?? .recording
  }

  /// Returns whether an adoption placed a file lately, so that its next event is probably that of the placing.
  package func isPlaced(_ path: WorkspacePath) -> Bool { placedFiles.contains(path) }

  /// Pauses recording until `resume`; files on disk stay unchanged.
  package func pause(_ reason: String) { pauseReason = reason }

  /// Resumes recording, unless a fault of the disk prevents it. The caller scans afterwards, because changes meanwhile
  /// were not observed.
  package func resume() { pauseReason = nil }

  /// Stops recording until the fault is repaired.
  func fail(_ reason: String, _ fault: Fault) { failure = (reason, fault) }

  /// Records the rest of a fault; nil for none.
  func noteRepaired(to fault: Fault?) { failure = failure.flatMap { failure in fault.map { (failure.reason, $0) } } }

  /// Appends to the journal; after a failed sync it tries a new journal once (review B7).
  func commitToJournal(_ entry: JournalEntry, durable: Bool = true) throws(RecordError) {
    try commitToJournal([entry], durable: durable)
  }

  /// Appends records that belong together.
  ///
  /// - Parameter earlier: entries that a new journal must have before: the current turn, which the old one has.
  func commitToJournal(
    _ entries: [JournalEntry], after earlier: [JournalEntry] = [], durable: Bool = true
  ) throws(RecordError) {
    do throws(FileError) {
      try journal.append(entries, durable: durable)
    } catch {
      do {
        try checkpoint(keeping: earlier)
        try journal.append(entries, durable: durable)
      } catch let second {
        let reason = "\(error.message); then \(second)"
        fail(reason, earlier.isEmpty ? .journal : .unknown)
        throw .readOnly(reason)
      }
    }
  }

  /// Records durably the adoption that is about to happen; returns the files to place.
  func journalAdoption(
    from: ObjectID?, to target: ObjectID, _ plan: AdoptionPlan
  ) throws(RecordError) -> AdoptionRun {
    sequence += 1
    let run = AdoptionRun(number: sequence, from: from, target: target, plan: plan)
    try commitToJournal(run.entry)
    return run
  }
}
