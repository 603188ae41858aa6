import TestSupport

/// Random files and queries with few words, so that queries find files.
struct RandomFiles {
  private static let words = [
    "whale", "Whales", "blue", "song", "krill", "Überfluß", "uberfluß", "naïve", "sea", "seal", "deep", "東京", "東京都",
    "京都", "大阪城", "cafe\u{301}", "café", "book_123", "don't", "x", "y",
  ]
  private static let endings = ["md", "txt", "json", "csv", "html", "org", "bin"]

  var generator: SeededGenerator

  /// Returns a random text.
  mutating func text() -> String {
    var text = ""
    if chance(4) { text += "---\ntitle: \(word())\nstatus: \(chance(2) ? "draft" : "done")\n---\n" }
    if chance(3) { text += "# \(word()) \(word())\n" }
    if chance(12) { text += "a\0b" }
    for _ in 0..<Int.random(in: 0...30, using: &generator) {
      text += word() + (chance(6) ? "\n" : chance(8) ? ", " : " ")
    }
    return text
  }

  /// Returns a random path; few names, so that files and folders replace each other.
  mutating func path() -> String {
    let folder = chance(2) ? "" : "Notes \(Int.random(in: 0..<3, using: &generator))/"
    if chance(20) { return folder + "thing" + (chance(2) ? "/inner.md" : "") }
    let ending = Self.endings.randomElement(using: &generator) ?? "md"
    return folder + "\(word())\(Int.random(in: 0..<6, using: &generator)).\(ending)"
  }

  /// Returns a random query.
  mutating func query() -> String {
    var parts: [String] = [term()]
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      if chance(4) {
        parts.insert("-" + term(), at: 0)
      } else {
        parts.append((chance(3) ? "OR " : "") + term())
      }
    }
    return parts.joined(separator: " ")
  }

  /// Changes some files.
  mutating func change(_ files: inout [String: [UInt8]]) {
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      if chance(3), let path = files.keys.sorted().randomElement(using: &generator) {
        files[path] = chance(2) ? nil : Array(text().utf8)
      } else {
        let path = path()
        // A file is not a folder at the same time.
        files = files.filter { !$0.key.hasPrefix(path + "/") && !path.hasPrefix($0.key + "/") }
        files[path] = Array(text().utf8)
      }
    }
  }

  private mutating func term() -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: "\"\(word()) \(word())\""
    case 1: "\(word().prefix(Int.random(in: 1...3, using: &generator)))*"
    case 2: "東"
    default: word()
    }
  }

  private mutating func word() -> String { Self.words.randomElement(using: &generator) ?? "x" }

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
}
