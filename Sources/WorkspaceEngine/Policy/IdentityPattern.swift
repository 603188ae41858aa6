/// A pattern of paths that is matched by identity: `*` stands for any part of a name, `?` for one letter, `**` for any
/// number of folders. Pure.
///
/// A pattern without a slash in it is one of names, in every folder; any other counts from the workspace's root. What
/// covers a folder covers all below it.
struct IdentityPattern: Hashable, Sendable {
  /// The pattern as it was written.
  let text: String
  private let parts: [[Character]]
  /// Of a pattern of one name with at most one star at an end: what a name is compared with, without letters' arrays.
  private let plain: PlainName?

  /// One name, with the star that may stand at one of its ends.
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

  /// Takes a pattern such as `Private/**`, `*.key` or `/notes.md`.
  init(_ text: String) {
    self.text = text
    var names = PathIdentity(text).names.map(Array.init)
    let body = text.utf8.last == UInt8(ascii: "/") ? text.utf8.dropLast() : text.utf8[...]
    if !names.isEmpty, !body.contains(UInt8(ascii: "/")) { names.insert(["*", "*"], at: 0) }
    // What is in a folder is covered with it.
    if names.count > 1, names.last == ["*", "*"] { names.removeLast() }
    parts = names
    plain = names.count == 2 && names[0] == ["*", "*"] ? PlainName(names[1]) : nil
  }

  /// Whether the path, or a folder it is in, is of the pattern.
  func covers(_ path: PathIdentity) -> Bool {
    if let plain { return path.names.contains(where: plain.matches) }
    let names = path.names.map(Array.init)
    guard !parts.isEmpty else { return false }
    return (1...max(1, names.count)).contains { Self.matches(parts[...], names.prefix($0)) }
  }

  private static func matches(_ pattern: ArraySlice<[Character]>, _ path: ArraySlice<[Character]>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == ["*", "*"] {
      return (0...path.count).contains { matches(pattern.dropFirst(), path.dropFirst($0)) }
    }
    guard let name = path.first, matchesName(first, name) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Matches one name; goes back to the last star only, so that no pattern takes more than quadratic time.
  private static func matchesName(_ pattern: [Character], _ name: [Character]) -> Bool {
    var p = 0
    var n = 0
    var star: (pattern: Int, name: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, n)
        p += 1
      } else if p < pattern.count, pattern[p] == name[n] || pattern[p] == "?" {
        p += 1
        n += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        p = last.pattern + 1
        n = last.name + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
