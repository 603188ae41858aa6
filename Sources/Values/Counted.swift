/// A number with its noun.
package enum Counted {
  /// Returns `1 file`, `3 files`.
  ///
  /// - Parameter plural: the words for other numbers than one; nil for the noun with an "s".
  package static func text(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
