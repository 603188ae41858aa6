import TestSupport

/// A document of numbered words: front matter, paragraphs, lists, tables, headings and code, which can be changed here
/// and there.
struct RandomDocument {
  private enum Block {
    case paragraph([String], width: Int)
    case quote([String])
    case item([String], width: Int, mark: String)
    case heading(String)
    case row(String)
    case code([String])
    case blank
  }

  private var keys: [(key: String, value: String)]
  private var tags: [String]
  private var blocks: [Block]
  private var lineEnd: String
  private var hasLastEnd = true
  /// The kind of its quotes, which has no meaning.
  private var quotes = 0

  /// A new one. Words come from `words`, so that no two sides invent the same.
  init(_ random: inout SeededGenerator, words: inout Int) {
    keys = ["title", "state", "note"].prefix(Int.random(in: 0...3, using: &random)).map { ($0, "v\($0)") }
    tags = (0..<Int.random(in: 0...3, using: &random)).map { "t\($0)" }
    lineEnd = ["\n", "\n", "\n", "\r\n"].randomElement(using: &random) ?? "\n"
    quotes = Int.random(in: 0..<Self.quotes.count, using: &random)
    blocks = []
    for _ in 0..<Int.random(in: 0...8, using: &random) { blocks.append(Self.block(&random, &words)) }
  }

  private static let quotes = [("\"", "\""), ("“", "”"), ("„", "“"), ("‘", "’")]
  private static let widths = [1_000, 30, 20, 16, 12]

  private static func sentence(_ random: inout SeededGenerator, _ words: inout Int) -> String {
    let count = Int.random(in: 1...4, using: &random)
    words += count
    var list = ((words - count)..<words).map { "w\($0)" }
    // Written with marks that stand for quotes and emphasis until it is known which kind.
    if let word = list.indices.randomElement(using: &random), Int.random(in: 0..<6, using: &random) == 0 {
      list[word] = Bool.random(using: &random) ? "{\(list[word])}" : "*\(list[word])*"
    }
    let end = [".", "!", ".”", ".", "…"].randomElement(using: &random) ?? "."
    return "S" + list.joined(separator: " ") + end
  }

  private static func block(_ random: inout SeededGenerator, _ words: inout Int) -> Block {
    func sentences(_ most: Int) -> [String] {
      (0..<Int.random(in: 1...most, using: &random)).map { _ in sentence(&random, &words) }
    }
    let width = widths.randomElement(using: &random) ?? 20
    switch Int.random(in: 0..<9, using: &random) {
    case 0...3: return .paragraph(sentences(5), width: width)
    case 4:
      let mark = ["- ", "- ", "- ", "  - ", "1. "].randomElement(using: &random) ?? "- "
      return .item(sentences(2), width: width, mark: mark)
    case 7: return .heading(sentence(&random, &words))
    case 5: return .row(sentence(&random, &words))
    case 6: return Bool.random(using: &random) ? .code(sentences(3)) : .quote(sentences(3))
    default: return .blank
    }
  }

  /// Makes one change somewhere.
  mutating func change(_ random: inout SeededGenerator, words: inout Int) {
    let place = blocks.indices.randomElement(using: &random)
    switch Int.random(in: 0..<15, using: &random) {
    case 0:
      if !keys.isEmpty {
        words += 1
        keys[Int.random(in: 0..<keys.count, using: &random)].value = "k\(words)"
      }
    case 1:
      words += 1
      if !tags.isEmpty { tags.insert("t\(words)", at: Int.random(in: 0...tags.count, using: &random)) }
    case 2: if tags.count > 1 { tags.remove(at: Int.random(in: 0..<tags.count, using: &random)) }
    case 3: if let place { blocks.remove(at: place) }
    case 4, 5: blocks.insert(Self.block(&random, &words), at: Int.random(in: 0...blocks.count, using: &random))
    case 6: if Int.random(in: 0..<8, using: &random) == 0 { lineEnd = lineEnd == "\n" ? "\r\n" : "\n" }
    case 7: if Int.random(in: 0..<4, using: &random) == 0 { hasLastEnd.toggle() }
    case 8: if Bool.random(using: &random) { quotes = Int.random(in: 0..<Self.quotes.count, using: &random) }
    default: if let place { changeBlock(place, &random, &words) }
    }
  }

  private mutating func changeBlock(_ place: Int, _ random: inout SeededGenerator, _ words: inout Int) {
    func changed(_ sentences: [String]) -> [String] {
      var sentences = sentences
      guard let index = sentences.indices.randomElement(using: &random) else { return sentences }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: if sentences.count > 1 { sentences.remove(at: index) }
      case 1: sentences.insert(Self.sentence(&random, &words), at: Int.random(in: 0...sentences.count, using: &random))
      default: sentences[index] = Self.sentence(&random, &words)
      }
      return sentences
    }
    switch blocks[place] {
    case .paragraph(let sentences, let width):
      blocks[place] =
        Int.random(in: 0..<5, using: &random) == 0
        ? .paragraph(sentences, width: Self.widths.randomElement(using: &random) ?? width)
        : .paragraph(changed(sentences), width: width)
    case .quote(let sentences): blocks[place] = .quote(changed(sentences))
    case .code(let lines): blocks[place] = .code(changed(lines))
    case .item(let sentences, let width, let mark):
      blocks[place] =
        Int.random(in: 0..<4, using: &random) == 0
        ? .item(sentences, width: Self.widths.randomElement(using: &random) ?? width, mark: mark)
        : .item(changed(sentences), width: width, mark: mark)
    case .heading: blocks[place] = .heading(Self.sentence(&random, &words))
    case .row: blocks[place] = .row(Self.sentence(&random, &words))
    case .blank: break
    }
  }

  /// Its bytes.
  var bytes: [UInt8] {
    var lines: [String] = []
    if !keys.isEmpty || !tags.isEmpty {
      lines.append("---")
      lines += keys.map { "\($0.key): \($0.value)" }
      if !tags.isEmpty { lines.append("tags: [\(tags.joined(separator: ", "))]") }
      lines += ["---", ""]
    }
    for block in blocks {
      switch block {
      case .paragraph(let sentences, let width): lines += Self.wrapped(sentences, width) + [""]
      case .quote(let sentences): lines += Self.wrapped(sentences, 20).map { "> " + $0 } + [""]
      case .item(let sentences, let width, let mark):
        let wrapped = Self.wrapped(sentences, width)
        lines += wrapped.prefix(1).map { mark + $0 }
        lines += wrapped.dropFirst().map { String(repeating: " ", count: mark.utf8.count) + $0 }
      case .heading(let text): lines += ["# " + text, ""]
      case .row(let text): lines.append("| \(text) |")
      case .code(let code): lines += ["```"] + code + ["```", ""]
      case .blank: lines.append("")
      }
    }
    let text = lines.joined(separator: lineEnd) + (hasLastEnd && !lines.isEmpty ? lineEnd : "")
    let (opening, closing) = Self.quotes[quotes]
    return text.utf8.flatMap { byte in
      switch byte {
      case UInt8(ascii: "{"): Array(opening.utf8)
      case UInt8(ascii: "}"): Array(closing.utf8)
      default: [byte]
      }
    }
  }

  private static func wrapped(_ sentences: [String], _ width: Int) -> [String] {
    var lines: [String] = []
    for word in sentences.joined(separator: " ").split(separator: " ") {
      if let last = lines.last, last.utf8.count + word.utf8.count < width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
