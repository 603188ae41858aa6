internal import Documents
internal import FileSystem
package import GitObjects
internal import LocalState

/// A control file that changed while an agent's command ran; the person is asked about it.
package struct ControlChange: Hashable, Sendable {
  /// The file's path.
  package var path: String
  /// The commit before the first change.
  package var before: ObjectID
  /// The version after the last change; nil if the file was deleted.
  var version: ObjectID?
  /// The session that ran the command.
  var session: String
}

/// The control files that agents' commands changed, until the person decides about them.
///
/// Stored in `.git/stet/control-changes`, one file a line.
struct ControlChanges {
  private static let file = StoredFile("control-changes")
  /// The maximum number of entries; the person is not asked about further files one by one.
  private static let most = 200

  /// The changes, in order of their paths.
  private(set) var list: [ControlChange] = []
  private let tree: any FileTree

  /// Reads the entries; the list is empty if the file cannot be read.
  init(tree: any FileTree) {
    self.tree = tree
    list = (Self.file.text(from: tree, limit: 1 << 20) ?? "").split(separator: "\n").compactMap(Self.change)
  }

  /// Adds a change; for a path that already has an entry, the commit before its first change is kept.
  mutating func note(_ change: ControlChange) {
    var change = change
    if let known = list.firstIndex(where: { $0.path.hasSameBytes(as: change.path) }) {
      change.before = list.remove(at: known).before
    }
    guard list.count < Self.most else { return }
    list.append(change)
    list.sort { $0.path < $1.path }
    keep()
  }

  /// Removes the entry of a file.
  mutating func forget(_ path: String) {
    list.removeAll { $0.path.hasSameBytes(as: path) }
    keep()
  }

  /// Writes the list. If the write fails, the list lasts in memory until the daemon stops.
  private func keep() {
    let lines = list.map { change in
      [change.before.hex, change.version?.hex ?? "-", change.session, change.path].map { TrailerText.escape($0) }
        .joined(separator: "\t") + "\n"
    }
    try? Self.file.write(lines.joined(), .content, in: tree)
  }

  private static func change(_ line: Substring) -> ControlChange? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { TrailerText.unescape($0) }
    guard fields.count == 4, let before = ObjectID(hex: fields[0]) else { return nil }
    return ControlChange(path: fields[3], before: before, version: ObjectID(hex: fields[1]), session: fields[2])
  }
}
