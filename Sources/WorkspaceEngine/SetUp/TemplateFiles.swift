internal import FileSystem
internal import GitObjects

/// The template's files, laid down in a folder.
enum TemplateFiles {
  /// Writes the files that are missing; what stands at the place of one stays as it is.
  ///
  /// - Returns: a line for people about the files that stand there already; none where all were written.
  /// - Throws: `FileError` where a file cannot be written.
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
