/// Operations on paths by bytes: a combining mark after a slash would make the slash part of another Character.
enum PathText {
  /// Returns the folder that holds a path; the empty text for the root.
  static func folder(_ path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[..<$0]) } ?? ""
  }

  /// Returns the last part of a path.
  static func name(_ path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// Returns the folders above a path, nearest first, without the root.
  static func folders(above path: String) -> [String] {
    var found: [String] = []
    var folder = folder(path)
    while !folder.isEmpty {
      found.append(folder)
      folder = Self.folder(folder)
    }
    return found
  }

  /// Returns a path below a folder; the empty text is the root.
  static func join(_ folder: String, _ rest: String) -> String { folder.isEmpty ? rest : folder + "/" + rest }

  /// Returns the part of a path after a folder's slash; nil if the path is not below it.
  static func rest(of path: String, below folder: String) -> String? {
    guard path.utf8.count > folder.utf8.count + 1, path.utf8.starts(with: folder.utf8) else { return nil }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.first == slash ? String(Substring(rest.dropFirst())) : nil
  }

  /// Returns whether a path sorts first by bytes, the order on which all machines agree.
  static func precedes(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }

  private static let slash = UInt8(ascii: "/")
}
