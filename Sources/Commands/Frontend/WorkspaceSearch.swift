internal import Glibc

/// A search for the workspaces below a folder: among the folders in it and the folders in those.
///
/// Workspaces deeper below are not found, nor those beyond the largest number of entries: the hook delays every search
/// of an agent. Links are not followed, as by agents' search tools.
struct WorkspaceSearch {
  /// The largest number of entries that are read.
  private static let most = 5_000
  /// The number of levels below the folder.
  private static let levels = 2

  /// The number of entries that may still be read.
  private var left = most

  private init() {}

  /// Returns the workspaces below a folder; none if it does not exist.
  static func workspaces(below place: String) -> [WorkspaceFolder] {
    guard let top = WorkspaceFolder.resolve(place) else { return [] }
    var search = WorkspaceSearch()
    var found: [WorkspaceFolder] = []
    var level = [top]
    for _ in 0..<levels {
      var next: [String] = []
      for folder in level {
        for child in search.folders(in: folder) {
          if let workspace = try? WorkspaceFolder.find(from: child), workspace.root == child {
            found.append(workspace)
          } else {
            next.append(child)
          }
        }
      }
      level = next
    }
    return found
  }

  /// Returns the folders in a folder, without links, until the entries are used up.
  private mutating func folders(in folder: String) -> [String] {
    guard left > 0, let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while left > 0, let entry = readdir(stream) {
      left -= 1
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      let path = folder == "/" ? "/" + name : folder + "/" + name
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { found.append(path) }
    }
    return found
  }
}
