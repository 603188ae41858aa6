internal import WorkspaceAPI
internal import GitObjects
internal import Synchronization

/// The versions of files that each agent session received (review A8), and the extent of each.
///
/// A write without a token is accepted only if exactly one version was ever served to its session. Kept in memory,
/// bounded: sessions whose entries were dropped are remembered, so that none of their writes is accepted without a
/// token. After a restart, and for a version that a session did not receive, its writes need a read.
final class ServedVersions: Sendable {
  private static let limit = 20_000

  /// The extent of a version that a session received.
  enum Extent: Hashable, Sendable {
    /// Some of its lines.
    case part(LineCover)
    /// All of it, with a refusal: enough for a write with its token, and not for one without a token.
    case shown
    /// All of it.
    case whole

    var isPart: Bool { if case .part = self { true } else { false } }
  }

  /// The extent of a version that a session knows because it wrote the version.
  enum Written {
    /// All of it: the session wrote the whole text.
    case whole
    /// The same extent as of the version of which it changed a part, at the path that the version had.
    case changed(over: ObjectID, at: WorkspacePath)
    /// Nothing: the version includes merged changes of others.
    case merged
  }

  /// The versions of a path that a session received, oldest first.
  private struct Given {
    /// The maximum number of versions that are remembered, the newest: the session continues with these.
    private static let most = 8

    private(set) var list: [(id: ObjectID, extent: Extent)]
    /// The number of versions from before the session's last write: they are known, but no base without a token.
    private(set) var earlier = 0

    init(_ id: ObjectID, _ extent: Extent) { list = [(id, extent)] }

    /// The versions since the session's last write.
    var current: ArraySlice<(id: ObjectID, extent: Extent)> { list[earlier...] }

    func extent(of id: ObjectID) -> Extent? { list.first { $0.id == id }?.extent }

    mutating func add(_ id: ObjectID, _ extent: Extent) {
      let known = self.extent(of: id)
      remove(id)
      append(id, known.map { $0.joined(with: extent) } ?? extent)
    }

    /// Adds a version that the session wrote.
    mutating func write(_ id: ObjectID, _ extent: Extent) {
      remove(id)
      earlier = list.count
      append(id, extent)
    }

    private mutating func remove(_ id: ObjectID) {
      guard let index = list.firstIndex(where: { $0.id == id }) else { return }
      list.remove(at: index)
      if index < earlier { earlier -= 1 }
    }

    private mutating func append(_ id: ObjectID, _ extent: Extent) {
      list.append((id, extent))
      guard list.count > Self.most else { return }
      list.removeFirst()
      earlier = max(0, earlier - 1)
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

  init() {}

  /// Records that a session received a version, or some lines of it.
  func note(
    _ version: ObjectID, of path: WorkspacePath, to session: AgentSession, _ extent: Extent = .whole
  ) {
    served.withLock { table in
      if table.versions.count >= Self.limit {
        // Sessions from before the previous clearing ended long ago.
        table.forgotten = Set(table.versions.keys.map(\.session))
        table.versions.removeAll()
      }
      let key = Key(session: session, path: path)
      if table.versions[key]?.add(version, extent) == nil { table.versions[key] = Given(version, extent) }
    }
  }

  /// Records that a session wrote a version: from now on the session's only version of the path. A session that changes
  /// a part of a file has not read the rest.
  func noteWritten(_ version: ObjectID?, of path: WorkspacePath, by session: AgentSession, _ written: Written) {
    served.withLock { table in
      var extent = Extent.part(.nothing)
      switch written {
      case .whole: extent = .whole
      case .merged: break
      case .changed(let over, let source):
        let known = table.versions[Key(session: session, path: source)]?.extent(of: over)
        // The change shifts the numbers of the lines after it.
        if let known, !known.isPart { extent = known }
      }
      let key = Key(session: session, path: path)
      guard let version else {
        table.versions[key] = nil
        return
      }
      if table.versions[key]?.write(version, extent) == nil { table.versions[key] = Given(version, extent) }
    }
  }

  /// Returns whether a session received a version of a path, or a part of it.
  func knows(_ version: ObjectID, of path: WorkspacePath, _ session: AgentSession) -> Bool {
    served.withLock { $0.versions[Key(session: session, path: path)]?.extent(of: version) != nil }
  }

  /// Returns whether a session did not receive all of a version; without a version, whether it received only parts.
  ///
  /// A token proves no read: tools that show no text give it, too.
  func isPart(_ version: ObjectID?, of path: WorkspacePath, _ session: AgentSession) -> Bool {
    served.withLock { table in
      let given = table.versions[Key(session: session, path: path)]
      guard let version else { return given?.current.allSatisfy(\.extent.isPart) == true }
      return given?.extent(of: version)?.isPart != false
    }
  }

  /// Returns whether a session received lines of a version.
  func covers(_ lines: LineRange, of version: ObjectID, at path: WorkspacePath, _ session: AgentSession) -> Bool {
    served.withLock { table in
      switch table.versions[Key(session: session, path: path)]?.extent(of: version) {
      case .part(let cover)?: cover.includes(lines)
      case .shown?, .whole?: true
      case nil: false
      }
    }
  }

  /// Returns the versions of a path that a session received since it last wrote, oldest first.
  func versions(of path: WorkspacePath, to session: AgentSession) -> [ObjectID] {
    served.withLock { $0.versions[Key(session: session, path: path)]?.current.map(\.id) ?? [] }
  }

  /// Returns all versions of a path that a session knows, oldest first.
  func known(of path: WorkspacePath, to session: AgentSession) -> [ObjectID] {
    served.withLock { $0.versions[Key(session: session, path: path)]?.list.map(\.id) ?? [] }
  }

  /// Returns the only version of a path that a session received; nil for none, for several, and for a part.
  func onlyVersion(of path: WorkspacePath, to session: AgentSession) -> ObjectID? {
    served.withLock { table in
      let given = table.versions[Key(session: session, path: path)]?.current ?? []
      guard given.count == 1, let only = given.first, only.extent == .whole, !table.forgotten.contains(session) else {
        return nil
      }
      return only.id
    }
  }
}

extension ServedVersions.Extent {
  /// Makes the extent of an excerpt of a version.
  init(_ excerpt: LineExcerpt) {
    // A line with omitted columns does not count as received.
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

  /// Returns the extent of both together.
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
