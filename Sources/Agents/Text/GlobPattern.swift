/// A pattern of paths: `*` and `?` within a name, `**` over any folders, `[a-z]`, `{a,b}`; names may begin with a dot.
struct GlobPattern: Hashable, Sendable {
  /// A pattern may not stand for more than this many without braces.
  private static let mostAlternatives = 256

  private let alternatives: [[[Unicode.Scalar]]]

  /// Reads a pattern; a bracket or brace without its end stands for itself.
  init(_ text: String) {
    alternatives = Self.expanded(Array(text.unicodeScalars)).map { pattern in
      pattern.split(separator: "/", omittingEmptySubsequences: true).map { Array($0) }
    }
  }

  /// Whether a path is one that it stands for.
  func matches(_ path: String) -> Bool {
    let parts = path.unicodeScalars.split(separator: "/").map { Array($0) }
    return alternatives.contains { Self.matches($0[...], parts[...]) }
  }

  private static func matches(_ pattern: ArraySlice<[Unicode.Scalar]>, _ parts: ArraySlice<[Unicode.Scalar]>) -> Bool {
    // Which of the pattern's parts may be reached by each length of the path: no way back, so no pattern takes long.
    var reached = Set([0])
    for step in pattern {
      let isAnyDepth = step == ["*", "*"]
      var next: Set<Int> = []
      for place in reached {
        if isAnyDepth {
          next.formUnion(place...parts.count)
        } else if place < parts.count, matches(name: parts[parts.startIndex + place], step) {
          next.insert(place + 1)
        }
      }
      reached = next
    }
    return reached.contains(parts.count)
  }

  private static func matches(name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var (position, index, star, resume) = (0, 0, -1, 0)
    while position < name.count {
      if index < pattern.count, pattern[index] == "*" {
        (star, resume) = (index, position)
        index += 1
      } else if index < pattern.count, let length = match(name[position], pattern[index...]) {
        index += length
        position += 1
      } else if star >= 0 {
        resume += 1
        (index, position) = (star + 1, resume)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }

  /// How much of the pattern one letter takes; nil where it is another.
  private static func match(_ letter: Unicode.Scalar, _ pattern: ArraySlice<Unicode.Scalar>) -> Int? {
    guard let first = pattern.first else { return nil }
    if first == "?" { return 1 }
    guard first == "[", let end = pattern.dropFirst(2).firstIndex(of: "]") else { return first == letter ? 1 : nil }
    var set = pattern[pattern.startIndex + 1..<end]
    let isNegated = set.first == "!" || set.first == "^"
    if isNegated { set = set.dropFirst() }
    var isIn = false
    while let low = set.popFirst() {
      if set.first == "-", set.count > 1 {
        let high = set[set.startIndex + 1]
        isIn = isIn || low <= letter && letter <= high
        set = set.dropFirst(2)
      } else {
        isIn = isIn || low == letter
      }
    }
    return isIn != isNegated ? end - pattern.startIndex + 1 : nil
  }

  private static func expanded(_ pattern: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var open = [pattern]
    var done: [[Unicode.Scalar]] = []
    while let next = open.popLast() {
      guard open.count + done.count < mostAlternatives, let start = next.firstIndex(of: "{"),
        let end = next[start...].firstIndex(of: "}"), next[start..<end].contains(",")
      else {
        done.append(next)
        continue
      }
      for choice in next[(start + 1)..<end].split(separator: ",", omittingEmptySubsequences: false) {
        open.append(Array(next[..<start]) + Array(choice) + Array(next[(end + 1)...]))
      }
    }
    return done
  }
}
