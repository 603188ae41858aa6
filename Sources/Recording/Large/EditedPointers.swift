internal import Documents
internal import FileSystem
package import GitObjects
package import LargeFiles
internal import LocalState
internal import WorkTree

/// The edited pointers for which no remote was asked yet, in `.git/stet/edited-pointers`.
///
/// Not durable: a lost entry stays held, and is asked about when the file is saved again.
struct EditedPointers: Sendable {
  /// The place of the file: one line each of blob, mode, previous version, whether somebody was notified (0, 1), author
  /// as in a commit's message, and path, separated by tabs.
  static let file = StoredFile("edited-pointers")

  /// The pointers by path; only the last one of each path.
  private(set) var all: [WorkspacePath: EditedPointer] = [:]
  private var isStored = true
  private var hasNews = false

  /// Reads the pointers; none if they cannot be read.
  ///
  /// - Parameter pointer: returns the pointer in a blob.
  init(from tree: any FileTree, pointer: (ObjectID) -> Pointer?) {
    for line in (Self.file.text(from: tree, limit: 1 << 24) ?? "").split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
      guard fields.count == 6, let blob = ObjectID(hex: fields[0]), let bits = UInt32(fields[1], radix: 8),
        let mode = FileMode(bits: bits), let base = ObjectID(hex: fields[2]), let pointer = pointer(blob),
        let path = try? WorkspacePath(TrailerText.unescape(fields[5]))
      else { continue }
      let message = CommitMessage(parsing: TrailerText.unescape(fields[4]))
      let origin = WriteOrigin(author: message.author ?? .user, model: message.model, tool: message.tool)
      all[path] = EditedPointer(
        path: path, pointer: pointer, blob: blob, mode: mode, base: base, origin: origin, isReported: fields[3] == "1")
    }
  }

  /// Adds a pointer that was just edited.
  mutating func add(_ edited: EditedPointer) {
    set(edited, at: edited.path)
    hasNews = true
  }

  /// Returns whether pointers were edited since the last call.
  mutating func takeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  /// Sets or removes the pointer of a path.
  mutating func set(_ edited: EditedPointer?, at path: WorkspacePath) {
    guard all[path] != edited else { return }
    all[path] = edited
    isStored = false
  }

  /// Stores the pointers for the next start if anything changed.
  mutating func store(in tree: any FileTree) {
    guard !isStored else { return }
    isStored = true
    var text = ""
    for (path, edited) in all.sorted(by: { $0.key < $1.key }) {
      var message = CommitMessage(subject: "Edit", author: edited.origin.author)
      (message.model, message.tool) = (edited.origin.model, edited.origin.tool)
      text += "\(edited.blob.hex)\t\(edited.mode.octal)\t\(edited.base.hex)\t\(edited.isReported ? 1 : 0)\t"
      text += TrailerText.escape(message.text) + "\t" + TrailerText.escape(path.string) + "\n"
    }
    // If this fails, they are known until the stop.
    do throws(FileError) {
      if text.isEmpty { try Self.file.remove(from: tree) } else { try Self.file.write(text, .volatile, in: tree) }
    } catch {}
  }
}

/// A pointer that somebody wrote over a placeholder or a large file, and whose content is not here: the text is held,
/// and becomes a version of the path when a remote confirms that it has the content.
package struct EditedPointer: Hashable, Sendable {
  /// The path at which it was written.
  package let path: WorkspacePath
  package let pointer: Pointer
  /// The blob of the written text.
  let blob: ObjectID
  let mode: FileMode
  /// The version that it was written over; if another one is recorded meanwhile, it is obsolete.
  let base: ObjectID
  /// The origin of the change.
  let origin: WriteOrigin
  /// Whether the person was notified that it has no effect yet.
  var isReported = false
}
