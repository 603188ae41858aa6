/// A pattern of paths, split into names and these into tokens.
struct GlobSteps<Unit: Hashable & Comparable & Sendable>: Hashable, Sendable {
  private enum Step: Hashable, Sendable {
    /// Any number of folders, including none.
    case folders
    /// One name.
    case name([Token])
  }

  private enum Token: Hashable, Sendable {
    case one(Unit)
    case any
    case run
    case set([ClosedRange<Unit>], isNegated: Bool)

    /// Returns whether the token matches one unit; `run` matches any number and therefore none here.
    func takes(_ unit: Unit) -> Bool {
      switch self {
      case .one(let own): own == unit
      case .any: true
      case .run: false
      case .set(let ranges, let isNegated): ranges.contains { $0.contains(unit) } != isNegated
      }
    }
  }

  private var steps: [Step] = []

  /// Parses the names of a pattern.
  ///
  /// - Parameter letter: returns the unit of an ASCII letter.
  init(_ names: [[Unit]], _ syntax: PathGlob.Syntax, _ letter: (Unicode.Scalar) -> Unit) {
    let stars = [letter("*"), letter("*")]
    for (index, name) in names.enumerated() {
      if name != stars {
        steps.append(.name(Self.tokens(name, isLast: index == names.count - 1, syntax, letter)))
      } else if steps.last != .folders {
        // A repeated `**` has the same meaning as a single one.
        steps.append(.folders)
      }
    }
    if syntax.contains(.contents), steps.last == .folders { steps.append(.name([.run])) }
  }

  private static func tokens(
    _ name: [Unit], isLast: Bool, _ syntax: PathGlob.Syntax, _ letter: (Unicode.Scalar) -> Unit
  ) -> [Token] {
    let (star, mark, escape, bracket) = (letter("*"), letter("?"), letter("\\"), letter("["))
    var tokens: [Token] = []
    var position = 0
    while position < name.count {
      let unit = name[position]
      position += 1
      if unit == star {
        tokens.append(.run)
      } else if unit == mark {
        tokens.append(.any)
      } else if unit == escape, syntax.contains(.escapes), position < name.count || !isLast {
        // The escaped letter is the slash after the name.
        guard position < name.count else { break }
        tokens.append(.one(name[position]))
        position += 1
      } else if unit == bracket, syntax.contains(.sets), let set = set(name, &position, letter) {
        tokens.append(set)
      } else {
        tokens.append(.one(unit))
      }
    }
    return tokens
  }

  /// Parses the set after its opening bracket; returns nil and leaves the position unchanged if there is no closing
  /// bracket.
  private static func set(
    _ name: [Unit], _ position: inout Int, _ letter: (Unicode.Scalar) -> Unit
  ) -> Token? {
    var rest = name[position...]
    let isNegated = rest.first == letter("!") || rest.first == letter("^")
    if isNegated { rest = rest.dropFirst() }
    var ranges: [ClosedRange<Unit>] = []
    var isFirst = true
    while let low = rest.first, isFirst || low != letter("]") {
      isFirst = false
      if let (found, end) = classRanges(rest, letter) {
        ranges += found
        rest = rest[end...]
        continue
      }
      rest = rest.dropFirst()
      if rest.first == letter("-"), let high = rest.dropFirst().first, high != letter("]") {
        if low <= high { ranges.append(low...high) }
        rest = rest.dropFirst(2)
      } else {
        ranges.append(low...low)
      }
    }
    guard !rest.isEmpty else { return nil }
    position = rest.startIndex + 1
    return .set(ranges, isNegated: isNegated)
  }

  /// Returns the letters of a class such as `[:space:]` at the beginning, and the index behind it; nil if there is none.
  private static func classRanges(
    _ rest: ArraySlice<Unit>, _ letter: (Unicode.Scalar) -> Unit
  ) -> (ranges: [ClosedRange<Unit>], end: Int)? {
    for (name, ranges) in classes {
      let text = "[:\(name):]".unicodeScalars.map(letter)
      guard rest.starts(with: text) else { continue }
      return (ranges.map { letter($0.lowerBound)...letter($0.upperBound) }, rest.startIndex + text.count)
    }
    return nil
  }

  /// The classes of POSIX, for ASCII.
  private static var classes: [(name: String, ranges: [ClosedRange<Unicode.Scalar>])] {
    [
      ("space", ["\t"..."\r", " "..." "]), ("blank", ["\t"..."\t", " "..." "]), ("digit", ["0"..."9"]),
      ("alpha", ["A"..."Z", "a"..."z"]), ("alnum", ["0"..."9", "A"..."Z", "a"..."z"]), ("upper", ["A"..."Z"]),
      ("lower", ["a"..."z"]), ("xdigit", ["0"..."9", "A"..."F", "a"..."f"]),
      ("punct", ["!"..."/", ":"..."@", "["..."`", "{"..."~"]), ("graph", ["!"..."~"]), ("print", [" "..."~"]),
      ("cntrl", ["\0"..."\u{1F}", "\u{7F}"..."\u{7F}"]),
    ]
  }

  /// Returns for each count of leading names, from 0 on, whether the pattern matches that many.
  ///
  /// It keeps the reachable counts after each step instead of backtracking, so that many `**` stay fast.
  func ends(in names: [[Unit]]) -> [Bool] {
    var reached = [Bool](repeating: false, count: names.count + 1)
    reached[0] = true
    for step in steps {
      switch step {
      case .folders:
        let first = reached.firstIndex(of: true) ?? reached.count
        for index in first..<reached.count { reached[index] = true }
      case .name(let tokens):
        for index in names.indices.reversed() {
          reached[index + 1] = reached[index] && Self.matches(names[index], tokens)
        }
        reached[0] = false
      }
    }
    return reached
  }

  /// Matches one name; backtracks only to the last star.
  private static func matches(_ name: [Unit], _ tokens: [Token]) -> Bool {
    var token = 0
    var place = 0
    var star: (token: Int, place: Int)?
    while place < name.count {
      if token < tokens.count, tokens[token] == .run {
        star = (token, place)
        token += 1
      } else if token < tokens.count, tokens[token].takes(name[place]) {
        token += 1
        place += 1
      } else if let last = star {
        star = (last.token, last.place + 1)
        token = last.token + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { $0 == .run }
  }
}
