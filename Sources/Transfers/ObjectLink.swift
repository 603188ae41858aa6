internal import HTTPTransfer
package import LargeFiles
package import Permissions
package import GitProcess
internal import Synchronization
internal import Threads
internal import Values

/// The connection to the objects of one remote: resolved on first use, and again after it fails or expires.
package final class ObjectLink: Sendable {
  /// The other end of the connection.
  private enum End: Sendable {
    case folder(ObjectFolder)
    case peer(any ObjectPeer)
  }

  private struct State {
    var loop: TransferLoop?
    /// The settings of the loop, as read from git's configuration.
    var settings: TransferSettings?
    var bandwidth = TransferSettings.Bandwidth()
    var ends: [TransferDirection: (end: End, until: ContinuousClock.Instant)] = [:]
    /// The object server's host name, as resolved last.
    var host: String?
    /// The objects that were read on a remote folder and found intact, with the time of that.
    var whole: [ContentID: ContinuousClock.Instant] = [:]
  }

  /// The minimum lifetime of an answer of `git-lfs-authenticate` without an expiry time, and the time for which the
  /// configuration is cached.
  private static let lifetime = Duration.seconds(120)

  /// The time for which an object found intact is not read again: the daemon makes room every minute, and reading a
  /// film takes a minute.
  private static let trust = Duration.seconds(EvictionPlan.wordCounts)

  private let address: RemoteAddress
  private let setting: GitSetting
  /// The local objects.
  let folder: ObjectFolder
  private let secondsNow: @Sendable () -> Int64
  private let silence = ServerSilence()
  private let pace = TransferPace()
  private let state = Mutex(State())

  /// Makes the connection without contacting the remote.
  package init(
    to address: RemoteAddress, _ setting: GitSetting, folder: ObjectFolder,
    secondsNow: @escaping @Sendable () -> Int64
  ) {
    self.address = address
    self.setting = setting
    self.folder = folder
    self.secondsNow = secondsNow
  }

  /// The name of the other end: the object server's host, else the remote's host, else its folder.
  package var host: String {
    state.withLock(\.host) ?? address.hostName ?? address.display
  }

  /// Sets the policy's rate limits, which hold for all transfers together.
  package func limit(by rules: PlaceholderRules) {
    let bandwidth = rules.bandwidth
    let loop = state.withLock { state in
      state.bandwidth = bandwidth
      return state.loop
    }
    loop?.limit(bandwidth)
    pace.limit(.upload, to: bandwidth.up)
    pace.limit(.download, to: bandwidth.down)
  }

  /// Transfers objects; cancelling the task leaves the rest undone. Each outcome is reported as soon as it is known.
  ///
  /// - Parameter mayBegin: called for each object before its transfer; the object is skipped if the result is false.
  func move(
    _ direction: TransferDirection, _ pointers: [Pointer],
    mayBegin: @escaping @Sendable (ContentID) -> Bool = { _ in true },
    progress: TransferProgress,
    ended: @escaping @Sendable (ContentID, TransferOutcome) -> Void
  ) async {
    switch await end(direction) {
    case .failure(let fault):
      for pointer in pointers { ended(pointer.id, .failed(fault)) }
    case .success(.folder(let other)):
      let (source, target) = direction == .upload ? (folder, other) : (other, folder)
      _ = await FolderTransfer(
        from: source, to: target, mayBegin: mayBegin, progress: progress.note, ended: ended
      ).run(pointers)
    case .success(.peer(let peer)):
      let transfer = ObjectTransfer(
        direction, with: peer, folder: folder, mayBegin: mayBegin, progress: progress.note,
        postponed: progress.postpone,
        ended: { [weak self] id, outcome in
          // The connection may lead elsewhere by now, or its credentials may have expired.
          if case .failed(let fault) = outcome, fault != .cancelled { self?.forget(direction) }
          ended(id, outcome)
        })
      _ = await transfer.run(TransferQueue(pointers, limits: peer.limits))
    }
  }

  /// Asks the remote and returns the objects that it claims to have. A folder that is the local one, by whatever name,
  /// has none.
  package func holds(_ pointers: [Pointer]) async -> Result<Set<ContentID>, TransferFault> {
    switch await end(.download) {
    case .failure(let fault): return .failure(fault)
    case .success(.folder(let other)): return .success(await other.holds(pointers, apartFrom: folder))
    case .success(.peer(let peer)):
      let answer = await peer.holds(pointers, apartFrom: folder)
      if case .failure = answer { forget(.download) }
      return answer
    }
  }

  /// Returns the objects that the remote claims to have and that are damaged or missing there. The objects of a folder
  /// are read and hashed, here or by its server; an object server's claim is not checked.
  ///
  /// - Returns: the error if the remote cannot be asked; nothing is known of its objects then.
  package func damaged(_ pointers: [Pointer]) async -> Result<Set<ContentID>, TransferFault> {
    let now = ContinuousClock.now
    let unread = state.withLock { state in
      pointers.filter { pointer in state.whole[pointer.id].map { now - $0 > Self.trust } ?? true }
    }
    guard !unread.isEmpty else { return .success([]) }
    let damaged: Set<ContentID>
    switch await end(.download) {
    case .failure(let fault): return .failure(fault)
    case .success(.folder(let other)): damaged = await other.damaged(unread)
    case .success(.peer(let peer)): damaged = await peer.damaged(unread)
    }
    state.withLock { state in
      for pointer in unread { state.whole[pointer.id] = damaged.contains(pointer.id) ? nil : now }
    }
    return .success(damaged)
  }

  private func forget(_ direction: TransferDirection) { state.withLock { $0.ends[direction] = nil } }

  private func end(_ direction: TransferDirection) async -> Result<End, TransferFault> {
    let now = ContinuousClock.now
    if let known = state.withLock({ $0.ends[direction] }), known.until > now { return .success(known.end) }
    let found: End
    switch await setting.objects(of: address, direction) {
    case .failure(let fault): return .failure(fault)
    case .success(.folder(let other)):
      found = .folder(other)
      if direction == .upload {
        // No other program cleans that folder of what a killed daemon left.
        let now = secondsNow()
        await onThread("stet.objects", isBackground: true) { try? other.removeLeftovers(now: now) }
      }
    case .success(.server(let place)):
      let now = secondsNow
      state.withLock { $0.host = place.host }
      found = .peer(
        ObjectServer(
          place, loop: await loop(), credentials: setting.credentials, deadline: await setting.transferDeadline(),
          silence: silence,
          secondsUntil: { text in ISOTime.seconds(text).map { Int($0 - now()) } }))
    case .success(.packets(let address)):
      let program = SSHProgram(address, setting, stall: await setting.transferDeadline().stall)
      found = .peer(PacketPeer(program, path: address.path, pace: pace))
    case .success(.shell(let address)):
      let program = SSHProgram(address, setting, stall: await setting.transferDeadline().stall)
      found = .peer(ShellPeer(program, path: address.path, owner: setting.folderName, pace: pace))
    }
    state.withLock { $0.ends[direction] = (found, now + Self.lifetime) }
    return .success(found)
  }

  /// Returns the loop for new requests. If the proxy or the certificates in git's configuration were changed, it is a new
  /// one; transfers in progress keep theirs.
  private func loop() async -> TransferLoop {
    let read = await setting.transferSettings()
    return state.withLock { state in
      if let loop = state.loop, state.settings == read { return loop }
      state.settings = read
      var settings = read
      settings.bandwidth = state.bandwidth
      let made = TransferLoop(settings)
      state.loop = made
      return made
    }
  }
}

extension PlaceholderRules {
  /// The rate limits of both directions.
  var bandwidth: TransferSettings.Bandwidth { TransferSettings.Bandwidth(up: uploadLimit, down: downloadLimit) }
}
