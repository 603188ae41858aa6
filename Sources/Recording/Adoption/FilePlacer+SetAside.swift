package import FileSystem
internal import GitObjects

/// Folders in the place of a file from elsewhere that held only unpublished files (decision 57).
///
/// Such a folder is renamed into the store: nothing of it is lost, and files that no rule publishes stay on this
/// machine.
extension FilePlacer {
  /// The folders that were not reported to a person yet.
  static let fresh = FileLocation.store("set-aside/new")
  /// The folders that a person knows of.
  static let known = FileLocation.store("set-aside")

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
    var (hasUnpublished, hasFiles) = (false, tree.boundary(of: FileLocation(folder)) != nil)
    let unreadable = try tree.walk(FileLocation(folder)) { location, stamp in
      guard !hasFiles, let path = try? WorkspacePath(location.string) else {
        hasFiles = true
        return false
      }
      let isFolder = stamp.kind == .directory
      if disk.rules.isIgnored(path, isFolder)
        || !isFolder && (stamp.kind == .other || disk.rules.isLocalOnly(path, in: disk.cache))
      {
        hasUnpublished = true
        return false
      }
      if isFolder, tree.boundary(of: FileLocation(path)) == nil { folders.append(location) } else { hasFiles = true }
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
    for path in holds.paths.keys where path.isBelow(folder) {
      holds.paths[path] = nil
      disk.cache[path] = nil
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
}

extension FileTree {
  /// The names in `.git/stet/set-aside/new` of the folders that were not reported to a person yet.
  package var foldersSetAside: [String] { ((try? entries(of: FilePlacer.fresh)) ?? []).map(\.name).sorted() }

  /// Records that a person knows of a folder: it is in `.git/stet/set-aside` from now on.
  ///
  /// - Throws: `FileError` if it cannot be renamed.
  package func knowSetAside(_ name: String) throws(FileError) {
    try move(FilePlacer.fresh.appending(name), toNew: FilePlacer.known.appending(name))
  }
}
