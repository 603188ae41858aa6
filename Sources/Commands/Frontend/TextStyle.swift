/// The style of text for people: colour only on a terminal, times in words.
package struct TextStyle: Hashable, Sendable {
  package var usesColour: Bool
  /// The present time in seconds since 1970, for relative times.
  package var now: Int64

  package init(usesColour: Bool, now: Int64) {
    self.usesColour = usesColour
    self.now = now
  }

  /// Returns a text in the colour for errors and removed text.
  package func red(_ text: String) -> String { paint(text, "31") }
  /// Returns a text in the colour for success and added text.
  package func green(_ text: String) -> String { paint(text, "32") }
  /// Returns a text in the colour for warnings.
  package func yellow(_ text: String) -> String { paint(text, "33") }
  /// Returns a text in the colour for names.
  package func cyan(_ text: String) -> String { paint(text, "36") }
  /// Returns a text in the style for details.
  package func dim(_ text: String) -> String { paint(text, "2") }
  /// Returns a text in the style for headings.
  package func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    usesColour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
