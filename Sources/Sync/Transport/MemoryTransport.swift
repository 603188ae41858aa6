package import GitObjects

/// One simulated machine's way to a remote in memory, with faults at will.
package struct MemoryTransport: Transport {
  private let remote: MemoryRemote
  private let name: String

  /// Makes a way to the remote; `name` is the remote's name in the store's references.
  package init(_ remote: MemoryRemote, name: String = "origin") {
    self.remote = remote
    self.name = name
  }

  /// Copies what the store lacks and moves the tracking reference.
  ///
  /// - Throws: `TransportError` as the faults say.
  package func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult {
    let answer = remote.state.withLock { state in
      let fault = state.nextFault()
      let head = state.branches[branch]
      return (fault, head, head.map { state.closure(of: $0, missingIn: { store.contains($0) }) } ?? [])
    }
    try Self.fail(answer.0)
    if answer.0 == .replyLost { throw .offline("the answer was lost") }
    guard let head = answer.1 else { return .fetched(nil) }
    do {
      for object in answer.2 { _ = try store.write(object.kind, object.content) }
      let tracking = "refs/remotes/\(name)/\(branch)"
      try store.setReference(tracking, to: head, expecting: store.reference(tracking))
    } catch {
      throw .failed("\(error)")
    }
    return .fetched(head)
  }

  /// Copies what the remote lacks and moves its branch, if that only adds to it.
  ///
  /// - Throws: `TransportError` as the faults say; after `.replyLost` the branch has moved.
  package func push(
    _ commit: ObjectID, to branch: String, from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> PushResult {
    let answer = remote.state.withLock { state -> (MemoryFault?, PushResult) in
      let fault = state.nextFault()
      switch fault {
      case .offline, .silent: return (fault, .rejectedNonFastForward)
      case .rejected: return (nil, .rejectedNonFastForward)
      case .refused(let message): return (nil, .refused(message: message))
      case .replyLost, nil: break
      }
      if let head = state.branches[branch], !MemoryClosure.isAncestor(head, of: commit, read: { try? store.read($0) }) {
        return (fault, .rejectedNonFastForward)
      }
      let known = state.objects
      let missing = MemoryClosure.list(from: commit, contains: { known[$0] != nil }, read: { try? store.read($0) })
      for object in missing { state.objects[object.id] = (object.kind, object.content) }
      state.branches[branch] = commit
      return (fault, .accepted)
    }
    try Self.fail(answer.0)
    if answer.0 == .replyLost { throw .offline("the answer was lost") }
    if answer.1 == .accepted {
      let tracking = "refs/remotes/\(name)/\(branch)"
      try? store.setReference(tracking, to: commit, expecting: store.reference(tracking))
    }
    return answer.1
  }

  private static func fail(_ fault: MemoryFault?) throws(TransportError) {
    switch fault {
    case .offline: throw .offline("the network is gone")
    case .silent: throw .timedOut(seconds: 30)
    case .replyLost, .rejected, .refused, nil: break
    }
  }
}
