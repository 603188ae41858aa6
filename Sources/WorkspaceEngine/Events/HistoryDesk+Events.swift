internal import FolderKeeping
internal import GitObjects
internal import WorkspaceAPI

/// Streams of events: from now on, or from an earlier place in history.
extension HistoryDesk {
  /// Returns the events from now on, after those of history since the request's cursor.
  ///
  /// - Throws: `VerbError` for a cursor that is none, or whose commit is unknown or no longer in the history.
  func events(_ request: EventsRequest, from hub: EventHub) async throws(VerbError) -> AsyncStream<WorkspaceEvent> {
    let path = try request.path.map { (text) throws(VerbError) in try WorkspacePath(checking: text) }
    // Before the tip is read: the hub reports what is recorded after that.
    let live = hub.listen(to: request.kinds.map { Set($0).union([.recorded]) })
    let tip = await keeper.tip
    var place = EventPlace([tip].compactMap(\.self))
    if let since = request.since { place = try await self.place(since, tip: tip) }
    let walk = EventWalk(
      request, at: path, from: place, live: live, keeper: keeper, permissions: permissions, time: hub.time)
    await walk.begin(to: tip)
    return AsyncStream { await walk.next() }
  }

  private func place(_ text: String, tip: ObjectID?) async throws(VerbError) -> EventPlace {
    guard let cursor = EventCursor(text) else {
      throw VerbError(
        .usage, "'\(text)' is no place in the events.", kept: "Nothing is shown.",
        next: "Give the cursor of an event as 'stet watch --json' prints it, or '\(EventsRequest.start)' for all.")
    }
    var heads: [ObjectID] = []
    for name in cursor.names {
      guard let id = try await revisions.commit(named: name) else {
        throw VerbError(
          .notFound, "The event \(text) is not known here: there is no commit \(name).", kept: "Nothing is shown.",
          next: Self.nextWatch)
      }
      let isKept = await keeper.run { keeper in tip.map { keeper.records.history.keeps(id, in: $0) } ?? false }
      guard isKept else {
        throw VerbError(
          .notFound, "The history was rewritten since the event \(text): commit \(name) is no longer in it.",
          kept: "Nothing is shown.", next: Self.nextWatch)
      }
      if !heads.contains(id) { heads.append(id) }
    }
    return EventPlace(heads, part: cursor.part)
  }

  private static let nextWatch =
    "Read the present state ('stet list', 'stet log', 'stet feed'), and watch without --since from then on."
}
