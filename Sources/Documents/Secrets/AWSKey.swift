/// Recognizes a secret key of AWS, which has no prefix, beside a word that indicates one. Pure.
enum AWSKey {
  private static let cues = ["aws", "akia", "asia", "secret access"]

  /// Returns whether a run is one: 40 letters of all kinds, with "aws" or "secret" in its line or the one before.
  static func isKey(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    // An address continues after the dot of its host.
    guard range.count == 40, range.lowerBound == 0 || text[range.lowerBound - 1] != UInt8(ascii: "."),
      SecretPassword(text[range]).isMixedKey
    else { return false }
    let before = text[max(0, range.lowerBound - 200)..<range.lowerBound]
    let lines = String(decoding: before, as: UTF8.self).lowercased().split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.suffix(2).contains { line in cues.contains(where: line.contains) }
  }
}
