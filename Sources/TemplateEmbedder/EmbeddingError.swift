import Glibc

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
