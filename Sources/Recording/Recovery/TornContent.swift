internal import Merge

/// The remains of a file that nobody synced before a power cut: its beginning, and zeros in blocks that were not
/// written yet.
package enum TornContent {
  /// The size of a sector: devices write whole ones, so a hole within a file ends at the end of one.
  private static let sector = 512

  /// Returns whether bytes are the beginning of a text, followed by nothing or zeros.
  package static func isPart(_ bytes: [UInt8], of whole: [UInt8]) -> Bool {
    guard bytes.count <= whole.count else { return false }
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return whole.starts(with: bytes[..<end])
  }

  /// Returns whether bytes are a version of a file in which some sectors, or all after a place, are zeros.
  ///
  /// The size may differ from the version's: it is written separately from the content.
  static func isLeft(_ bytes: [UInt8], of version: [UInt8]) -> Bool {
    var isTorn = bytes.count > version.count
    var place = 0
    while place < bytes.count {
      let expected = place < version.count ? version[place] : 0
      if bytes[place] == expected {
        place += 1
        continue
      }
      guard bytes[place] == 0 else { return false }
      let end = bytes[place...].firstIndex { $0 != 0 } ?? bytes.count
      guard end == bytes.count || end % sector == 0 else { return false }
      isTorn = true
      place = end
    }
    return isTorn
  }

  /// Returns a text without the zeros at its end; nil if there are none, or it is no text, whose zeros may be intended.
  static func withoutTail(_ bytes: [UInt8]) -> [UInt8]? {
    guard let last = bytes.lastIndex(where: { $0 != 0 }), last + 1 < bytes.count else { return nil }
    let text = Array(bytes[...last])
    return TextMerge.isText(text) ? text : nil
  }
}
