internal import Values

/// A pattern of paths that is matched by path identity: `*` matches any part of a name, `?` matches one character, `**`
/// matches any number of folders. Pure.
///
/// A pattern without a slash is a pattern of names, in every folder; any other pattern counts from the workspace's
/// root. A pattern that covers a folder covers everything below it.
package struct IdentityPattern: Hashable, Sendable {
  /// The pattern as it was written.
  package let text: String
  private let glob: PathGlob
  /// The comparison for a pattern of one name with at most one star, at an end: it needs no arrays of characters.
  private let plain: PlainName?

  /// One name, with an optional star at one of its ends.
  private enum PlainName: Hashable, Sendable {
    case whole(String)
    case prefix(String)
    case suffix(String)

    init?(_ name: [Character]) {
      let isWild = { (letter: Character) in letter == "*" || letter == "?" }
      if !name.contains(where: isWild) {
        self = .whole(String(name))
      } else if name.last == "*", !name.dropLast().contains(where: isWild) {
        self = .prefix(String(name.dropLast()))
      } else if name.first == "*", !name.dropFirst().contains(where: isWild) {
        self = .suffix(String(name.dropFirst()))
      } else {
        return nil
      }
    }

    func matches(_ name: String) -> Bool {
      switch self {
      case .whole(let text): name == text
      case .prefix(let text): name.hasPrefix(text)
      case .suffix(let text): name.hasSuffix(text)
      }
    }
  }

  /// Parses a pattern such as `Private/**`, `*.key` or `/notes.md`.
  package init(_ text: String) {
    self.text = text
    var names = PathIdentity(text).names.map(Array.init)
    let body = text.utf8.last == UInt8(ascii: "/") ? text.utf8.dropLast() : text.utf8[...]
    if !names.isEmpty, !body.contains(UInt8(ascii: "/")) { names.insert(["*", "*"], at: 0) }
    // A pattern for the content of a folder covers the folder too.
    if names.count > 1, names.last == ["*", "*"] { names.removeLast() }
    glob = PathGlob(names.map { String($0) }.joined(separator: "/"), letter: .character)
    plain = names.count == 2 && names[0] == ["*", "*"] ? PlainName(names[1]) : nil
  }

  /// Whether the pattern matches the path or a folder that contains it.
  package func covers(_ path: PathIdentity) -> Bool {
    if let plain { return path.names.contains(where: plain.matches) }
    return glob.covers(path.names)
  }
}
