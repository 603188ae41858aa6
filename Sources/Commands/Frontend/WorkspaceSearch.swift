internal import Glibc

/// A search for the workspaces below a folder: among the folders in it and the folders in those.
///
/// Workspaces deeper below are not found, nor those beyond the largest number of entries, because the hook delays every
/// search of an agent: a folder with that many takes about a second. Links are not followed, as by agents' search
/// tools.
struct WorkspaceSearch {
  /// The largest number of entries that are read.
  private static let most = 1_000_000
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
          if Self.isFolder(child + "/.git/stet") {
            found.append(WorkspaceFolder(root: child, prefix: ""))
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
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR): found.append(path)
      // Some file systems do not name the kind.
      case Int(DT_UNKNOWN): if Self.isFolder(path) { found.append(path) }
      default: break
      }
    }
    return found
  }

  /// Returns whether a path is a folder, and no link to one.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
