internal import WorkspaceAPI

/// The part of a model's context that Stet takes: the tools that are listed, and the length of a result.
package struct ModelBudget: Hashable, Sendable {
  /// The lengths that a client may ask for.
  package static let lengths = 1...1_000_000

  /// The tools that are shown.
  package var profile: ToolProfile
  /// The most letters (Unicode scalars) of a result.
  package var longest: Int

  /// Makes a budget.
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
