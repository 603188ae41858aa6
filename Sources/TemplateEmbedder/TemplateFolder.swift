import Glibc

/// The folder whose files are embedded.
struct TemplateFolder {
  /// The place of the folder.
  let path: String

  /// Every file below it, dotfiles included, by path.
  ///
  /// - Throws: `EmbeddingError` for the first thing that cannot be embedded.
  func files() throws(EmbeddingError) -> [TemplateFile] {
    var found: [TemplateFile] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for name in try names(in: folder) {
        let relative = folder.isEmpty ? name : "\(folder)/\(name)"
        let full = "\(path)/\(relative)"
        var status = stat()
        guard lstat(full, &status) == 0 else { throw .system(path: full, code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(relative)
        case S_IFREG:
          let isExecutable = status.st_mode & S_IXUSR != 0
          found.append(TemplateFile(path: relative, text: try Self.text(of: full), isExecutable: isExecutable))
        default: throw .notAFile(path: full)
        }
      }
    }
    guard !found.isEmpty else { throw .empty(path: path) }
    return found.sorted { $0.path < $1.path }
  }

  private func names(in folder: String) throws(EmbeddingError) -> [String] {
    let full = "\(path)/\(folder)"
    guard let stream = opendir(full) else { throw .system(path: full, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the text of a file.
  ///
  /// - Throws: `EmbeddingError` if it cannot be read or is no text.
  static func text(of full: String) throws(EmbeddingError) -> String {
    guard let file = fopen(full, "r") else { throw .system(path: full, code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    guard ferror(file) == 0 else { throw .system(path: full, code: errno) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(path: full) }
    return text
  }
}

/// A file of the template.
struct TemplateFile {
  /// Path below the template's folder, parts joined by `/`.
  let path: String
  /// The whole content.
  let text: String
  /// Whether its owner may run it.
  let isExecutable: Bool
}

/// Why the template could not be turned into a source.
enum EmbeddingError: Error, Hashable, CustomStringConvertible {
  /// A system call on a path failed, with its `errno`.
  case system(path: String, code: Int32)
  /// A file is not UTF-8 text, and a string literal can hold nothing else.
  case notText(path: String)
  /// Something that is neither a file nor a folder: a template is copied, so links and devices have no place in it.
  case notAFile(path: String)
  /// The folder holds no file.
  case empty(path: String)

  /// A sentence for people.
  var description: String {
    switch self {
    case .system(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .notText(let path): "\(path): the template holds UTF-8 text only"
    case .notAFile(let path): "\(path): the template holds files and folders only"
    case .empty(let path): "\(path): there is no file in the template"
    }
  }
}
