internal import Values

/// The lines of a file that are most similar to a text that was not found.
enum NearestText {
  /// The greatest size of a searched file, in bytes.
  private static let longestFile = 1_000_000
  /// The greatest number of shown lines.
  private static let mostLines = 20
  /// The share of its letter pairs that a line must have in common with the searched text.
  private static let leastShare = 0.4

  /// Returns the words with these lines; nil if no line is similar.
  static func text(to wanted: [UInt8], in file: [UInt8]) -> String? {
    guard file.count <= longestFile else { return nil }
    let looked = lines(wanted)
    if looked.count == 1, let line = nearest(short: looked[0], among: lines(file)) { return line }
    // The longest line represents the whole text.
    guard let key = looked.enumerated().max(by: { $0.element.utf8.count < $1.element.utf8.count }) else { return nil }
    let pairs = Self.pairs(key.element)
    guard !pairs.isEmpty else { return nil }
    let all = lines(file)
    var best: (line: Int, share: Double)?
    for (index, line) in all.enumerated() where !line.isEmpty {
      let others = Self.pairs(line)
      let share = 2 * Double(pairs.intersection(others).count) / Double(max(1, pairs.count + others.count))
      if share > best?.share ?? leastShare { best = (index, share) }
    }
    guard let best else { return nil }
    let first = max(0, best.line - key.offset)
    let last = min(all.count, first + min(looked.count, mostLines))
    guard first < last else { return nil }
    return "The nearest text begins at line \(first + 1):\n" + all[first..<last].joined(separator: "\n")
  }

  /// The greatest length of a text that is compared with parts of lines, in letters.
  private static let longestShort = 40
  /// The greatest number of compared words.
  private static let mostWords = 20_000

  /// Returns the words with the line that has words at a small distance from a short text; nil if there is none.
  private static func nearest(short text: String, among all: [String]) -> String? {
    let wanted = words(text)
    let letters = Array(wanted.joined(separator: " "))
    guard letters.count >= 3, letters.count <= longestShort else { return nil }
    var left = mostWords
    var best: (line: Int, distance: Int)?
    for (index, line) in all.enumerated() {
      let words = words(line)
      left -= words.count
      guard left >= 0 else { break }
      for start in words.indices where start + wanted.count <= words.count {
        let part = Array(words[start..<start + wanted.count].joined(separator: " "))
        guard abs(part.count - letters.count) <= letters.count / 3 else { continue }
        let distance = NameDistance.between(letters, part)
        if distance <= max(1, letters.count / 4), distance < best?.distance ?? .max { best = (index, distance) }
      }
    }
    return best.map { "The nearest text begins at line \($0.line + 1):\n" + String(all[$0.line].prefix(1_000)) }
  }

  private static func words(_ line: String) -> [String] {
    line.lowercased().split { $0.isWhitespace }.map(String.init)
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Returns the pairs of adjacent letters, without blanks.
  private static func pairs(_ line: String) -> Set<UInt16> {
    let bytes = line.utf8.prefix(1_000).filter { $0 > 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return Set(zip(bytes, bytes.dropFirst()).map { UInt16($0) << 8 | UInt16($1) })
  }
}
