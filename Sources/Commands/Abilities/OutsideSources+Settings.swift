internal import Abilities
internal import Facts
internal import Payloads
internal import WorkspaceAPI

extension CommandContext {
  /// Returns the sources of facts outside the workspace, as the person's settings name them.
  func outsideSources() -> OutsideSources {
    guard let facts = FactSources(environment: environment) else { return .none }
    return OutsideSources(place: { await facts.location() }, read: { await facts.read($0) })
  }

  /// Returns the present time in the zone of runs: that of the sources' settings, else that of the command.
  ///
  /// - Returns: the time, and a sentence if the settings name an unknown zone.
  func runTime() async -> (now: LocalTime, problem: String?) {
    // Settings that cannot be used are reported by each source.
    let set = try? await FactSources(environment: environment)?.settingsTime()
    return set ?? (now: localTime(), problem: nil)
  }

  /// Asks the person, if there is one at a terminal, about sources of some kinds that are used for the first time. A
  /// source that is not allowed is not read.
  func askAboutSources(_ kinds: Set<FactSource>) async throws(VerbError) {
    guard console.asksPerson, !printsJSON, !kinds.isEmpty, callingAgent == nil else { return }
    let sources = try PersonalSources(environment: environment)
    for source in await sources.facts.undecided(kinds) {
      let question =
        "May abilities use the \(source.kind.title.lowercased()) source '\(source.name)' "
        + "(\(TerminalText.name(source.location)))?"
      guard console.agrees(question) == true else { continue }
      _ = try await sources.decide(source.name, .allow, agent: callingAgent)
    }
  }
}
