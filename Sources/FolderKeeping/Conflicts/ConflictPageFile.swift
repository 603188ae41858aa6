internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Merge
internal import Permissions
internal import Recording

/// The page of open conflicts in the folder; belongs to the recorder's actor.
final class ConflictPageFile {
  private static let name = "CONFLICTS.md"
  /// The file with the id of the page as Stet last wrote it: a page with another id is not Stet's.
  private static let markFile = StoredFile("conflicts-page")

  private let recorder: Recorder
  /// The conflicts that the page shows; nil before the first check.
  private(set) var shown: OpenConflicts?

  /// Makes the page of a recorder's folder.
  init(recorder: Recorder) { self.recorder = recorder }

  /// Returns whether a path is that of the page.
  static func isPage(_ path: String) -> Bool { PathIdentity(path).names == [PathIdentity.fold(name)] }

  /// Returns whether the page differs from the table.
  func differs(from table: OpenConflicts) -> Bool { shown.map { !$0.says(sameAs: table) } ?? true }

  /// Writes the page into the folder, or deletes it for nil.
  ///
  /// A tracked file of that name, or one that another program wrote, is left unchanged.
  ///
  /// - Returns: the problem to report; nil if there is none.
  func show(_ text: String?, of table: OpenConflicts) -> String? {
    do {
      if try place(text.map { Array($0.utf8) }) { shown = table }
      return nil
    } catch {
      shown = table
      return "\(Self.name) could not be written: \(error); 'stet conflicts' says the same"
    }
  }

  /// Returns whether the page is in its wanted state, or must not be written at all.
  private func place(_ bytes: [UInt8]?) throws -> Bool {
    let path = try WorkspacePath(Self.name)
    let location = FileLocation(path)
    guard recorder.state == .recording else { return false }
    guard try recorder.entry(at: path) == nil else { return true }
    if try recorder.tree.stands(location) {
      guard let content = try recorder.tree.aside(location), content.stamp.kind == .file else { return true }
      if content.bytes == bytes { return true }
      let mark = try recorder.tree.aside(Self.markFile.location).map { String(decoding: $0.bytes, as: UTF8.self) }
      guard mark == recorder.objects.id(of: .blob, content.bytes).hex else { return true }
    }
    guard let bytes else {
      try recorder.tree.removeAside(location)
      try recorder.tree.removeAside(Self.markFile.location)
      return true
    }
    try excludePage()
    // The mark is written first: a page without it would not count as Stet's.
    try recorder.tree.putAside(Array(recorder.objects.id(of: .blob, bytes).hex.utf8), in: Self.markFile)
    try recorder.tree.putAside(bytes, in: StoredFile(at: location))
    return true
  }

  /// Adds the page to git's exclude file, which applies to this folder only.
  private func excludePage() throws {
    let line = "/\(Self.name)"
    let file = StoredFile.exclusions
    var bytes = try recorder.tree.aside(file.location)?.bytes ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard !lines.contains(where: { $0 == line }) else { return }
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    bytes += Array((line + "\n").utf8)
    try recorder.tree.putAside(bytes, in: file)
    recorder.disk.rules.reload()
  }
}
