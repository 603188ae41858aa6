/// The figures of a storm.
package struct StormFigures: Sendable {
  /// One machine's part.
  package struct Part: Sendable {
    /// The machine.
    package var name: String
    /// Times from a save until the remote's branch had it, in order.
    package var delays: [Duration]
    /// Pushes, and of these those whose branch was turned away, and those that left something in the inbox.
    package var pushes: Int
    /// Pushes that were turned away.
    package var rejections: Int
    /// Pushes that left commits in the machine's inbox.
    package var inboxes: Int
    /// Fetches.
    package var fetches: Int

    /// The delay that so large a part of the saves stays below; zero without saves.
    package func delay(_ part: Double) -> Duration {
      delays.isEmpty ? .zero : delays[min(delays.count - 1, Int(Double(delays.count) * part))]
    }
  }

  /// The scene.
  package var title: String
  /// The seed.
  package var seed: UInt64
  /// By machine.
  package var parts: [Part]
  /// Saves that were recorded.
  package var saves: Int
  /// Of them, those that the remote's branch has not got.
  package var left: Int
  /// Merge commits in the branch.
  package var merges: Int
  /// How long after the last save all had the same; nil where they never had.
  package var convergence: Duration?
  /// Whether all folders have the same files.
  package var isEqual: Bool
  /// Lines that are neither in their file nor in an open conflict, and that nobody replaced who had read them (I9).
  package var lost: [String]
  /// Questions that were asked, and what failed.
  package var troubles: [String]

  /// Merge commits as a share of the saves.
  package var mergeShare: Double { saves == 0 ? 0 : Double(merges) / Double(saves) }
}
