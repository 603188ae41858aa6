/// The names of files and folders that a shell completes. A command takes a path relative to the folder that `-C` names,
/// of which a shell knows nothing.
package enum CompletionPaths {
  /// Returns the paths that begin with a text, sorted; a folder ends with `/`. A single folder comes with its content,
  /// so that the shell appends no blank to it. Names that begin with `.` are left out unless the text names the point,
  /// and git's folder always.
  ///
  /// - Parameters:
  ///   - list: returns the names in a folder, which is empty or ends with `/`.
  ///   - isFolder: returns whether a path is a folder, or a link to one; called for the found paths only.
  package static func candidates(
    for text: String, list: (_ folder: String) -> [String], isFolder: (_ path: String) -> Bool
  ) -> [String] {
    func paths(in folder: String, beginningWith start: ArraySlice<UInt8>) -> [String] {
      list(folder)
        .filter { name in
          let isHidden = name.hasPrefix(".") && start.isEmpty
          return !isHidden && name != ".git" && name.utf8.starts(with: start)
        }
        .map { folder + $0 }.map { $0 + (isFolder($0) ? "/" : "") }.sorted()
    }
    let bytes = Array(text.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let found = paths(in: String(decoding: bytes[..<slash], as: UTF8.self), beginningWith: bytes[slash...])
    guard found.count == 1, let only = found.first, only.hasSuffix("/") else { return found }
    return found + paths(in: only, beginningWith: [])
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
