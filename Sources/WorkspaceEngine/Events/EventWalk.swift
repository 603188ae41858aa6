internal import FolderKeeping
internal import GitObjects
internal import WorkTree
internal import WorkspaceAPI

/// The events for one client: those of commits are read from history, so that none is lost or reported twice, however many
/// come at once and however slowly the client reads; the others come from the hub.
actor EventWalk {
  /// The number of commits that are read in one turn of the keeper.
  private static let slice = 20

  private let keeper: FolderKeeper
  private let permissions: AgentPermissions
  private let time: any TimeSource
  private let caller: Caller
  private let path: WorkspacePath?
  private let kinds: Set<EventKind>?
  private var live: AsyncStream<WorkspaceEvent>.Iterator
  /// The events that the client knows.
  private var place: EventPlace
  /// The commits that are still to be reported, and the tip that they lead to.
  private var commits: ArraySlice<ObjectID> = []
  private var target: ObjectID?
  /// The events of the read commits, the next one last.
  private var ready: [WorkspaceEvent] = []

  /// Creates a walk from a place.
  ///
  /// - Parameter live: the events of the hub; listened to before the place was read from the tip.
  init(
    _ request: EventsRequest, at path: WorkspacePath?, from place: EventPlace, live: AsyncStream<WorkspaceEvent>,
    keeper: FolderKeeper, permissions: AgentPermissions, time: any TimeSource
  ) {
    self.keeper = keeper
    self.permissions = permissions
    self.time = time
    self.path = path
    caller = request.caller
    self.place = place
    kinds = request.kinds.map(Set.init)
    self.live = live.makeAsyncIterator()
  }

  /// Prepares the events from the place to a tip.
  func begin(to tip: ObjectID?) async {
    if let part = place.part, let first = place.heads.first {
      await take([first], from: EventPlace(Array(place.heads.dropFirst())), leavingOut: part)
      place = EventPlace(place.heads)
    }
    if let tip { await plan(to: tip) }
  }

  /// Returns the next event; nil if the workspace has stopped.
  func next() async -> WorkspaceEvent? {
    while true {
      if let event = ready.popLast() { return event }
      if !commits.isEmpty {
        let part = Array(commits.prefix(Self.slice))
        commits = commits.dropFirst(Self.slice)
        await take(part, from: place)
        continue
      }
      var events = live
      let event = await events.next(isolation: self)
      live = events
      guard var event else { return nil }
      if event.event == .recorded {
        if let tip = event.commit { await plan(to: tip) }
      } else if isWanted(event) {
        event.cursor = place.text
        return event
      }
    }
  }

  private func isWanted(_ event: WorkspaceEvent) -> Bool {
    isKind(event) && (path.map { event.concerns($0.string) } ?? true)
  }

  /// Prepares the commits from the place to a tip.
  private func plan(to tip: ObjectID) async {
    let known = place.heads
    do throws(ObjectStoreError) {
      let ids = try await keeper.run { keeper throws(ObjectStoreError) in
        try keeper.records.history.newCommits(to: tip, beyond: known)
      }
      // Without new commits the tip is an earlier state: the place stays where it is.
      guard !ids.isEmpty else { return }
      (commits, target) = (ids[...], tip)
      // Nothing of history is wanted.
      if kinds?.isDisjoint(with: [.recorded, .feed]) == true {
        (commits, target, place) = ([], nil, EventPlace([tip]))
      }
    } catch { report(error) }
  }

  private func report(_ error: ObjectStoreError) {
    (commits, target) = ([], nil)
    let event = WorkspaceEvent(
      event: .problem, time: time.now().iso8601,
      message: "events of the history cannot be read: \(error); 'stet doctor' checks it")
    if isWanted(event) { ready.insert(event, at: 0) }
  }

  /// Reads the events of commits, and moves the place behind them.
  ///
  /// - Parameter known: the number of events of the first commit that the client knows.
  private func take(_ ids: [ObjectID], from start: EventPlace, leavingOut known: Int = 0) async {
    let (path, isLast) = (path, commits.isEmpty)
    typealias Read = (events: [FolderHistory.CommitEvents], error: ObjectStoreError?)
    let read: Read = await keeper.run { keeper in
      var (events, place): ([FolderHistory.CommitEvents], EventPlace) = ([], start)
      do throws(ObjectStoreError) {
        for id in ids {
          let found = try keeper.records.history.events(of: id, at: path, beyond: place.heads)
          place.add(id, parents: found.parents)
          events.append(found)
        }
      } catch { return (events, error) }
      return (events, nil)
    }
    var reported: [WorkspaceEvent] = []
    var place = start
    for commit in read.events {
      place.add(commit.commit, parents: commit.parents)
      let last = commit.events.count - 1
      for (index, event) in commit.events.enumerated().dropFirst(known) where isKind(event) {
        var event = await shown(event)
        event.cursor = (index == last ? place : place.behind(index + 1)).text
        reported.append(event)
      }
    }
    if let target, isLast, read.error == nil {
      place = EventPlace([target])
      // With the last event all events of the commits are reported.
      if !reported.isEmpty { reported[reported.count - 1].cursor = place.text }
      self.target = nil
    }
    self.place = place
    ready = reported.reversed()
    if let error = read.error { report(error) }
  }

  private func isKind(_ event: WorkspaceEvent) -> Bool { kinds?.contains(event.event) ?? true }

  /// Returns an event as the caller may get it: without the headline of a record that it may not read.
  private func shown(_ event: WorkspaceEvent) async -> WorkspaceEvent {
    guard event.event == .feed, let path = event.paths.first.flatMap({ try? WorkspacePath($0) }),
      await !permissions.mayRead(path, caller)
    else { return event }
    var event = event
    event.message = "a record was added to the feed"
    return event
  }
}
