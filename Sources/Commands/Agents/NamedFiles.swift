/// The files that an agent's tool names, by their workspaces.
enum NamedFiles {
  /// Returns the paths of files or searched folders in each workspace; names outside of workspaces are left out.
  ///
  /// - Parameters:
  ///   - names: absolute names.
  ///   - isSearch: whether the names are those of searched folders, each of which may be the root of a workspace.
  static func groups(_ names: [String], isSearch: Bool) -> [(folder: WorkspaceFolder, paths: [String])] {
    var groups: [(folder: WorkspaceFolder, paths: [String])] = []
    for name in names {
      // For a link, the tool writes the target.
      for place in [resolved(name), WorkspaceFolder.resolve(name)] {
        guard let place, let folder = workspace(of: place, isSearch: isSearch),
          let path = try? folder.path(place) as String
        else { continue }
        if let index = groups.firstIndex(where: { $0.folder.root == folder.root }) {
          if !groups[index].paths.contains(path) { groups[index].paths.append(path) }
        } else {
          groups.append((folder, [path]))
        }
      }
    }
    return groups
  }

  private static func workspace(of place: String, isSearch: Bool) -> WorkspaceFolder? {
    if isSearch, let folder = try? WorkspaceFolder.find(from: place) { return folder }
    return try? WorkspaceFolder.find(from: existingFolder(place))
  }

  /// Returns the nearest existing folder above a file: the file may be new, and so may its folder.
  private static func existingFolder(_ path: String) -> String {
    var folder = path
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
      if WorkspaceFolder.resolve(folder) != nil { return folder }
    }
    return "/"
  }

  /// Returns a file's path with the links of its folders resolved, like the workspace's own path.
  private static func resolved(_ path: String) -> String {
    let folder = existingFolder(path)
    guard let real = WorkspaceFolder.resolve(folder) else { return path }
    return real + path.dropFirst(folder.count)
  }
}
