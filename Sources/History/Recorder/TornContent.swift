internal import Merge

/// What a power cut leaves of a file that nobody synced: its beginning, and zeros where blocks were not written yet.
package enum TornContent {
  /// Devices write whole sectors: a hole within a file ends where one does.
  private static let sector = 512

  /// Whether bytes are the beginning of a text, with nothing or zeros behind it.
  package static func isPart(_ bytes: [UInt8], of whole: [UInt8]) -> Bool {
    guard bytes.count <= whole.count else { return false }
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return whole.starts(with: bytes[..<end])
  }

  /// Whether bytes are a version of a file in which some sectors, or all from a place on, are zeros.
  ///
  /// The end may be nearer or farther than the version's: the size is written apart from the content.
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

  /// A text without the zeros behind it; nil where there are none, or it is no text, whose zeros may be meant.
  static func withoutTail(_ bytes: [UInt8]) -> [UInt8]? {
    guard let last = bytes.lastIndex(where: { $0 != 0 }), last + 1 < bytes.count else { return nil }
    let text = Array(bytes[...last])
    return TextMerge.isText(text) ? text : nil
  }
}
