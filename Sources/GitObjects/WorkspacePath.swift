/// A checked path relative to the workspace's root: no empty component, no `.` or `..`, no spelling of `.git`, not
/// absolute.
///
/// Scoping is decided here, once: a `WorkspacePath` cannot name a file outside the workspace or inside its repository.
/// Symbolic links are handled by the file system layer, which opens below the root only.
package struct WorkspacePath: Hashable, Sendable {
  /// The path as text, components joined by `/`; bytes that are not UTF-8 are escaped as by `NameText`.
  package let string: String

  /// The largest number of bytes of a path: Linux opens none of more than 4,095, and the root precedes it.
  package static let longest = 4_000

  /// Checks a text and creates a path.
  ///
  /// One trailing slash and leading `./` are accepted, as shells produce them.
  ///
  /// - Throws: `WorkspacePathError` with the rule that the text breaks.
  package init(_ text: String) throws(WorkspacePathError) {
    if Self.isPlain(text) {
      string = text
      return
    }
    var body = text[...]
    // By bytes: a combining mark after a slash makes it part of another Character.
    while body.utf8.starts(with: "./".utf8) { body = Substring(body.utf8.dropFirst(2)) }
    if body.utf8.last == UInt8(ascii: "/"), body.utf8.count > 1 { body = Substring(body.utf8.dropLast()) }
    guard !body.isEmpty else { throw .empty }
    guard body.utf8.first != UInt8(ascii: "/") else { throw .absolute(text) }
    guard body.utf8.count <= Self.longest else { throw .tooLong(text) }
    for part in body.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      try Self.check(part: Substring(part), of: text)
    }
    string = String(body)
  }

  private init(unchecked string: String) {
    self.string = string
  }

  /// Returns whether a text certainly satisfies all rules, in one pass; false means that it must be checked.
  ///
  /// A start checks each path of a folder several times. Uncertain texts may spell `.git`, be escaped, or need
  /// correction.
  private static func isPlain(_ text: String) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes -> Bool in
      guard bytes.count <= longest else { return false }
      var start = 0
      for index in bytes.indices {
        let byte = bytes[index]
        if byte == 0 || byte == 0xF4 { return false }
        guard byte == UInt8(ascii: "/") else { continue }
        guard isPlain(part: bytes[start..<index]) else { return false }
        start = index + 1
      }
      return isPlain(part: bytes[start...])
    }
    return answer ?? false
  }

  /// Returns whether a component is certainly valid. `GitName.isDotGit` checks those that begin with a dot, with `gi`,
  /// or with a character that some system may ignore.
  private static func isPlain(part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = part.first, part.count <= 255, first < 0x80, first != UInt8(ascii: ".") else { return false }
    guard first | 0x20 == UInt8(ascii: "g"), let second = part.dropFirst().first else { return true }
    return second < 0x80 && second | 0x20 != UInt8(ascii: "i")
  }

  private static func check(part: Substring, of text: String) throws(WorkspacePathError) {
    guard !part.isEmpty else { throw .emptyPart(text) }
    guard part != ".", part != ".." else { throw .dots(text) }
    guard !part.utf8.contains(0) else { throw .nul }
    guard part.utf8.count <= 255 || NameText.encode(part).count <= 255 else { throw .tooLong(text) }
    guard !NameText.hasSlash(part) else { throw .dots(text) }
    guard !GitName.isDotGit(part) else { throw .dotGit(text) }
  }

  /// The components between the slashes; at least one.
  package var components: [Substring] { string.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) } }

  /// The last component.
  package var name: String {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return string }
    return String(string[string.utf8.index(after: slash)...])
  }

  /// The parent folder; nil at the root.
  package var parent: WorkspacePath? {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return WorkspacePath(unchecked: String(string[..<slash]))
  }

  /// Returns the path of an entry in this folder.
  ///
  /// - Throws: `WorkspacePathError` if the name is not one valid component.
  package func appending(_ name: String) throws(WorkspacePathError) -> WorkspacePath {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { throw .emptyPart(name) }
    if !Self.isPlain(name) { try Self.check(part: name[...], of: name) }
    return WorkspacePath(unchecked: string + "/" + name)
  }

  /// Returns whether the path is below the other one, at any depth.
  package func isBelow(_ other: WorkspacePath) -> Bool {
    string.utf8.count > other.string.utf8.count && string.utf8.starts(with: other.string.utf8)
      && string.utf8.dropFirst(other.string.utf8.count).first == UInt8(ascii: "/")
  }
}

extension WorkspacePath {
  /// Returns whether the bytes are equal: names that are only equivalent in Unicode are two files to git and to Linux.
  package static func == (left: WorkspacePath, right: WorkspacePath) -> Bool {
    left.string.hasSameBytes(as: right.string)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
}

extension WorkspacePath: Comparable {
  /// Orders paths by their bytes.
  package static func < (left: WorkspacePath, right: WorkspacePath) -> Bool {
    left.string.precedesBytes(of: right.string)
  }
}

extension WorkspacePath: CustomStringConvertible {
  /// The path as text.
  package var description: String { string }
}

extension WorkspacePath: Codable {
  /// Decodes and checks the text.
  package init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

/// The reason why a text is not a path of the workspace.
package enum WorkspacePathError: Error, Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text begins with a slash.
  case absolute(String)
  /// The text has two consecutive slashes, or a name contains one.
  case emptyPart(String)
  /// A component is `.` or `..`.
  case dots(String)
  /// A component is a spelling of `.git` on some system.
  case dotGit(String)
  /// A component has more than 255 bytes, or the whole more than 4,000.
  case tooLong(String)
  /// The text contains a zero byte.
  case nul
}

extension WorkspacePathError: CustomStringConvertible {
  /// The error message for people: the problem and the remedy.
  package var description: String {
    switch self {
    case .empty: "the path is empty; name a file in the workspace, such as Research/notes.md"
    case .absolute(let path): "'\(path)' is absolute; name it relative to the workspace's folder"
    case .emptyPart(let path): "'\(path)' has an empty part; write single slashes between names"
    case .dots(let path): "'\(path)' has a part '.' or '..'; paths may not leave the workspace"
    case .dotGit(let path): "'\(path)' spells '.git'; the repository itself is not a document"
    case .tooLong(let path): "'\(path.prefix(60))…' is too long; names have at most 255 bytes, paths 4,000"
    case .nul: "the path contains a zero byte"
    }
  }
}

/// Names that git, or another system's file system, resolves to `.git`.
package enum GitName {
  /// Code points that HFS+ ignores in names, as git's `utf8.c` lists them.
  private static let ignorable: [ClosedRange<UInt32>] = [
    0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF...0xFEFF,
  ]

  /// Returns whether a name is a spelling of `.git` on Linux, Windows or macOS.
  ///
  /// Covers any case, `git~1`, trailing dots and spaces, an NTFS stream (`.git::$INDEX_ALLOCATION`), a backslash after
  /// it, and code points that HFS+ ignores (reliability.md F10, §6).
  package static func isDotGit(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, first == UInt8(ascii: ".") || first | 0x20 == UInt8(ascii: "g") || first >= 0x80
    else { return false }
    var letters: [UInt8] = []
    for scalar in name.unicodeScalars where !ignorable.contains(where: { $0.contains(scalar.value) }) {
      guard scalar.isASCII else { return false }
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\") { break }
      letters.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    }
    while let last = letters.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") { letters.removeLast() }
    return letters == Array(".git".utf8) || letters == Array("git~1".utf8)
  }
}
