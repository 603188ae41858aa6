internal import Documents
internal import FileSystem
internal import GitObjects
internal import LargeFiles

/// The edited pointers of which no remote was asked yet, in `.git/stet/edited-pointers`.
///
/// Not durable: what is lost of it stays held, and is asked about when it is saved again.
struct EditedPointers: Sendable {
  /// Where they are kept: a line each of blob, mode, version before, whether somebody was told (0, 1), who wrote it as a
  /// commit's message says it, and path, with tabs between.
  static let location = FileLocation.store("edited-pointers")

  /// By path; the last that was written there.
  private(set) var all: [WorkspacePath: EditedPointer] = [:]
  private var isStored = true

  /// Reads them; none where they cannot be read.
  ///
  /// - Parameter pointer: what a blob says.
  init(from tree: any FileTree, pointer: (ObjectID) -> Pointer?) {
    guard let content = try? tree.read(Self.location, limit: 1 << 24) else { return }
    for line in String(decoding: content.bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
      guard fields.count == 6, let blob = ObjectID(hex: fields[0]), let bits = UInt32(fields[1], radix: 8),
        let mode = FileMode(bits: bits), let base = ObjectID(hex: fields[2]), let pointer = pointer(blob),
        let path = try? WorkspacePath(TrailerText.unescape(fields[5]))
      else { continue }
      let message = CommitMessage(parsing: TrailerText.unescape(fields[4]))
      let origin = WriteOrigin(author: message.author ?? .user, model: message.model, tool: message.tool)
      all[path] = EditedPointer(
        path: path, pointer: pointer, blob: blob, mode: mode, base: base, origin: origin, isTold: fields[3] == "1")
    }
  }

  /// Takes note of one, or of none any more.
  mutating func set(_ edited: EditedPointer?, at path: WorkspacePath) {
    guard all[path] != edited else { return }
    all[path] = edited
    isStored = false
  }

  /// Keeps them over a stop, where anything changed.
  mutating func store(in tree: any FileTree) {
    guard !isStored else { return }
    isStored = true
    var text = ""
    for (path, edited) in all.sorted(by: { $0.key < $1.key }) {
      var message = CommitMessage(subject: "Edit", author: edited.origin.author)
      (message.model, message.tool) = (edited.origin.model, edited.origin.tool)
      text += "\(edited.blob.hex)\t\(edited.mode.octal)\t\(edited.base.hex)\t\(edited.isTold ? 1 : 0)\t"
      text += TrailerText.escape(message.text) + "\t" + TrailerText.escape(path.string) + "\n"
    }
    let fresh = FileLocation.store("edited-pointers.new")
    // What cannot be kept is known until the stop.
    try? tree.remove(fresh)
    guard !text.isEmpty else {
      try? tree.remove(Self.location)
      return
    }
    guard (try? tree.create(fresh, bytes: Array(text.utf8), permissions: 0o600, durable: false)) != nil else { return }
    try? tree.replace(Self.location, with: fresh)
  }
}
