internal import Facts
internal import WorkspaceAPI

/// The person's sources of facts, as `sources.toml` names them.
struct PersonalSources {
  /// The path of the settings.
  let path: String
  let facts: FactSources

  /// Finds the settings; reads nothing yet.
  ///
  /// - Throws: `VerbError` if the environment names no home folder.
  init(environment: [String: String]) throws(VerbError) {
    guard let facts = FactSources(environment: environment) else {
      throw VerbError(.failed, "HOME is not set, so there are no settings.", next: "Set HOME.")
    }
    path = facts.surroundings.settings
    self.facts = facts
  }

  /// Returns the sources with their permissions.
  ///
  /// - Throws: `VerbError` if the settings cannot be used.
  func permissions() async throws(VerbError) -> [FactSources.Permission] {
    do throws(SourceFilesError) { return try await facts.permissions() } catch { throw Self.problem(error) }
  }

  /// Returns the sentence on an unknown time zone of the settings; nil if there is none.
  ///
  /// - Throws: `VerbError` if the settings cannot be used.
  func zoneProblem() async throws(VerbError) -> String? {
    do throws(SourceFilesError) { return try await facts.settingsTime()?.problem } catch { throw Self.problem(error) }
  }

  /// Records the person's decision about a source.
  ///
  /// - Parameter agent: the agent that runs the command; nil for a person.
  /// - Throws: `VerbError` if an agent decides, there is no such source, or the decision cannot be written.
  func decide(_ name: String, _ access: SourceAccess, agent: String?) async throws(VerbError) -> Source {
    if let agent {
      throw VerbError(
        .refused, "Only a person decides about sources, and \(agent) runs this command.", kept: "Nothing was changed.",
        next: "Ask the person to run 'stet source \(access.rawValue) \(name)' in a terminal.")
    }
    do throws(SourceFilesError) {
      if let source = try await facts.decide(name, access) { return source }
    } catch {
      throw Self.problem(error)
    }
    throw unknown(name, among: try await permissions().map(\.source.name))
  }

  /// Returns the error for a name that no source has.
  func unknown(_ name: String, among names: [String]) -> VerbError {
    .unknown("source", name, among: names, inSettings: path, kept: "Nothing was changed.")
  }

  private static func problem(_ error: SourceFilesError) -> VerbError {
    VerbError(
      .failed, "\(error.path) cannot be used: \(error.reason).", kept: "No source was opened.",
      next: "Correct the file.", path: error.path)
  }
}
