package import Payloads
internal import Threads

extension FactSources {
  /// A source with the permission that holds for it.
  package struct Permission: Hashable, Sendable {
    package var source: Source
    /// The permission.
    package var access: SourceAccess
    /// Whether it is a decision of the person, not a setting.
    package var isDecided: Bool
  }

  /// Returns all sources of the settings in order.
  ///
  /// - Throws: `SourceFilesError` if the settings cannot be used.
  package func permissions() async throws(SourceFilesError) -> [Permission] {
    let files = try await files()
    return files.settings.sources.map { source in
      let access = files.decisions.access(to: source)
      return Permission(source: source, access: access, isDecided: access != source.access)
    }
  }

  /// Returns the sources of some kinds about which the person must be asked before their first use.
  package func undecided(_ kinds: Set<FactSource>) async -> [Source] {
    let permissions = (try? await permissions()) ?? []
    return permissions.filter { kinds.contains($0.source.kind) && $0.access == .ask }.map(\.source)
  }

  /// Records the person's decision about a source. The caller has checked that a person decides.
  ///
  /// - Returns: the source; nil if there is none with the name.
  /// - Throws: `SourceFilesError` if the settings cannot be used, or the decision cannot be written.
  package func decide(_ name: String, _ access: SourceAccess) async throws(SourceFilesError) -> Source? {
    var files = try await files()
    guard let source = files.settings.sources.first(where: { $0.name == name }) else { return nil }
    files.decisions.decide(source, access)
    let (path, bytes) = (surroundings.decisions, files.decisions.bytes)
    do throws(SourceFault) {
      try await onThread("stet.sources") { () throws(SourceFault) in try EntryWriter.replace(path, with: bytes) }
    } catch {
      throw SourceFilesError(path: path, reason: error.reason)
    }
    return source
  }

  /// Returns the name of the person's place, for `{{location}}`; opens no source.
  package func location() async -> SourceOutcome<String> {
    do throws(SourceFilesError) {
      guard let place = try await files().settings.place else {
        return .notSetUp("No place is set up: add location = \"…\" to \(surroundings.settings).")
      }
      return .value(place)
    } catch {
      return .failed("\(error)")
    }
  }
}
