/// How text for people is set: colour only where a terminal shows it, times as people say them.
package struct TextStyle: Hashable, Sendable {
  /// Whether to use colour.
  package var usesColour: Bool
  /// Seconds since 1970, from which relative times count.
  package var now: Int64

  /// Makes a style.
  package init(usesColour: Bool, now: Int64) {
    self.usesColour = usesColour
    self.now = now
  }

  /// For what went wrong or was taken away.
  package func red(_ text: String) -> String { paint(text, "31") }
  /// For what is well or was added.
  package func green(_ text: String) -> String { paint(text, "32") }
  /// For what a person should look at.
  package func yellow(_ text: String) -> String { paint(text, "33") }
  /// For names.
  package func cyan(_ text: String) -> String { paint(text, "36") }
  /// For what matters less.
  package func dim(_ text: String) -> String { paint(text, "2") }
  /// For headings.
  package func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    usesColour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
