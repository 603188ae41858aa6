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
