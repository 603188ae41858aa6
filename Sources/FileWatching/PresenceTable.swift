internal import GitObjects

/// The documents that are open in an editor, shown by the files that editors create beside them.
struct PresenceTable: Sendable {
  /// Existing swap, lock and autosave files by their document.
  private var existing: [WorkspacePath: Set<WorkspacePath>] = [:]
  /// The time when the last presence file of a document was deleted.
  private var closed: [WorkspacePath: Int64] = [:]
  /// The time when a backup or temporary of a document was last created.
  ///
  /// The time matters because emacs keeps `f~` for ever: only a recent one shows that a save is in progress.
  private var saves: [WorkspacePath: Int64] = [:]
  /// The time when vim's probe was last reported in a folder (nil: the root).
  private var probes: [WorkspacePath?: Int64] = [:]

  /// The open documents, each with one of the files that show it.
  var documents: [WorkspacePath: WorkspacePath] {
    existing.compactMapValues { $0.min() }
  }

  /// Returns whether the document is open.
  func isOpen(_ path: WorkspacePath) -> Bool { existing[path] != nil }

  /// Returns a file that shows that the document is open; if there is none, the time when the last one was deleted, if
  /// that was recent.
  func presence(of path: WorkspacePath) -> (file: WorkspacePath?, closed: Int64?) {
    (existing[path]?.min(), existing[path] == nil ? closed[path] : nil)
  }

  /// Returns whether the document is open, or a save of it started at or after a time.
  func isAttended(_ path: WorkspacePath, since time: Int64) -> Bool {
    isOpen(path) || saves[path, default: .min] >= time || probes[path.parent, default: .min] >= time
  }

  /// Applies an event of a document's presence file; returns true if the document is no longer open.
  mutating func note(_ event: PathEvent, of file: WorkspacePath, for document: WorkspacePath, now: Int64) -> Bool {
    switch event {
    case .deleted, .movedAway:
      guard existing[document]?.remove(file) != nil else { return false }
      guard existing[document]?.isEmpty == true else { return false }
      existing[document] = nil
      closed[document] = now
      return true
    case .attributes:
      return false
    case .created, .modified, .closedAfterWrite, .movedHere, .listed:
      existing[document, default: []].insert(file)
      return false
    }
  }

  /// Notes that a save of a document is in progress.
  mutating func noteSave(of document: WorkspacePath, now: Int64) { saves[document] = now }

  /// Notes that vim tested whether it may write in a folder.
  mutating func noteProbe(in folder: WorkspacePath?, now: Int64) { probes[folder] = now }

  /// Deletes entries that are too old to matter.
  mutating func forget(before time: Int64) {
    saves = saves.filter { $0.value >= time }
    closed = closed.filter { $0.value >= time }
    probes = probes.filter { $0.value >= time }
  }

  /// Moves the entries of a renamed folder.
  mutating func moveFolder(_ from: WorkspacePath, to: WorkspacePath) {
    for (document, files) in existing where document.isBelow(from) {
      existing[document] = nil
      guard let moved = document.moved(from: from, to: to) else { continue }
      existing[moved, default: []].formUnion(files.compactMap { $0.moved(from: from, to: to) })
    }
  }

  /// Deletes the entries of a deleted folder.
  mutating func removeFolder(_ folder: WorkspacePath) {
    for document in existing.keys where document.isBelow(folder) { existing[document] = nil }
  }
}

extension WorkspacePath {
  /// Returns the path after its folder was renamed; nil if it is not in that folder.
  func moved(from: WorkspacePath, to: WorkspacePath) -> WorkspacePath? {
    guard isBelow(from) else { return self == from ? to : nil }
    // By bytes: a combining character may follow the slash that ends the folder's name.
    return try? WorkspacePath(
      to.string + String(decoding: string.utf8.dropFirst(from.string.utf8.count), as: UTF8.self))
  }

  /// Returns the path of another name in the same folder; nil if the name is not valid.
  func sibling(_ name: String) -> WorkspacePath? {
    guard let parent else { return try? WorkspacePath(name) }
    return try? parent.appending(name)
  }
}
