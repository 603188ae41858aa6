internal import Documents

/// Combines both versions of a conflict in one text.
package enum BothVersions {
  /// Returns the driver for a text that is to hold both versions: a file name can identify JSON too.
  package static func driver(_ driver: MergeDriver, at path: String) -> MergeDriver {
    if case .records = driver { return driver }
    let isNamed = [".json", ".jsonl", ".ndjson", ".jsonlines"].contains { path.lowercased().hasSuffix($0) }
    return isNamed ? .records(key: "id") : driver
  }

  /// Returns a text with both versions: all records, or the lines of both for other texts. nil if the result would not
  /// be JSON, because a field has one value.
  package static func text(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, driver: MergeDriver
  ) -> [UInt8]? {
    let lines = TextMerge.union(base: base, ours: ours, theirs: theirs)
    let driver = self.driver(driver, at: path)
    guard case .records = driver else { return lines }
    guard let kind = JSONText(ours, theirs, path) else { return lines }
    let merged = TextMerge.merge(base: base, ours: ours, theirs: theirs, prefer: .ours, path: path, driver: driver)
    if case .clean(let bytes) = merged, kind.reads(bytes) { return bytes }
    return kind.reads(lines) ? lines : nil
  }

  /// The form of two texts that are both JSON.
  private enum JSONText {
    case value
    case lines

    /// Finds the form that both texts have; nil if one is neither JSON nor JSON Lines. A single line is both, and the
    /// name decides.
    init?(_ one: [UInt8], _ two: [UInt8], _ path: String) {
      let isLines = [".jsonl", ".ndjson", ".jsonlines"].contains { path.lowercased().hasSuffix($0) }
      let kinds: [JSONText] = isLines ? [.lines, .value] : [.value, .lines]
      guard let kind = kinds.first(where: { $0.reads(one) && $0.reads(two) }) else { return nil }
      self = kind
    }

    func reads(_ text: [UInt8]) -> Bool {
      switch self {
      case .value: return JSONNode(text) != nil
      case .lines:
        let lines = TextLines(text)
        return (0..<lines.count).allSatisfy { line in
          lines.isBlank(line) || JSONNode(text, in: lines.range(of: line)) != nil
        }
      }
    }
  }
}
