internal import Merge

/// A difference for agents: unified, with four lines around each change, in a fence.
package enum UnifiedDiff {
  private static let context = 4

  /// Returns the difference in a fence that is longer than any row of backticks in it.
  static func fenced(from old: [UInt8], to new: [UInt8], path: String) -> String {
    let diff = text(from: old, to: new, path: ModelText.argument(path))
    var longest = 0
    var run = 0
    for byte in diff.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)diff\n\(diff)\(fence)\n\n"
  }

  /// Returns the difference without carriage returns.
  package static func text(from old: [UInt8], to new: [UInt8], path: String) -> String {
    let before = TextLines(old.filter { $0 != UInt8(ascii: "\r") })
    let after = TextLines(new.filter { $0 != UInt8(ascii: "\r") })
    let rule = String(repeating: "=", count: 67)
    return "Index: \(path)\n\(rule)\n--- \(path)\toriginal\n+++ \(path)\tmodified\n" + hunks(before, after)
  }

  /// Returns only the changed places.
  static func hunks(from old: [UInt8], to new: [UInt8]) -> String { hunks(TextLines(old), TextLines(new)) }

  private static func hunks(_ before: TextLines, _ after: TextLines) -> String {
    var text = ""
    var group: [LineChange] = []
    for change in LineDiff.changes(from: before, to: after) {
      if let last = group.last, change.old.lowerBound - last.old.upperBound > 2 * context {
        text += hunk(group, before, after)
        group = []
      }
      group.append(change)
    }
    return group.isEmpty ? text : text + hunk(group, before, after)
  }

  private static func hunk(_ changes: [LineChange], _ before: TextLines, _ after: TextLines) -> String {
    guard let first = changes.first, let last = changes.last else { return "" }
    let lead = min(context, first.old.lowerBound)
    let trail = min(context, before.count - last.old.upperBound)
    let old = first.old.lowerBound - lead..<last.old.upperBound + trail
    let new = first.new.lowerBound - lead..<last.new.upperBound + trail
    var text = "@@ -\(place(old)) +\(place(new)) @@\n"
    var position = old.lowerBound
    for change in changes {
      for line in position..<change.old.lowerBound { text += row(" ", before, line) }
      for line in change.old { text += row("-", before, line) }
      for line in change.new { text += row("+", after, line) }
      position = change.old.upperBound
    }
    for line in position..<old.upperBound { text += row(" ", before, line) }
    return text
  }

  private static func place(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }

  private static func row(_ sign: String, _ lines: TextLines, _ index: Int) -> String {
    let line = String(decoding: lines.bytes[lines.range(of: index)], as: UTF8.self)
    return line.utf8.last == UInt8(ascii: "\n") ? sign + line : sign + line + "\n\\ No newline at end of file\n"
  }
}
