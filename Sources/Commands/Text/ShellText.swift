/// Text in the syntax of a shell.
enum ShellText {
  /// Returns the text as one word, in quotes only if it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte.isAlphanumeric || "/._-+@:,=".utf8.contains(byte)
      }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
