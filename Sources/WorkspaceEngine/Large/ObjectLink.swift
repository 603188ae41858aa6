internal import Documents
internal import HTTPTransfer
internal import LargeFiles
internal import Sync
internal import Synchronization
internal import Values

/// The way to the objects of one remote: found when it is first needed, and again when it does not lead there any more.
final class ObjectLink: Sendable {
  /// The other end.
  private enum End: Sendable {
    case folder(ObjectFolder)
    case peer(any ObjectPeer)
  }

  private struct State {
    var loop: TransferLoop?
    var bandwidth = TransferSettings.Bandwidth()
    var ends: [TransferDirection: (end: End, until: ContinuousClock.Instant)] = [:]
    /// The object server's name, as it was found last.
    var host: String?
    /// What was read on a remote that is a folder and was whole, and when.
    var whole: [ContentID: ContinuousClock.Instant] = [:]
  }

  /// What an answer of `git-lfs-authenticate` without a time holds at least, and what a configuration is believed.
  private static let lifetime = Duration.seconds(120)

  /// For how long what was read is not read again: room is made every minute, and a film takes one.
  private static let trust = Duration.seconds(EvictionPlan.wordCounts)

  private let address: RemoteAddress
  private let setting: GitSetting
  /// The objects here.
  let folder: ObjectFolder
  private let secondsNow: @Sendable () -> Int64
  private let silence = ServerSilence()
  private let pace = TransferPace()
  private let state = Mutex(State())

  /// Names the remote; nothing is asked.
  init(
    to address: RemoteAddress, _ setting: GitSetting, folder: ObjectFolder,
    secondsNow: @escaping @Sendable () -> Int64
  ) {
    self.address = address
    self.setting = setting
    self.folder = folder
    self.secondsNow = secondsNow
  }

  /// What the other end is called: the object server's host, else the remote's, else its folder.
  var host: String {
    state.withLock(\.host) ?? address.hostName ?? address.display
  }

  /// Limits all transfers together from now on.
  func limit(_ bandwidth: TransferSettings.Bandwidth) {
    let loop = state.withLock { state in
      state.bandwidth = bandwidth
      return state.loop
    }
    loop?.limit(bandwidth)
    pace.limit(.upload, to: bandwidth.up)
    pace.limit(.download, to: bandwidth.down)
  }

  /// Moves objects; cancelling the task leaves the rest undone. What became of each is told as soon as it is known.
  ///
  /// - Parameter mayBegin: asked of each before it moves; one that may not is given up.
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
          // The way may lead elsewhere by now, or what opened it may have run out.
          if case .failed(let fault) = outcome, fault != .cancelled { self?.forget(direction) }
          ended(id, outcome)
        })
      _ = await transfer.run(TransferQueue(pointers, limits: peer.limits))
    }
  }

  /// Which of these the remote says that it has, asked now. A folder that is this one, by whatever name, has none.
  func holds(_ pointers: [Pointer]) async -> Result<Set<ContentID>, TransferFault> {
    switch await end(.download) {
    case .failure(let fault): return .failure(fault)
    case .success(.folder(let other)): return .success(await other.holds(pointers, apartFrom: folder))
    case .success(.peer(let peer)):
      let answer = await peer.holds(pointers, apartFrom: folder)
      if case .failure = answer { forget(.download) }
      return answer
    }
  }

  /// Which of these, which the remote was just said to have, it has not got whole: a folder's are read and hashed, here or
  /// by its server. An object server's word is all that there is.
  func damaged(_ pointers: [Pointer]) async -> Set<ContentID> {
    guard case .success(let end) = await end(.download) else { return [] }
    let now = ContinuousClock.now
    let unread = state.withLock { state in
      pointers.filter { pointer in state.whole[pointer.id].map { now - $0 > Self.trust } ?? true }
    }
    let damaged =
      switch end {
      case .folder(let other): await other.damaged(unread)
      case .peer(let peer): await peer.damaged(unread)
      }
    state.withLock { state in
      for pointer in unread { state.whole[pointer.id] = damaged.contains(pointer.id) ? nil : now }
    }
    return damaged
  }

  private func forget(_ direction: TransferDirection) { state.withLock { $0.ends[direction] = nil } }

  private func end(_ direction: TransferDirection) async -> Result<End, TransferFault> {
    let now = ContinuousClock.now
    if let known = state.withLock({ $0.ends[direction] }), known.until > now { return .success(known.end) }
    let found: End
    switch await setting.objects(of: address, direction) {
    case .failure(let fault): return .failure(fault)
    case .success(.folder(let other)): found = .folder(other)
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

  private func loop() async -> TransferLoop {
    if let loop = state.withLock({ $0.loop }) { return loop }
    let settings = await setting.transferSettings()
    return state.withLock { state in
      if let loop = state.loop { return loop }
      var settings = settings
      settings.bandwidth = state.bandwidth
      let made = TransferLoop(settings)
      state.loop = made
      return made
    }
  }
}
