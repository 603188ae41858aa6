/// The names of files in a patch.
enum PatchName {
  /// Returns the name in a line `--- a/NAME`, with or without a time after a tab; nil for `/dev/null`.
  static func header(_ line: ArraySlice<UInt8>) -> String? {
    let name = String(decoding: line.dropFirst(4).prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)
    let text = plain(name[...])
    return text == "/dev/null" ? nil : text
  }

  /// Returns both names in `diff --git a/OLD b/NEW`, as far as they can be distinguished.
  static func pair(_ line: String) -> (old: String?, new: String?) {
    let rest = line.dropFirst("diff --git ".count)
    if rest.hasPrefix("\"") {
      let parts = rest.split(separator: "\" ", maxSplits: 1)
      guard parts.count == 2 else { return (nil, nil) }
      return withoutPrefixes(plain(parts[0] + "\""), plain(parts[1]))
    }
    // Names with blanks: if both are equal, the second one begins in the middle.
    let bytes = Array(rest.utf8)
    let middle = bytes.count / 2
    if bytes.count % 2 == 1, bytes[middle] == UInt8(ascii: " ") {
      let names = (
        String(decoding: bytes[..<middle], as: UTF8.self), String(decoding: bytes[(middle + 1)...], as: UTF8.self)
      )
      if names.0.utf8.dropFirst(2).elementsEqual(names.1.utf8.dropFirst(2)) { return withoutPrefixes(names.0, names.1) }
    }
    let parts = rest.split(separator: " ")
    return parts.count == 2 ? withoutPrefixes(plain(parts[0]), plain(parts[1])) : (nil, nil)
  }

  /// Returns the names without git's `a/` and `b/`.
  static func withoutPrefixes(_ old: String?, _ new: String?) -> (old: String?, new: String?) {
    guard old?.hasPrefix("a/") ?? true, new?.hasPrefix("b/") ?? true else { return (old, new) }
    return (old.map { String($0.dropFirst(2)) }, new.map { String($0.dropFirst(2)) })
  }

  /// Returns a name without git's quotes and escapes.
  static func plain(_ text: Substring) -> String {
    var text = text
    while text.utf8.last == UInt8(ascii: "\r") { text = Substring(text.utf8.dropLast()) }
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 1 else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8.dropFirst().dropLast()
    let letters: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8,
      UInt8(ascii: "f"): 12, UInt8(ascii: "v"): 11,
    ]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.first else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(3)
      if digits.count == 3, let value = UInt8(String(Substring(digits)), radix: 8) {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(letters[escaped] ?? escaped)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
