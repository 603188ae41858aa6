internal import GitObjects
internal import Synchronization

/// The versions of files that each agent session was given (review A8), and how much of each.
///
/// A write without a token is taken only where exactly one version was ever served to its session. Kept in memory,
/// bounded: sessions that are forgotten are remembered as such, so that their writes are refused and never accepted
/// over a version that they did not see.
final class ServedVersions: Sendable {
  private static let limit = 20_000

  /// How much of a version a session was given.
  enum Extent: Hashable, Sendable {
    /// Some of its lines.
    case part(LineCover)
    /// All of it, with a refusal: enough for its token, not for a write without one.
    case shown
    /// All of it.
    case whole

    var isPart: Bool { if case .part = self { true } else { false } }
  }

  private struct Key: Hashable {
    var session: AgentSession
    var path: WorkspacePath
  }

  private struct Table {
    var versions: [Key: [ObjectID: Extent]] = [:]
    var forgotten: Set<AgentSession> = []
  }

  private let served = Mutex(Table())

  /// Makes an empty table.
  init() {}

  /// Notes that a session was given a version, or some lines of it.
  func note(
    _ version: ObjectID, of path: WorkspacePath, to session: AgentSession, _ extent: Extent = .whole
  ) {
    served.withLock { table in
      if table.versions.count >= Self.limit {
        // Sessions from before the last time are long over.
        table.forgotten = Set(table.versions.keys.map(\.session))
        table.versions.removeAll()
      }
      guard !table.forgotten.contains(session) else { return }
      let key = Key(session: session, path: path)
      let known = table.versions[key] ?? [:]
      // Two say as much as twenty: which one a write is made from is not known.
      guard known.count < 2 || known[version] != nil else { return }
      table.versions[key, default: [:]][version] = known[version].map { $0.joined(with: extent) } ?? extent
    }
  }

  /// Notes that a session wrote a version: it knows this one now, whatever it was given before.
  ///
  /// - Parameter source: of a change to some lines, the path at which the file stood before: who changes a file of which
  ///   it read a part, or nothing, has read no more of it. Nil for a whole text.
  func noteWritten(
    _ version: ObjectID?, of path: WorkspacePath, by session: AgentSession, changing source: WorkspacePath? = nil
  ) {
    served.withLock { table in
      var extent = Extent.whole
      if let source {
        let before = table.versions[Key(session: session, path: source)] ?? [:]
        if before.values.allSatisfy(\.isPart) { extent = before.values.first ?? .part(.nothing) }
      }
      table.versions[Key(session: session, path: path)] = version.map { [$0: extent] }
    }
  }

  /// Whether a session was given a version of a path, or a part of it.
  func knows(_ version: ObjectID, of path: WorkspacePath, _ session: AgentSession) -> Bool {
    served.withLock { $0.versions[Key(session: session, path: path)]?[version] != nil }
  }

  /// Whether a session was given only some lines of a version, or, without one, of the only version that it was given.
  func isPart(_ version: ObjectID?, of path: WorkspacePath, _ session: AgentSession) -> Bool {
    served.withLock { table in
      let versions = table.versions[Key(session: session, path: path)] ?? [:]
      guard let version else { return !versions.isEmpty && versions.values.allSatisfy(\.isPart) }
      return versions[version]?.isPart == true
    }
  }

  /// Up to two of the versions that a session was given of a path.
  func versions(of path: WorkspacePath, to session: AgentSession) -> Set<ObjectID> {
    served.withLock { Set(($0.versions[Key(session: session, path: path)] ?? [:]).keys) }
  }

  /// The one version that a session was given of a path; nil for none or several, and for a part.
  func onlyVersion(of path: WorkspacePath, to session: AgentSession) -> ObjectID? {
    served.withLock { table in
      let versions = table.versions[Key(session: session, path: path)] ?? [:]
      guard versions.count == 1, let only = versions.first, only.value == .whole else { return nil }
      return only.key
    }
  }
}

extension ServedVersions.Extent {
  /// Makes the knowledge of a session that was given an excerpt of a version.
  init(_ excerpt: LineExcerpt) {
    // A line that goes on was not given.
    let last = excerpt.isInsideLine ? excerpt.last - 1 : excerpt.last
    let cover = LineCover(.between(excerpt.first, last), of: excerpt.total ?? .max)
    self = cover.isWhole ? .whole : .part(cover)
  }

  /// Returns the knowledge of a session that was given one and the other.
  fileprivate func joined(with other: Self) -> Self {
    switch (self, other) {
    case (.part(var cover), .part(let more)):
      cover.add(more)
      return cover.isWhole ? .whole : .part(cover)
    case (.part, _): return other
    case (.shown, .whole), (.whole, _): return .whole
    case (.shown, _): return .shown
    }
  }
}
