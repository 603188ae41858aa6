/// A pattern of paths: `*` matches any part of a name, `?` one letter, `**` as a name any number of folders, including
/// none. Pure.
///
/// The time of a match grows at most with the product of both lengths, whatever the pattern.
package struct PathGlob: Hashable, Sendable {
  /// The syntax that a pattern may have in addition to `*`, `?` and `**`.
  package struct Syntax: OptionSet, Sendable {
    /// The bits of the set.
    package let rawValue: Int

    /// Makes a syntax from its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `[a-z]` and `[!a-z]`; a bracket without a closing one is literal.
    package static let sets = Syntax(rawValue: 1)
    /// `{a,b}`; braces without a comma or a closing brace are literal.
    package static let alternatives = Syntax(rawValue: 2)
    /// `\*` for a literal star.
    package static let escapes = Syntax(rawValue: 4)
    /// `a/**` matches everything in the folder `a`, but not `a` itself.
    package static let contents = Syntax(rawValue: 8)

    /// The syntax of editors and agents.
    package static let editor: Syntax = [.sets, .alternatives]
    /// The syntax of gitattributes(5).
    package static let git: Syntax = [.sets, .escapes, .contents]
  }

  /// The unit that counts as one letter.
  package enum Letter: Sendable {
    /// A byte, as for git.
    case byte
    /// A Unicode scalar.
    case scalar
    /// A character in Swift's comparison, which ignores the composition of accents.
    case character
  }

  private enum Form: Hashable, Sendable {
    case bytes([GlobSteps<UInt8>])
    case scalars([GlobSteps<Unicode.Scalar>])
    case characters([GlobSteps<Character>])
  }

  /// The largest number of patterns without braces that one pattern expands to.
  private static let mostAlternatives = 256

  private let form: Form

  /// Parses a pattern.
  package init(_ text: String, _ syntax: Syntax = [], letter: Letter = .scalar) {
    let texts = syntax.contains(.alternatives) ? Self.expanded(Array(text.unicodeScalars)) : [text]
    switch letter {
    case .byte:
      form = .bytes(texts.map { GlobSteps(Self.names($0).map { Array($0.utf8) }, syntax) { UInt8(ascii: $0) } })
    case .scalar:
      form = .scalars(texts.map { GlobSteps(Self.names($0).map { Array($0.unicodeScalars) }, syntax) { $0 } })
    case .character:
      form = .characters(texts.map { GlobSteps(Self.names($0).map { Array($0) }, syntax) { Character($0) } })
    }
  }

  /// Returns the names of a path, split at bytes: a combining accent at the beginning of a name does not belong to the
  /// slash before it.
  private static func names(_ path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// Returns whether the pattern matches a path.
  package func matches(_ path: String) -> Bool {
    ends(in: Self.names(path)).last == true
  }

  /// Returns whether the pattern matches a path, given by its names, or a folder that contains it.
  package func covers(_ names: [String]) -> Bool { ends(in: names).dropFirst().contains(true) }

  /// Returns for each count of leading names of a path, from 0 on, whether the pattern matches them.
  private func ends(in names: [some StringProtocol]) -> [Bool] {
    switch form {
    case .bytes(let patterns): Self.ends(of: patterns, in: names.map { Array($0.utf8) })
    case .scalars(let patterns): Self.ends(of: patterns, in: names.map { Array($0.unicodeScalars) })
    case .characters(let patterns): Self.ends(of: patterns, in: names.map { Array($0) })
    }
  }

  private static func ends<Unit>(of patterns: [GlobSteps<Unit>], in names: [[Unit]]) -> [Bool] {
    guard patterns.count != 1 else { return patterns[0].ends(in: names) }
    return patterns.map { $0.ends(in: names) }.reduce([Bool](repeating: false, count: names.count + 1)) { all, more in
      zip(all, more).map { $0 || $1 }
    }
  }

  /// Returns the patterns without braces that a pattern expands to.
  private static func expanded(_ pattern: [Unicode.Scalar]) -> [String] {
    var open = [pattern]
    var done: [String] = []
    while let next = open.popLast() {
      guard open.count + done.count < mostAlternatives, let start = next.firstIndex(of: "{"),
        let end = next[start...].firstIndex(of: "}"), next[start..<end].contains(",")
      else {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: next)
        done.append(String(text))
        continue
      }
      for choice in next[(start + 1)..<end].split(separator: ",", omittingEmptySubsequences: false) {
        open.append(Array(next[..<start]) + Array(choice) + Array(next[(end + 1)...]))
      }
    }
    return done
  }
}
