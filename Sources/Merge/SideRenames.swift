internal import GitObjects

/// The renames of one side since the base.
struct SideRenames {
  /// The new path of each renamed file of the base.
  var files: [NameKey: String] = [:]
  /// The new path of each renamed folder of the base; the empty text is the root.
  var folders: [NameKey: String] = [:]
  /// Files, links and repositories of this side at paths that the base lacks.
  var additions: [(path: String, entry: TreeEntry)] = []

  /// Returns the new path of a path below a renamed folder; nil if no folder above it was renamed.
  func target(of path: String) -> String? {
    guard !folders.isEmpty else { return nil }
    for folder in PathText.folders(above: path) {
      guard let target = folders[NameKey(folder)], let rest = PathText.rest(of: path, below: folder) else { continue }
      return PathText.join(target, rest)
    }
    return nil
  }
}
