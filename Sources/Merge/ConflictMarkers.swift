/// Writes a conflict into the text as stock git does, for people who merge with git and resolve it in an editor.
package enum ConflictMarkers {
  /// Returns one side's text with conflict markers around its differences from the other.
  ///
  /// - Parameters:
  ///   - ours: the merged text with our side's words in the overlaps.
  ///   - theirs: the merged text with their side's words in the overlaps.
  ///   - size: the number of characters of a marker.
  package static func marked(ours: [UInt8], theirs: [UInt8], size: Int) -> [UInt8] {
    let lines = (TextLines(ours), TextLines(theirs))
    let end = Array(lines.0.lineEnd ?? lines.1.lineEnd ?? [UInt8(ascii: "\n")])
    func marker(_ mark: Character, _ label: String) -> [UInt8] {
      Array((String(repeating: mark, count: max(1, size)) + label).utf8) + end
    }
    var result: [UInt8] = []
    func add(_ text: ArraySlice<UInt8>) {
      result += text
      if !text.isEmpty, !TextLines.endsLine(text) { result += end }
    }
    var position = 0
    for change in LineDiff.changes(from: lines.0, to: lines.1) {
      result += lines.0[position..<change.old.lowerBound]
      result += marker("<", " ours")
      add(lines.0[change.old])
      result += marker("=", "")
      add(lines.1[change.new])
      result += marker(">", " theirs")
      position = change.old.upperBound
    }
    return result + lines.0[position..<lines.0.count]
  }
}
