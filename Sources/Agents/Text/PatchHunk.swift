/// One place of a file that a patch changes.
struct PatchHunk: Hashable, Sendable {
  /// The effect of a patch on a line.
  enum Kind: Hashable, Sendable {
    /// The line stays.
    case kept
    /// The line is removed.
    case removed
    /// The line is added.
    case added
  }

  /// A line of the hunk.
  struct Line: Hashable, Sendable {
    /// The effect on the line.
    var kind: Kind
    /// The text, without its end.
    var text: [UInt8]
    /// Whether it ends with a newline.
    var isEnded = true
  }

  /// The first line before the change, counted from 1; for a place without lines the line before it.
  var start: Int
  var lines: [Line] = []
  private var oldLeft: Int
  private var newLeft: Int

  /// Reads `@@ -1,2 +3,4 @@`; nil for any other line.
  init?(header: String) {
    let parts = header.split(separator: " ")
    guard parts.count >= 4, parts[0] == "@@", parts[3].hasPrefix("@@"), parts[1].first == "-", parts[2].first == "+",
      let old = Self.range(parts[1].dropFirst()), let new = Self.range(parts[2].dropFirst())
    else { return nil }
    start = old.first
    oldLeft = old.count
    newLeft = new.count
  }

  /// Whether more lines follow.
  var isOpen: Bool { oldLeft > 0 || newLeft > 0 }

  /// The lines that the file must have.
  var old: [Line] { lines.filter { $0.kind != .added } }

  /// Reads a line of the patch; returns false if it is invalid there.
  mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
    if line.first == UInt8(ascii: "\\") {
      endWithoutNewline()
      return true
    }
    let text = Array(line.dropFirst())
    switch line.first {
    // A line without any character is an empty one whose blank was trimmed.
    case UInt8(ascii: " "), nil:
      lines.append(Line(kind: .kept, text: text))
      oldLeft -= 1
      newLeft -= 1
    case UInt8(ascii: "-"):
      lines.append(Line(kind: .removed, text: text))
      oldLeft -= 1
    case UInt8(ascii: "+"):
      lines.append(Line(kind: .added, text: text))
      newLeft -= 1
    default: return false
    }
    return oldLeft >= 0 && newLeft >= 0
  }

  /// Marks the line before as the last of its file, without a newline.
  mutating func endWithoutNewline() {
    guard !lines.isEmpty else { return }
    lines[lines.count - 1].isEnded = false
  }

  private static func range(_ text: Substring) -> (first: Int, count: Int)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let first = parts.first.flatMap({ Int($0) }), parts.count < 3,
      let count = parts.count == 2 ? Int(parts[1]) : 1, (0...10_000_000).contains(first),
      (0...10_000_000).contains(count)
    else { return nil }
    return (first, count)
  }
}
