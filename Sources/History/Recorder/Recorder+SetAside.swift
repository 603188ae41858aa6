package import FileSystem
internal import GitObjects
package import LocalState

/// Folders in the place of a file from elsewhere that held only unpublished files (decision 57).
///
/// Such a folder is renamed into the store: nothing of it is lost, and files that no rule publishes stay on this
/// machine.
extension Recorder {
  /// The folders that were not reported to a person yet.
  private static let fresh = FileLocation.store("set-aside/new")
  /// The folders that a person knows of.
  private static let known = FileLocation.store("set-aside")

  /// The content of a folder.
  enum FolderContent {
    /// Folders only; all of them, those above before those below.
    case folders([FileLocation])
    /// Besides folders only files that are ignored, local only or of a kind that is not recorded.
    case unpublished
    /// Other files.
    case files
  }

  /// Determines the content of a folder.
  ///
  /// - Throws: `FileError` if the folder cannot be read.
  func content(of folder: WorkspacePath) throws(FileError) -> FolderContent {
    var folders = [FileLocation(folder)]
    var (hasUnpublished, hasFiles) = (false, boundary(of: folder) != nil)
    let unreadable = try tree.walk(FileLocation(folder)) { location, stamp in
      guard !hasFiles, let path = try? WorkspacePath(location.string) else {
        hasFiles = true
        return false
      }
      let isFolder = stamp.kind == .directory
      if rules.isIgnored(path, isFolder) || !isFolder && (stamp.kind == .other || rules.isLocalOnly(path, in: cache)) {
        hasUnpublished = true
        return false
      }
      if isFolder, boundary(of: path) == nil { folders.append(location) } else { hasFiles = true }
      return !hasFiles
    }
    if hasFiles || !unreadable.isEmpty { return .files }
    return hasUnpublished ? .unpublished : .folders(folders)
  }

  /// Renames a folder into the store.
  ///
  /// - Throws: `FileError` if it cannot be renamed; it is unchanged then.
  func setAside(_ folder: WorkspacePath) throws(FileError) {
    try tree.makeDirectories(Self.fresh)
    let name = try freeName(for: folder.name)
    try tree.move(FileLocation(folder), toNew: Self.fresh.appending(name))
    // The file is placed over it: a power cut must not remove the folder's new name.
    try tree.synchronize(Self.fresh)
    for path in held.keys where path.isBelow(folder) {
      held[path] = nil
      cache[path] = nil
    }
  }

  private func freeName(for name: String) throws(FileError) -> String {
    let entries = try tree.entries(of: Self.fresh) + tree.entries(of: Self.known)
    let taken = Set(entries.map(\.name))
    let stem = NameText.isEscaped(name) ? "folder" : String(name.prefix(40))
    var number = 1
    while taken.contains("\(stem)-\(number)") { number += 1 }
    return "\(stem)-\(number)"
  }

  /// The names in `.git/stet/set-aside/new` of the folders that were not reported to a person yet.
  package var foldersSetAside: [String] { ((try? tree.entries(of: Self.fresh)) ?? []).map(\.name).sorted() }

  /// Records that a person knows of a folder: it is in `.git/stet/set-aside` from now on.
  ///
  /// - Throws: `FileError` if it cannot be renamed.
  package func knowSetAside(_ name: String) throws(FileError) {
    try tree.move(Self.fresh.appending(name), toNew: Self.known.appending(name))
  }
}

/// Files of Stet's own that are recorded nowhere: tables beside the journal, the page of conflicts.
extension Recorder {
  /// Returns the file at a place, at most 256 MiB; nil for none.
  package func aside(_ location: FileLocation) throws(FileError) -> FileContent? {
    try tree.read(location, limit: 1 << 28)
  }

  /// Returns whether anything is at a place.
  package func stands(_ location: FileLocation) throws(FileError) -> Bool { try tree.stamp(of: location) != nil }

  /// Replaces a file in one step, not durable: a lost one is made again.
  package func putAside(_ bytes: [UInt8], in file: StoredFile) throws(FileError) {
    try file.write(bytes, .volatile, in: tree)
  }

  /// Deletes a file.
  package func removeAside(_ location: FileLocation) throws(FileError) { try tree.remove(location) }
}
