internal import GitObjects

/// Paths that one side changed, and the question whether another change meets them: at the path itself, above or below.
struct TouchedPaths {
  private var paths: Set<NameKey> = []
  /// Every folder that a changed path is in.
  private var folders: Set<NameKey> = []

  /// Takes the paths of changes.
  init(_ changes: [TreeChange]) {
    for change in changes {
      paths.insert(NameKey(change.path))
      folders.formUnion(Self.folders(of: change.path))
    }
  }

  /// Whether a change of a path meets one of these: a file in the place of a folder counts too.
  func meets(_ path: String) -> Bool {
    let key = NameKey(path)
    return paths.contains(key) || folders.contains(key) || Self.folders(of: path).contains { paths.contains($0) }
  }

  private static func folders(of path: String) -> [NameKey] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { NameKey(String(path[..<$0])) }
  }
}
