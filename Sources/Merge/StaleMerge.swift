/// Merges two texts made from one base of which one was written first: a save, and what it had not seen.
///
/// Unlike `TextMerge` this merge has an order: two insertions at one place both stay, the earlier first. Elsewhere, where
/// only one text can stand, the later one does.
package struct StaleMerge: Hashable, Sendable {
  /// The merged text.
  package let text: [UInt8]
  /// In how many places only the later text could stand.
  package let overlaps: Int

  /// Merges a text into a later one.
  ///
  /// - Parameters:
  ///   - path: where the document is: its name says what kind of text it is.
  ///   - driver: what the workspace's `.gitattributes` say of it.
  package init(base: [UInt8], earlier: [UInt8], later: [UInt8], path: String, driver: MergeDriver) {
    let joined = Self.joined(Three(base: base, ours: earlier, theirs: later), path, driver)
    let merged = DocumentMerge.merge(
      base: joined.base, ours: joined.ours, theirs: joined.theirs, path: path, driver: driver,
      judge: MergeJudge(.theirs, first: .ours)
    ).text
    text = merged.bytes
    if case .overlapping(_, let regions) = merged { overlaps = max(1, regions.count) } else { overlaps = 0 }
  }

  /// Whether a text is another with something behind its last line.
  package static func isAppended(_ text: [UInt8], to base: [UInt8]) -> Bool {
    guard text.count > base.count, text.starts(with: base) else { return false }
    return base.isEmpty || TextLines.endsLine(base) || TextLines.endsLine(text[base.count...].prefix(1))
  }

  /// Returns the texts as they are merged, with the insertions of both that stay; `ours` is the earlier one.
  static func joined(_ texts: Three<[UInt8]>, _ path: String, _ driver: MergeDriver) -> Three<[UInt8]> {
    keepsInsertions(texts, path, driver) ? OrderedInsertions.moved(texts) : texts
  }

  /// Whether lines of both texts can stand one behind the other: not in records, nor in what has brackets around all.
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
