package import Abilities
package import Payloads

/// The sources of facts for prompts.
package struct PromptFacts: Sendable {
  /// The sources outside the workspace.
  let outside: OutsideSources
  /// Returns the present time in the zone of runs.
  let now: @Sendable () async -> LocalTime

  /// Creates sources.
  package init(outside: OutsideSources, now: @escaping @Sendable () async -> LocalTime) {
    self.outside = outside
    self.now = now
  }

  /// No sources outside the workspace; the time is that of a clock that does not move.
  package static let none = PromptFacts(outside: .none, now: { LocalTime(seconds: 0, offset: 0) })
}
