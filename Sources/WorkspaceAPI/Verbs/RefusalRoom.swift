/// The letters of a refused write's answer for the present text and for the difference from the caller's version.
///
/// The daemon counts as read what the tool shows, so both use these numbers. Pure.
package struct RefusalRoom: Hashable, Sendable {
  /// The greatest number of letters of a difference.
  private static let longestDifference = 5_000

  /// The letters for both texts together.
  package let longest: Int

  /// Creates the room of a client that shows so many letters of a result; nil for the usual number.
  package init(shownLength: Int?) { longest = shownLength ?? LineExcerpt.usual }

  /// The letters of the present text that are shown in any case.
  package var present: Int { longest / 2 }

  /// Returns the letters for the difference beside a present text of so many letters; 0 for no text.
  ///
  /// A present text that fits is shown whole; of a longer one the difference is shown first.
  package func difference(beside length: Int) -> Int {
    min(Self.longestDifference, length <= longest ? longest - length : longest - present)
  }
}
