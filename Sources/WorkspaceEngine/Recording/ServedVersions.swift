internal import WorkspaceAPI
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

  /// What a session knows of a version because it wrote it.
  enum Written {
    /// All of it: its own text.
    case whole
    /// As much as it knew of the version that it changed a part of, at the path at which that stood.
    case changed(over: ObjectID, at: WorkspacePath)
    /// Nothing of what others had written and was merged in.
    case merged
  }

  /// The versions of a path that a session was given, oldest first.
  private struct Given {
    /// Of one who reads many, the newest are remembered: these it goes on with.
    private static let most = 8

    private(set) var list: [(id: ObjectID, extent: Extent)]

    init(_ id: ObjectID, _ extent: Extent) { list = [(id, extent)] }

    func extent(of id: ObjectID) -> Extent? { list.first { $0.id == id }?.extent }

    mutating func add(_ id: ObjectID, _ extent: Extent) {
      let known = self.extent(of: id)
      list.removeAll { $0.id == id }
      list.append((id, known.map { $0.joined(with: extent) } ?? extent))
      if list.count > Self.most { list.removeFirst() }
    }
  }

  private struct Key: Hashable {
    var session: AgentSession
    var path: WorkspacePath
  }

  private struct Table {
    var versions: [Key: Given] = [:]
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
      if table.versions[key]?.add(version, extent) == nil { table.versions[key] = Given(version, extent) }
    }
  }

  /// Notes that a session wrote a version: the only one that it goes on with now. Who changes a part of a file has read no
  /// more of the rest.
  func noteWritten(_ version: ObjectID?, of path: WorkspacePath, by session: AgentSession, _ written: Written) {
    served.withLock { table in
      var extent = Extent.part(.nothing)
      switch written {
      case .whole: extent = .whole
      case .merged: break
      case .changed(let over, let source):
        let known = table.versions[Key(session: session, path: source)]?.extent(of: over)
        // Which lines are behind the change is another number now.
        if let known, !known.isPart { extent = known }
      }
      table.versions[Key(session: session, path: path)] = version.map { Given($0, extent) }
    }
  }

  /// Whether a session was given a version of a path, or a part of it.
  func knows(_ version: ObjectID, of path: WorkspacePath, _ session: AgentSession) -> Bool {
    served.withLock { $0.versions[Key(session: session, path: path)]?.extent(of: version) != nil }
  }

  /// Whether a session was given only some lines of a version, or, without one, of the only version that it was given.
  func isPart(_ version: ObjectID?, of path: WorkspacePath, _ session: AgentSession) -> Bool {
    served.withLock { table in
      guard let given = table.versions[Key(session: session, path: path)] else { return false }
      guard let version else { return given.list.allSatisfy(\.extent.isPart) }
      return given.extent(of: version)?.isPart == true
    }
  }

  /// The versions that a session was given of a path, oldest first.
  func versions(of path: WorkspacePath, to session: AgentSession) -> [ObjectID] {
    served.withLock { $0.versions[Key(session: session, path: path)]?.list.map(\.id) ?? [] }
  }

  /// The one version that a session was given of a path; nil for none or several, and for a part.
  func onlyVersion(of path: WorkspacePath, to session: AgentSession) -> ObjectID? {
    served.withLock { table in
      let given = table.versions[Key(session: session, path: path)]?.list ?? []
      guard given.count == 1, let only = given.first, only.extent == .whole else { return nil }
      return only.id
    }
  }
}

extension ServedVersions.Extent {
  /// Makes the knowledge of a session that was given an excerpt of a version.
  init(_ excerpt: LineExcerpt) {
    // A line of which some letters are left out was not given.
    let last = excerpt.isInsideLine ? excerpt.last - 1 : excerpt.last
    let first = excerpt.column == nil ? excerpt.first : excerpt.first + 1
    var cover = LineCover(.between(first, last), of: excerpt.total ?? .max)
    let begin = (excerpt.column ?? 1) - 1
    if let next = excerpt.nextColumn {
      cover.add(letters: begin..<next - 1, of: excerpt.last)
    } else if excerpt.column != nil {
      cover.add(letters: begin..<Int.max, of: excerpt.first)
    }
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
