/// Whether two short texts are likely to speak of the same thing.
enum Wording {
  /// How many texts on a side are compared; of more, some are taken to be similar.
  private static let limit = 64
  /// What half the addresses in any list have in common.
  private static let common: Set<String> = [
    "com", "github", "html", "http", "https", "io", "net", "org", "pdf", "www",
  ]

  /// Whether one of the first texts has most of its words in common with one of the second.
  static func haveSimilar(_ first: [ArraySlice<UInt8>], _ second: [ArraySlice<UInt8>]) -> Bool {
    guard first.count <= limit, second.count <= limit else { return true }
    let others = second.map(words)
    return first.map(words).contains { words in others.contains { isSimilar(words, $0) } }
  }

  /// Whether a text's words are mostly such as another wording of something else adds to it.
  static func isAdded(_ text: ArraySlice<UInt8>, from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> Bool {
    let (words, gone, come) = (words(text), words(old), words(new))
    let total = words.values.reduce(0, +)
    let shared = words.reduce(0) { $0 + min($1.value, max(0, (come[$1.key] ?? 0) - (gone[$1.key] ?? 0))) }
    return total > 0 && shared * 4 >= total * 3
  }

  private static func isSimilar(_ first: [String: Int], _ second: [String: Int]) -> Bool {
    let total = first.values.reduce(0, +) + second.values.reduce(0, +)
    let shared = first.reduce(0) { $0 + min($1.value, second[$1.key] ?? 0) }
    return total > 0 && shared * 10 >= total * 3
  }

  /// The words of a text with how often each stands there, whatever their case.
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
