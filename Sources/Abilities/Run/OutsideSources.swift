package import Payloads

/// The sources of facts outside the workspace, as functions.
package struct OutsideSources: Sendable {
  /// Reads a source; it may run several times at once.
  package var read: PlanRunner.Reader
  /// Returns the name of the saved place, for `{{location}}`.
  package var place: @Sendable () async -> SourceOutcome<String>

  /// Creates sources.
  package init(
    place: @escaping @Sendable () async -> SourceOutcome<String>, read: @escaping PlanRunner.Reader
  ) {
    self.read = read
    self.place = place
  }

  /// Sources of which none is set up.
  package static let none = OutsideSources(
    place: { .notSetUp("No location is set up.") },
    read: { SourceReading(.notSetUp("\($0.source.title): this source is not set up.")) })
}
