internal import Glibc

/// The names of files and folders that a shell completes. A command takes a path relative to the folder that `-C` names,
/// of which a shell knows nothing.
package enum CompletionPaths {
  /// A name in a folder.
  package struct Entry: Hashable, Sendable {
    /// The name.
    var name: String
    /// Whether it is a folder, or a link to one.
    var isFolder: Bool

    package init(_ name: String, isFolder: Bool = false) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// Returns the paths that begin with a text, sorted; a folder ends with `/`. A single folder comes with its content,
  /// so that the shell appends no blank to it. Names that begin with `.` are left out unless the text names the point,
  /// and git's folder always.
  ///
  /// - Parameter list: returns the names in a folder, which is empty or ends with `/`.
  package static func candidates(for text: String, list: (_ folder: String) -> [Entry]) -> [String] {
    let bytes = Array(text.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = String(decoding: bytes[..<slash], as: UTF8.self)
    let found = paths(in: folder, beginningWith: bytes[slash...], list)
    guard found.count == 1, let only = found.first, only.hasSuffix("/") else { return found }
    return found + paths(in: only, beginningWith: [], list)
  }

  private static func paths(
    in folder: String, beginningWith start: ArraySlice<UInt8>, _ list: (String) -> [Entry]
  ) -> [String] {
    list(folder)
      .filter { entry in
        let isHidden = entry.name.hasPrefix(".") && start.isEmpty
        return !isHidden && entry.name != ".git" && entry.name.utf8.starts(with: start)
      }
      .map { folder + $0.name + ($0.isFolder ? "/" : "") }.sorted()
  }

  /// Returns the names in a folder; none if it cannot be read.
  static func entries(of folder: String) -> [Entry] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var found: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      let isFolder =
        switch Int(entry.pointee.d_type) {
        case Int(DT_DIR): true
        // Some file systems do not name the kind.
        case Int(DT_LNK), Int(DT_UNKNOWN): WorkspaceFolder.isFolder("\(folder)/\(name)")
        default: false
        }
      found.append(Entry(name, isFolder: isFolder))
    }
    return found
  }

  /// Returns a word of a command line without the quotes and backslashes that the shell would remove; a quote may be
  /// open.
  package static func unquoted(_ word: String) -> String {
    var (text, quote, isEscaped) = ("", Character?.none, false)
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        text.append(character)
      }
    }
    return text
  }
}
