/// Whether a YAML text can be read without much work, whoever wrote it.
enum YAMLBounds {
  /// How long a front matter may be, in bytes.
  private static let length = 64 << 10
  /// How many values may be references to others: each could double the work.
  private static let aliases = 20
  /// How deep collections may be nested.
  private static let depth = 60

  /// Whether a text is within the bounds.
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
      // Each of these can begin a collection inside the one before, in the same line.
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): marks += 1
      default: break
      }
      let isNested = brackets > depth || marks > 4 * depth
      if isNested { return false }
    }
    return stars <= aliases || !text.contains(UInt8(ascii: "&")) || anchors(text) == 0
  }

  /// How many marks there are that could name a value: `&` at the beginning of a word.
  private static func anchors(_ text: ArraySlice<UInt8>) -> Int {
    zip(text, text.dropFirst()).count { DocumentLines.isBlank($0) && $1 == UInt8(ascii: "&") }
  }
}
