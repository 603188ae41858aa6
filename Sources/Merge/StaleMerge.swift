/// Merges two texts made from one base of which one was written first: a save, and the changes that it had not seen.
///
/// Unlike `TextMerge` this merge has an order: two insertions at one place are both kept, the earlier first. In other
/// overlaps the later text is kept.
package struct StaleMerge: Hashable, Sendable {
  /// The merged text.
  package let text: [UInt8]
  /// The number of places where only the later text could be kept.
  package let overlaps: Int

  /// Merges a text into a later one.
  ///
  /// - Parameters:
  ///   - path: the document's path; its name determines the kind of text.
  ///   - driver: the merge driver from the workspace's `.gitattributes`.
  package init(base: [UInt8], earlier: [UInt8], later: [UInt8], path: String, driver: MergeDriver) {
    let joined = Self.joined(Three(base: base, ours: earlier, theirs: later), path, driver)
    let merged = DocumentMerge.merge(
      base: joined.base, ours: joined.ours, theirs: joined.theirs, path: path, driver: driver,
      judge: MergeJudge(.theirs, first: .ours)
    ).text
    text = merged.bytes
    if case .overlapping(_, let regions) = merged { overlaps = max(1, regions.count) } else { overlaps = 0 }
  }

  /// Returns whether a text is another one with text appended after its last line.
  package static func isAppended(_ text: [UInt8], to base: [UInt8]) -> Bool {
    guard text.count > base.count, text.starts(with: base) else { return false }
    return base.isEmpty || TextLines.endsLine(base) || TextLines.endsLine(text[base.count...].prefix(1))
  }

  /// Returns the texts to merge, with the insertions of both that are kept; `ours` is the earlier one.
  static func joined(_ texts: Three<[UInt8]>, _ path: String, _ driver: MergeDriver) -> Three<[UInt8]> {
    keepsInsertions(texts, path, driver) ? OrderedInsertions.moved(texts) : texts
  }

  /// Returns whether lines of both texts can follow each other: not in records, nor in formats with brackets around
  /// everything.
  private static func keepsInsertions(_ texts: Three<[UInt8]>, _ path: String, _ driver: MergeDriver) -> Bool {
    switch driver {
    case .text, .union: break
    case .records, .binary: return false
    }
    guard
      [texts.base, texts.ours, texts.theirs].allSatisfy({ $0.count <= DocumentMerge.limit && TextMerge.isText($0) })
    else { return false }
    let name = path.lowercased()
    return driver == .union || !nested.contains { name.hasSuffix($0) }
  }

  private static let nested = [
    ".json", ".jsonc", ".json5", ".geojson", ".ipynb", ".xml", ".svg", ".html", ".htm", ".xhtml", ".plist", ".toml",
    ".yaml", ".yml",
  ]
}
