internal import GitObjects

/// Which documents somebody has open in an editor, told by the files that editors lay beside them.
struct PresenceTable: Sendable {
  /// Standing swap, lock and autosave files by the document they speak of.
  private var standing: [WorkspacePath: Set<WorkspacePath>] = [:]
  /// When a backup or temporary of a document was last seen to appear.
  ///
  /// The time matters because emacs leaves `f~` for ever: only a young one tells that a save is going on.
  private var saves: [WorkspacePath: Int64] = [:]
  /// When vim's probe was last seen in a folder (nil: the root).
  private var probes: [WorkspacePath?: Int64] = [:]

  /// The documents that are open, each with one of the files that tell so.
  var documents: [WorkspacePath: WorkspacePath] {
    standing.compactMapValues { $0.min() }
  }

  /// Whether somebody has it open.
  func isOpen(_ path: WorkspacePath) -> Bool { standing[path] != nil }

  /// Whether somebody has it open or began to save it at or after a time.
  func isAttended(_ path: WorkspacePath, since time: Int64) -> Bool {
    isOpen(path) || saves[path, default: .min] >= time || probes[path.parent, default: .min] >= time
  }

  /// Takes an event of a presence file that speaks of a document; true where the document is no longer open.
  mutating func note(_ event: PathEvent, of file: WorkspacePath, for document: WorkspacePath) -> Bool {
    switch event {
    case .deleted, .movedAway:
      guard standing[document]?.remove(file) != nil else { return false }
      guard standing[document]?.isEmpty == true else { return false }
      standing[document] = nil
      return true
    case .attributes:
      return false
    case .created, .modified, .closedAfterWrite, .movedHere, .listed:
      standing[document, default: []].insert(file)
      return false
    }
  }

  /// Takes that a save of a document is going on.
  mutating func noteSave(of document: WorkspacePath, now: Int64) { saves[document] = now }

  /// Takes that vim tried whether it may write in a folder.
  mutating func noteProbe(in folder: WorkspacePath?, now: Int64) { probes[folder] = now }

  /// Drops what is too old to say anything.
  mutating func forget(before time: Int64) {
    saves = saves.filter { $0.value >= time }
    probes = probes.filter { $0.value >= time }
  }

  /// Follows a renamed folder.
  mutating func moveFolder(_ from: WorkspacePath, to: WorkspacePath) {
    for (document, files) in standing where document.isBelow(from) {
      standing[document] = nil
      guard let moved = document.moved(from: from, to: to) else { continue }
      standing[moved, default: []].formUnion(files.compactMap { $0.moved(from: from, to: to) })
    }
  }

  /// Drops what was in a folder that is gone.
  mutating func removeFolder(_ folder: WorkspacePath) {
    for document in standing.keys where document.isBelow(folder) { standing[document] = nil }
  }
}

extension WorkspacePath {
  /// The path after its folder was renamed; nil where it is not in it.
  func moved(from: WorkspacePath, to: WorkspacePath) -> WorkspacePath? {
    guard isBelow(from) else { return self == from ? to : nil }
    // By bytes: a letter may reach over the slash that ends the folder's name.
    return try? WorkspacePath(
      to.string + String(decoding: string.utf8.dropFirst(from.string.utf8.count), as: UTF8.self))
  }

  /// The path of another name in the same folder; nil where it is no name.
  func sibling(_ name: String) -> WorkspacePath? {
    guard let parent else { return try? WorkspacePath(name) }
    return try? parent.appending(name)
  }
}
