internal import GitObjects

/// What one side renamed since the base.
struct SideRenames {
  /// Where each renamed file of the base stands now.
  var files: [NameKey: String] = [:]
  /// Where each renamed folder of the base stands now; the empty text is the root.
  var folders: [NameKey: String] = [:]
  /// Files, links and repositories that the base has not where this side has them.
  var additions: [(path: String, entry: TreeEntry)] = []

  /// Where a path goes that stands in a folder which this side renamed, or below one; nil where it does not.
  func target(of path: String) -> String? {
    guard !folders.isEmpty else { return nil }
    for folder in PathText.folders(above: path) {
      guard let target = folders[NameKey(folder)], let rest = PathText.rest(of: path, below: folder) else { continue }
      return PathText.join(target, rest)
    }
    return nil
  }
}
