internal import WorkspaceAPI

/// The part of a model's context that Stet takes: the listed tools, and the length of a result.
package struct ModelBudget: Hashable, Sendable {
  /// The lengths that a client may request.
  package static let lengths = 1...1_000_000

  /// The listed tools.
  package var profile: ToolProfile
  /// The greatest length of a result in letters (Unicode scalars).
  package var longest: Int
  /// Whether the client also gets structured content: then that is limited, too.
  package var isStructured = false

  package init(profile: ToolProfile = .usual, longest: Int = LineExcerpt.usual) {
    self.profile = profile
    self.longest = longest
  }

  /// The length of a result in words: `25,000`.
  var words: String {
    let digits = String(longest)
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : String(digit)
    }.joined()
  }
}
