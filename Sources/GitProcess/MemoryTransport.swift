package import GitObjects

/// Exchanges of one simulated machine with a remote in memory, with faults at will.
package struct MemoryTransport: Transport {
  private let remote: MemoryRemote
  private let name: String

  /// Makes a transport; `name` is the remote's name in the store's references.
  package init(_ remote: MemoryRemote, name: String = "origin") {
    self.remote = remote
    self.name = name
  }

  /// Copies the objects that the store lacks and moves the tracking references.
  ///
  /// - Throws: `TransportError` according to the faults.
  package func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult {
    let reference = "refs/heads/" + branch
    let answer = remote.state.withLock { state in
      let fault = state.nextFault()
      let found = state.references.filter { name, _ in
        name == reference || Inbox.Place.allCases.contains { name.hasPrefix($0.rawValue) }
      }
      return (fault, found, found.values.flatMap { state.closure(of: $0, missingIn: { store.contains($0) }) })
    }
    try Self.fail(answer.0)
    if answer.0 == .replyLost { throw .offline("the answer was lost") }
    guard let head = answer.1[reference] else { return .fetched(nil) }
    do {
      for object in answer.2 { _ = try store.write(object.kind, object.content) }
      var kept: Set<String> = []
      for (place, id) in answer.1 {
        let tracking = trackingReference(place)
        kept.insert(tracking)
        try store.setReference(tracking, to: id, expecting: store.reference(tracking))
      }
      for (old, id) in try store.references(withPrefix: Inbox.prefix(remote: name)) where !kept.contains(old) {
        try store.setReference(old, to: nil, expecting: id)
      }
    } catch {
      throw .failed("\(error)")
    }
    return .fetched(head)
  }

  /// Returns the remote's branches.
  ///
  /// - Throws: `TransportError` according to the faults.
  package func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID] {
    let (fault, references) = remote.state.withLock { ($0.nextFaultOfAsking(), $0.references) }
    try Self.fail(fault)
    if fault == .replyLost { throw .offline("the answer was lost") }
    let prefix = "refs/heads/"
    return Dictionary(
      references.filter { $0.key.hasPrefix(prefix) }.map { (String($0.key.dropFirst(prefix.count)), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Copies the objects that the remote lacks and moves its references, if they lose no commit or may lose some.
  ///
  /// - Throws: `TransportError` according to the faults; after `.replyLost` the references have moved.
  package func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult] {
    let answer = remote.state.withLock { state -> (MemoryFault?, [String: PushResult]) in
      let fault = state.nextFault()
      var answers: [String: PushResult] = [:]
      if fault == .offline || fault == .silent { return (fault, [:]) }
      for (index, update) in updates.enumerated() {
        // A refusal is one of the branch: the other references are moved.
        switch fault {
        case .rejected where index == 0: answers[update.reference] = .rejectedNonFastForward
        case .refused(let message) where index == 0: answers[update.reference] = .refused(message: message)
        default: answers[update.reference] = state.move(update, from: store)
        }
      }
      return (fault, answers)
    }
    try Self.fail(answer.0)
    if answer.0 == .replyLost { throw .offline("the answer was lost") }
    for update in updates where answer.1[update.reference] == .accepted {
      let tracking = trackingReference(update.reference)
      try? store.setReference(tracking, to: update.commit, expecting: store.reference(tracking))
    }
    return answer.1
  }

  private func trackingReference(_ reference: String) -> String {
    for place in Inbox.Place.allCases where reference.hasPrefix(place.rawValue) {
      return Inbox.prefix(remote: name, place) + reference.dropFirst(place.rawValue.count)
    }
    return "refs/remotes/\(name)/" + reference.dropFirst("refs/heads/".count)
  }

  private static func fail(_ fault: MemoryFault?) throws(TransportError) {
    switch fault {
    case .offline: throw .offline("the network is gone")
    case .silent: throw .timedOut(seconds: 30)
    case .replyLost, .rejected, .refused, nil: break
    }
  }
}

extension MemoryRemote.State {
  /// Moves one reference as a server does.
  fileprivate mutating func move(_ update: ReferenceUpdate, from store: any ObjectStore) -> PushResult {
    guard let commit = update.commit else {
      references[update.reference] = nil
      return .accepted
    }
    if !update.mayLose, let head = references[update.reference],
      (try? CommitGraph(store: store).isAncestor(head, of: commit)) != true
    {
      return .rejectedNonFastForward
    }
    let known = objects
    let missing = MemoryClosure.list(from: commit, contains: { known[$0] != nil }, read: { try? store.read($0) })
    for object in missing { objects[object.id] = (object.kind, object.content) }
    references[update.reference] = commit
    return .accepted
  }
}
