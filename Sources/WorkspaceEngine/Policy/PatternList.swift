/// A list of patterns with exceptions: one that begins with `!` takes out what the ones before it cover. Pure.
struct PatternList: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    var pattern: IdentityPattern
    var isException: Bool
  }

  private let lines: [Line]

  /// Takes patterns in order; the last that covers a path decides.
  init(_ texts: [String]) {
    lines = texts.map { text in
      text.hasPrefix("!")
        ? Line(pattern: IdentityPattern(String(text.dropFirst())), isException: true)
        : Line(pattern: IdentityPattern(text), isException: false)
    }
  }

  /// The patterns as they were written, one a line.
  var text: String { lines.map { ($0.isException ? "!" : "") + $0.pattern.text + "\n" }.joined() }

  /// Whether it covers nothing.
  var isEmpty: Bool { lines.isEmpty }

  /// Whether an exception takes a path out by name.
  func excepts(_ path: PathIdentity) -> Bool {
    lines.last { $0.pattern.covers(path) }?.isException == true
  }

  /// The pattern because of which a path is in the list; nil where it is not.
  ///
  /// - Parameter isPresentation: asked where `*.key` covers the path: it means keys, and no presentations.
  func covering(_ path: PathIdentity, isPresentation: () -> Bool = { false }) -> String? {
    for line in lines.reversed() where line.pattern.covers(path) {
      if line.isException { return nil }
      if line.pattern.text != KeynoteDocument.pattern || !isPresentation() { return line.pattern.text }
    }
    return nil
  }
}
