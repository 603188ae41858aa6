internal import FileSystem
internal import LocalState

/// File names that git and Stet ignore on this machine only, for a folder without its own `.gitignore`.
enum StandardExclusions {
  /// The patterns: those of the template, unfinished downloads, and folders of package managers.
  private static var lines: [Substring] {
    let template = EmbeddedTemplate.files.first { $0.path == ".gitignore" }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    let lines = (template ?? "").split(separator: "\n")
    return lines + [
      "# What is still being downloaded, and what package managers make again.", "*.part", "*.crdownload",
      "node_modules/",
    ]
  }

  /// Adds the patterns to `.git/info/exclude` if the folder has no `.gitignore`.
  ///
  /// - Returns: a note for people; empty if nothing was added.
  /// - Throws: `FileError` if the file cannot be written.
  static func add(to tree: DiskTree) throws(FileError) -> [String] {
    guard !names(in: tree).contains(".gitignore") else { return [] }
    var bytes = try StoredFile.exclusions.read(from: tree, limit: 1 << 20) ?? []
    let present = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
    let missing = lines.filter { !present.contains($0) }
    guard missing.contains(where: { !$0.hasPrefix("# ") }) else { return [] }
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    for line in missing { bytes += Array((line + "\n").utf8) }
    try StoredFile.exclusions.write(bytes, .volatile, in: tree)
    return [
      "there is no .gitignore: what editors, desktops and tools leave (*~, .*.swp, .DS_Store, *.part, node_modules/) is "
        + "not recorded on this machine; .git/info/exclude has the list"
    ]
  }

  private static func names(in tree: DiskTree) -> [String] { (try? tree.entries(of: .root))?.map(\.name) ?? [] }
}
