/// A pattern of a `.gitattributes` line (gitattributes(5)): `*.md`, `/notes/**/log.md`, `a[0-9].txt`.
struct AttributePattern {
  private let pattern: [UInt8]
  private let isAnchored: Bool

  /// Takes a pattern; nil for one that never matches a file (it ends in a slash).
  init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.last != UInt8(ascii: "/") else { return nil }
    isAnchored = bytes.contains(UInt8(ascii: "/"))
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    pattern = bytes
  }

  /// Whether a path matches; without a slash in the pattern, whether its last part does.
  func matches(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    if isAnchored { return Self.match(pattern[...], bytes[...]) }
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return Self.match(pattern[...], bytes[start...])
  }

  private static func match(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let slash = UInt8(ascii: "/")
    switch first {
    case UInt8(ascii: "*"):
      if pattern.starts(with: "**/".utf8) {
        let rest = pattern.dropFirst(3)
        if match(rest, text) { return true }
        return text.indices.contains { text[$0] == slash && match(rest, text[($0 + 1)...]) }
      }
      if pattern.elementsEqual("**".utf8) { return true }
      let rest = pattern.drop { $0 == first }
      let end = text.firstIndex(of: slash) ?? text.endIndex
      return (text.startIndex...end).contains { match(rest, text[$0...]) }
    case UInt8(ascii: "?"):
      return text.first.map { $0 != slash } == true && match(pattern.dropFirst(), text.dropFirst())
    case UInt8(ascii: "["):
      guard let byte = text.first, byte != slash, let (holds, rest) = set(pattern, byte) else {
        return text.first == first && match(pattern.dropFirst(), text.dropFirst())
      }
      return holds && match(rest, text.dropFirst())
    case UInt8(ascii: "\\") where pattern.count > 1:
      return pattern.dropFirst().first == text.first && match(pattern.dropFirst(2), text.dropFirst())
    default: return first == text.first && match(pattern.dropFirst(), text.dropFirst())
    }
  }

  /// Whether a byte is in the set `[a-z]` that a pattern begins with, and what follows; nil where the set has no end.
  private static func set(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> (holds: Bool, rest: ArraySlice<UInt8>)? {
    var rest = pattern.dropFirst()
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var holds = false
    var isFirst = true
    while let low = rest.first, isFirst || low != UInt8(ascii: "]") {
      isFirst = false
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-"), let high = rest.dropFirst().first, high != UInt8(ascii: "]") {
        holds = holds || (low <= byte && byte <= high)
        rest = rest.dropFirst(2)
      } else {
        holds = holds || low == byte
      }
    }
    guard rest.first == UInt8(ascii: "]") else { return nil }
    return (holds != isNegated, rest.dropFirst())
  }
}
