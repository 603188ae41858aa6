/// A list of patterns with exceptions: a pattern that begins with `!` excludes paths that earlier patterns cover. Pure.
package struct PatternList: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    var pattern: IdentityPattern
    var isException: Bool
  }

  /// The pattern of private keys; it covers Keynote presentations, too.
  package static let keys = "*.key"

  private let lines: [Line]

  /// Takes the patterns in order; the last one that covers a path decides.
  package init(_ texts: [String]) {
    lines = texts.map { text in
      text.hasPrefix("!")
        ? Line(pattern: IdentityPattern(String(text.dropFirst())), isException: true)
        : Line(pattern: IdentityPattern(text), isException: false)
    }
  }

  /// The patterns as they were written, one a line.
  package var text: String { lines.map { ($0.isException ? "!" : "") + $0.pattern.text + "\n" }.joined() }

  /// Whether the list has no patterns.
  package var isEmpty: Bool { lines.isEmpty }

  /// Whether the last pattern that covers a path is an exception.
  package func excepts(_ path: PathIdentity) -> Bool {
    lines.last { $0.pattern.covers(path) }?.isException == true
  }

  /// Returns the pattern that puts a path into the list; nil if the path is not in it.
  ///
  /// - Parameter isPresentation: called if `*.key` covers the path: the pattern means keys and not presentations.
  package func covering(_ path: PathIdentity, isPresentation: () -> Bool = { false }) -> String? {
    for line in lines.reversed() where line.pattern.covers(path) {
      if line.isException { return nil }
      if line.pattern.text != Self.keys || !isPresentation() { return line.pattern.text }
    }
    return nil
  }
}
