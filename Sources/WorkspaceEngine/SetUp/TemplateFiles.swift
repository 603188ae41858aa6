internal import FileSystem
internal import GitObjects

/// The template's files for a folder.
enum TemplateFiles {
  /// Writes the missing files; an existing entry at the path of one is kept.
  ///
  /// - Returns: a note for people about files that exist already; empty if all were written.
  /// - Throws: `FileError` if a file cannot be written.
  static func add(to tree: DiskTree) throws -> [String] {
    var kept: [String] = []
    for file in EmbeddedTemplate.files {
      let location = FileLocation(try WorkspacePath(file.path))
      do throws(FileError) {
        try tree.makeDirectories(location.parent)
        try tree.create(location, bytes: file.bytes, permissions: file.executable ? 0o777 : 0o666, durable: false)
      } catch {
        guard [.exists, .outside, .noParent].contains(error.code) else { throw error }
        kept.append(file.path)
      }
    }
    return kept.isEmpty
      ? [] : ["these files of the template were not added, as they exist: \(kept.joined(separator: ", "))"]
  }
}
