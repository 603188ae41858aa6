internal import GitObjects
internal import Values

/// The words of a remote that refused a push, one line for each of its own (review A5).
///
/// Git and the hosts name refused files in words of their own: `File big.bin is 120.00 MB; this exceeds …`, or `path:
/// keys/a.env:3`. The pushed paths are therefore searched in the text; the text is not parsed.
package struct RefusalWords: Hashable, Sendable {
  /// Words of a system whose disk takes nothing more, in lowercase.
  private static let fullDisk = ["no space left on device", "disk quota exceeded", "read-only file system"]

  /// The lines.
  package let text: String

  /// Takes the text of a refusal.
  package init(_ text: String) { self.text = text }

  /// The text in one line of at most 600 characters.
  package var line: String {
    String(text.split(separator: "\n").joined(separator: "; ").prefix(600))
  }

  /// The cause if it is the remote repository, whatever is pushed; nil if the refusal may be about the pushed content.
  package var ofRepository: String? {
    // A disk that is nearly full takes small versions, so that the large ones would seem to be refused.
    let lower = text.lowercased()
    if Self.fullDisk.contains(where: { lower.contains($0) }) {
      return "the remote's disk is full or cannot be written; everything is kept here and pushed again later: \(line)"
    }
    guard text.contains("branch is currently checked out") || text.contains("refusing to update checked out branch")
    else { return nil }
    return "the branch is checked out in that folder; use a bare repository as the remote "
      + "('git clone --bare'), or run 'git config receive.denyCurrentBranch updateInstead' there"
  }

  /// Returns the pushed paths that the text names; if one name is part of another, the longer one counts.
  ///
  /// A name that could be any word of the text (`main`, `LICENSE`) counts only in quotation marks or after `path` or
  /// `file`.
  package func named(among paths: some Sequence<String>) -> [(path: String, words: String)] {
    let bytes = Array(text.utf8)
    var isTaken = [Bool](repeating: false, count: bytes.count)
    var found: [(path: String, words: String)] = []
    var seen: Set<NameKey> = []
    let ordered = paths.filter { seen.insert(NameKey($0)).inserted }.sorted { one, other in
      one.utf8.count != other.utf8.count ? one.utf8.count > other.utf8.count : one < other
    }
    for path in ordered {
      var place: Int?
      for form in [Array(path.utf8), Self.quoted(path)] {
        for start in Self.places(of: form, in: bytes)
        where !isTaken[start] && Self.isName(form, at: start, in: bytes) {
          place = place ?? start
          for index in start..<(start + form.count) { isTaken[index] = true }
        }
      }
      if let place { found.append((path, words(around: place))) }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Returns the reason to show for a path: the line that names it, if it has more than the name.
  private func words(around place: Int) -> String {
    let bytes = Array(text.utf8)
    let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let line = String(decoding: bytes[start..<end], as: UTF8.self)
    if line.split(separator: " ").count > 4 { return Self.short(line) }
    return Self.short(text.split(separator: "\n").first { $0.split(separator: " ").count > 4 }.map(String.init) ?? line)
  }

  /// The reason to show for a refusal that names no path.
  package var reason: String { Self.short(line) }

  private static func short(_ line: String) -> String {
    String((line.hasPrefix("error: ") ? line.dropFirst(7) : line[...]).prefix(200))
  }

  /// Returns a path as git quotes it with `core.quotePath`: bytes beyond ASCII in octal.
  private static func quoted(_ path: String) -> [UInt8] {
    path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [UInt8(ascii: "\\"), byte]
      case 0x20..<0x7F: return [byte]
      default:
        return Array(("\\" + NumberText.padded(byte, to: 3, radix: 8)).utf8)
      }
    }
  }

  private static func places(of name: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard let first = name.first, name.count <= bytes.count else { return [] }
    return (0...(bytes.count - name.count)).filter {
      bytes[$0] == first && bytes[$0..<($0 + name.count)].elementsEqual(name)
    }
  }

  /// Returns whether the bytes at a place are a name of their own, and not part of another name or of a sentence.
  private static func isName(_ name: [UInt8], at start: Int, in bytes: [UInt8]) -> Bool {
    var before = bytes[..<start]
    if before.suffix(2).elementsEqual("./".utf8) { before = before.dropLast(2) }
    let after = bytes[(start + name.count)...]
    guard before.last.map(isEdge) ?? true else { return false }
    if let next = after.first, !isEdge(next) {
      guard ".!?".utf8.contains(next), after.dropFirst().first.map({ $0 <= 0x20 }) ?? true else { return false }
    }
    if name.contains(where: { "/.".utf8.contains($0) }) { return true }
    if let quote = before.last, "'\"`".utf8.contains(quote), after.first == quote { return true }
    let lead = String(decoding: before.suffix(6), as: UTF8.self).lowercased()
    return ["path ", "path: ", "file ", "file: "].contains { lead.hasSuffix($0) }
  }

  private static func isEdge(_ byte: UInt8) -> Bool { byte <= 0x20 || "'\"`()[]{}<>,;:=|".utf8.contains(byte) }
}
