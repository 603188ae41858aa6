/// The list of removed defaults: a text with an identity at the beginning of each line, and comments behind `#`.
enum RemovedList {
  private static let heading = """
    # Default abilities that were removed, one on each line. `stet ability reset` restores them.

    """

  /// Returns the identities in a list.
  static func identities(_ bytes: [UInt8]) -> Set<String> {
    Set(lines(of: bytes).compactMap { identity($0)?.text })
  }

  /// Returns the list with another default; all other lines are kept.
  static func adding(_ item: DefaultAbilities.Item, to bytes: [UInt8]?) -> [UInt8] {
    var text = bytes ?? Array(heading.utf8)
    if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    return text + Array("\(item.id) \(item.template.name)\n".utf8)
  }

  /// Returns the list without a default; nil if no other is left.
  static func removing(_ id: String, from bytes: [UInt8]) -> [UInt8]? {
    let kept = lines(of: bytes).filter { identity($0)?.text != id }
    return kept.contains { identity($0) != nil } ? Array(kept.joined()) : nil
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in bytes {
      lines[lines.count - 1].append(byte)
      if byte == UInt8(ascii: "\n") { lines.append([]) }
    }
    return lines.filter { !$0.isEmpty }
  }

  private static func identity(_ line: [UInt8]) -> AbilityID? {
    String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.flatMap { AbilityID(String($0)) }
  }
}
