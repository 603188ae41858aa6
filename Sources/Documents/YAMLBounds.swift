/// The limits within which a YAML text can be parsed with little work.
enum YAMLBounds {
  /// The maximum length of a front matter in bytes.
  private static let length = 64 << 10
  /// The maximum number of references to other values: each could double the work.
  private static let aliases = 20
  /// The maximum nesting of collections.
  private static let depth = 60

  /// Returns whether a text is within the limits.
  static func permit(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= length else { return false }
    var stars = 0
    var brackets = 0
    var marks = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "*"): stars += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
      case UInt8(ascii: "\n"): marks = 0
      // Each of these can start a collection inside the previous one in the same line.
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): marks += 1
      default: break
      }
      let isNested = brackets > depth || marks > 4 * depth
      if isNested { return false }
    }
    return stars <= aliases || !text.contains(UInt8(ascii: "&")) || anchors(text) == 0
  }

  /// Returns the number of possible names of values: `&` at the beginning of a word.
  private static func anchors(_ text: ArraySlice<UInt8>) -> Int {
    zip(text, text.dropFirst()).count { DocumentLines.isBlank($0) && $1 == UInt8(ascii: "&") }
  }
}
