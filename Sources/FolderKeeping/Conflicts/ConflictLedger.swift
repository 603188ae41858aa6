internal import Documents
internal import FileSystem
internal import FoundationEssentials
package import GitObjects
internal import LocalState
package import Merge
package import Recording
package import WorkTree
package import WorkspaceAPI

/// Keeps the table of open conflicts and the page that shows them.
///
/// Belongs to the executor of `FolderKeeper`.
package final class ConflictLedger {
  private let recorder: Recorder
  private let events: EventHub
  private let folder: FolderState
  private let history: FolderHistory
  private let conflictPage: ConflictPageFile
  /// The conflicts that are open at the tip that the table names; nil before the first use.
  private var conflictTable: OpenConflicts?

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, events: EventHub, folder: FolderState, history: FolderHistory, conflictPage: ConflictPageFile
  ) {
    self.recorder = recorder
    self.events = events
    self.folder = folder
    self.history = history
    self.conflictPage = conflictPage
  }

  private static let tableFile = StoredFile("conflicts.json")

  /// Returns the conflicts that are open at the tip; nil if the table must be rebuilt from history.
  ///
  /// The cost is proportional to the tip's commits since the last call.
  package func openConflicts() -> OpenConflicts? {
    guard let tip = recorder.tip else { return OpenConflicts() }
    if conflictTable == nil { conflictTable = storedConflicts() }
    guard var table = conflictTable, let known = table.tip else { return nil }
    if known == tip { return table }
    guard history.isAncestor(known, of: tip) else { return nil }
    do throws(ObjectStoreError) { try table.advance(to: tip, in: recorder.graph) } catch { return nil }
    let before = conflictTable
    conflictTable = table
    if before?.says(sameAs: table) == false {
      publishChange(from: before, to: table)
      storeConflicts()
    }
    return table
  }

  /// Completes and stores a rebuilt table.
  package func install(_ rebuilt: OpenConflicts) {
    var table = rebuilt
    table.complete(in: recorder.graph)
    publishChange(from: conflictTable, to: table)
    conflictTable = table
    storeConflicts()
  }

  /// Writes the table for the next start; a lost table is rebuilt.
  func storeConflicts() {
    // After the stop nothing is written.
    guard folder.isRecording, let table = conflictTable, let data = try? JSONEncoder().encode(table) else { return }
    do throws(FileError) { try recorder.tree.putAside([UInt8](data), in: Self.tableFile) } catch {
      events.publish(.problem, "the list of conflicts could not be stored: \(error); it is rebuilt")
    }
  }

  private func storedConflicts() -> OpenConflicts? {
    guard let content = try? recorder.tree.aside(Self.tableFile.location) else { return nil }
    return try? JSONDecoder().decode(OpenConflicts.self, from: Data(content.bytes))
  }

  /// Returns a conflict with its data from history.
  func report(_ entry: OpenConflicts.Entry) -> ConflictReport {
    ConflictReader(recorder: recorder).report(entry, of: conflictTable)
  }

  /// Returns the conflicts in the readable part of a tip's history, if another part is damaged.
  package func readableConflicts(at tip: ObjectID) -> OpenConflicts {
    ConflictReader(recorder: recorder).readable(at: tip)
  }

  /// The paths of the conflicts that the page shows or is about to show.
  var quotedConflicts: [String] {
    let tables = [conflictPage.shown, openConflicts()].compactMap(\.self)
    return Set(tables.flatMap(\.list).map { NameKey($0.conflict.path) }).map { String($0.text) }
  }

  /// Returns whether the page differs from the table.
  package func mustShow(_ table: OpenConflicts) -> Bool { conflictPage.differs(from: table) }

  /// Writes the page into the folder, or deletes it for nil; reports a failure.
  package func show(_ text: String?, of table: OpenConflicts) {
    if let problem = conflictPage.show(text, of: table) { events.publish(.problem, problem) }
  }

  /// Returns the writes that carry out a choice about a path's conflicts, as
  /// ``ConflictResolution/writes(settling:as:at:origin:)``.
  package func writes(
    settling conflicts: [OpenConflicts.Entry], as choice: ResolveRequest.Choice, at path: WorkspacePath,
    origin: WriteOrigin
  ) throws(VerbError) -> [Write] {
    try ConflictResolution(recorder: recorder, table: conflictTable)
      .writes(settling: conflicts, as: choice, at: path, origin: origin)
  }

  /// Publishes events for conflicts that are newly open and for conflicts that are not open any more.
  private func publishChange(from old: OpenConflicts?, to new: OpenConflicts) {
    let change = new.difference(from: old ?? OpenConflicts())
    for entry in change.opened {
      tell(
        .conflict, "two versions of \(entry.conflict.path) conflict; both are kept", entry, entry.commit)
    }
    for entry in change.settled {
      tell(.settled, "the conflict in \(entry.conflict.path) is settled", entry, new.tip ?? entry.commit)
    }
    for entry in change.gone {
      events.publish(
        .withdrawn, "the conflict in \(entry.conflict.path) does not arise any more: what it came from was taken back",
        paths: [entry.conflict.path],
        id: entry.conflict.id, kind: "conflict")
    }
  }

  private func tell(_ event: EventKind, _ message: String, _ entry: OpenConflicts.Entry, _ commit: ObjectID) {
    events.publish(
      event, message, commit: commit, paths: [entry.conflict.path], id: entry.conflict.id,
      kind: entry.conflict.reason.rawValue)
  }
}
