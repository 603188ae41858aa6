/// The byte order mark of UTF-8, with which some programs begin a text (RFC 3629, section 6).
package enum ByteOrderMark {
  /// Its bytes.
  package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the number of bytes of a text's mark: 3, or 0 for a text without one.
  package static func length(in text: some Collection<UInt8>) -> Int { text.starts(with: bytes) ? bytes.count : 0 }
}
