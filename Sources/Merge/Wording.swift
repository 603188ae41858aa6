/// Compares short texts by their words.
enum Wording {
  /// Words that many addresses share, which therefore do not count.
  private static let common: Set<String> = [
    "com", "github", "html", "http", "https", "io", "net", "org", "pdf", "www",
  ]

  /// Returns whether at least three quarters of a text's words are among those that the change from `old` to `new`
  /// adds.
  static func isAdded(_ text: ArraySlice<UInt8>, from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> Bool {
    let (words, gone, come) = (words(text), words(old), words(new))
    let total = words.values.reduce(0, +)
    let shared = words.reduce(0) { $0 + min($1.value, max(0, (come[$1.key] ?? 0) - (gone[$1.key] ?? 0))) }
    return total > 0 && shared * 4 >= total * 3
  }

  /// Returns the words of a text with their counts, ignoring case.
  private static func words(_ text: ArraySlice<UInt8>) -> [String: Int] {
    let parts = text.prefix(4_096).split { byte in
      let folded = byte | 0x20
      return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded) && byte < 0x80
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    var counts: [String: Int] = [:]
    for part in parts { counts[String(decoding: part, as: UTF8.self).lowercased(), default: 0] += 1 }
    return counts.filter { !common.contains($0.key) }
  }
}
