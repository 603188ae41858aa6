internal import WorkspaceAPI

/// The sources of the variables of prompts that are costly to find. A source is read only if a prompt names its variable.
struct VariableSources: Sendable {
  /// Reads the present value of a variable; nil if the source has none.
  typealias Source = @Sendable () async throws(VerbError) -> String?

  /// The title of the next event in the calendar; nil if no calendar is set up.
  var nextEvent: Source?
  /// The present city; nil if no location is set up.
  var location: Source?
}
