package import FileSystem
internal import GitObjects

/// Folders that stood where a file came from elsewhere and held only what is never published (decision 57).
///
/// Such a folder is renamed into the store: nothing of it is lost, and what no rule lets out of this machine stays here.
extension Recorder {
  /// The folders that a person was not told of yet.
  private static let fresh = FileLocation.store("set-aside/new")
  /// Those that a person knows of.
  private static let known = FileLocation.store("set-aside")

  /// What a folder holds.
  enum FolderContent {
    /// Folders only; all of them, those above before those below.
    case folders([FileLocation])
    /// Besides folders only files that are ignored, local only or of no kind that is recorded.
    case unpublished
    /// Something else.
    case files
  }

  /// Looks at what a folder holds.
  ///
  /// - Throws: `FileError` where the folder cannot be read.
  func content(of folder: WorkspacePath) throws(FileError) -> FolderContent {
    var folders = [FileLocation(folder)]
    var (hasUnpublished, hasFiles) = (false, boundary(of: folder) != nil)
    let unreadable = try tree.walk(FileLocation(folder)) { location, stamp in
      guard !hasFiles, let path = try? WorkspacePath(location.string) else {
        hasFiles = true
        return false
      }
      let isFolder = stamp.kind == .directory
      if rules.isIgnored(path, isFolder) || !isFolder && (stamp.kind == .other || rules.isLocalOnly(path)) {
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
  /// - Throws: `FileError` where it cannot be renamed; it stands as it was then.
  func setAside(_ folder: WorkspacePath) throws(FileError) {
    try tree.makeDirectories(Self.fresh)
    let name = try freeName(for: folder.name)
    try tree.move(FileLocation(folder), toNew: Self.fresh.appending(name))
    // The file is placed over it: a power cut must not take the name that the folder has now.
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

  /// The names in `.git/stet/set-aside/new` of the folders that a person was not told of yet.
  package var foldersSetAside: [String] { ((try? tree.entries(of: Self.fresh)) ?? []).map(\.name).sorted() }

  /// Notes that a person knows of a folder: it is in `.git/stet/set-aside` from now on.
  ///
  /// - Throws: `FileError` where it cannot be renamed.
  package func knowSetAside(_ name: String) throws(FileError) {
    try tree.move(Self.fresh.appending(name), toNew: Self.known.appending(name))
  }
}
