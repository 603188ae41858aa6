internal import Documents
internal import FileSystem
internal import FolderKeeping
internal import GitObjects
internal import LocalState
internal import GitProcess
internal import Threads
internal import WorkspaceAPI

/// The sessions that travel, in the repository and at the remote: on a thread of its own, with a repository handle of
/// its own.
actor TravelStore {
  /// The greatest size of a log in bytes.
  private static let limit: Int64 = 256 << 20

  private nonisolated let queue = SerialQueue(label: "stet.travel", isBackground: true)
  let root: String
  let identity: WorkspaceIdentity
  private var opened: (any ObjectStore)?
  private let limits: TravelLimits
  /// The versions at the remote when it was last asked, by session.
  private(set) var listed: [String: ObjectID] = [:]
  /// The versions at the remote that are too large or damaged, by session.
  private var large: [String: ObjectID] = [:]
  /// The versions whose logs are below `.git/stet/travel`.
  private var stored: [String: String] = [:]
  /// The calls of models outside sessions, at the remote and here.
  var usage: UsageTravel
  /// A signal for each use of the sessions, and one at the start.
  nonisolated let uses: AsyncStream<Void>
  private nonisolated let used: AsyncStream<Void>.Continuation

  /// The actor's own thread.
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Makes the store of a folder; nothing is opened.
  init(
    root: String, identity: WorkspaceIdentity, limits: TravelLimits = TravelLimits(), usage: UsageTravel = UsageTravel()
  ) {
    self.root = root
    self.identity = identity
    self.limits = limits
    self.usage = usage
    (uses, used) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    used.yield()
  }

  /// Fetches the sessions of a remote that changed there.
  ///
  /// - Returns: the ids of the sessions that are beyond the limits or damaged, of which nothing new was fetched.
  /// - Throws: `TransportError`.
  func fetch(_ setting: GitSetting) async throws(TransportError) -> [String] {
    used.yield()
    let transport = GitTransport(setting)
    let found = try await transport.travelling()
    (listed, usage.listed) = (found[.sessions] ?? [:], found[.usage] ?? [:])
    let known: [String: ObjectID]
    do throws(ObjectStoreError) { known = try versions(at: setting.remote) } catch { throw .failed("\(error)") }
    let present = listed
    var choice = limits.choice(present, known: known, large: large)
    let result = await transport.fetch(choice.wanted, of: .sessions, atMost: limits.bytes)
    for id in result.refused {
      large[id] = present[id]
      choice.left.append(id)
    }
    if let problem = result.problem { throw problem }
    return choice.left.sorted()
  }

  /// Notes that a program used the sessions, or called a model.
  nonisolated func noteUse() { used.yield() }

  /// Returns the versions of the sessions as the remote last had them, by id.
  func versions(
    at remote: String, of part: GitTransport.TravelPart = .sessions
  ) throws(ObjectStoreError) -> [String: ObjectID] {
    let prefix = part.prefix(remote: remote)
    return Dictionary(
      try open().references(withPrefix: prefix).map { (String($0.dropFirst(prefix.count)), $1) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the sessions as the remote last had them, and writes the logs of those that another folder held last to
  /// `.git/stet/travel`, for programs that only read.
  ///
  /// - Returns: the sessions, and the ids of those whose log cannot be read or is too large.
  /// - Throws: `VerbError` if the repository or the folder cannot be read or written.
  func sessions(
    of remote: String, except holder: String
  ) throws(VerbError) -> (found: [TravellingSession], left: [String]) {
    do {
      let store = try open()
      let tree = try DiskTree(root: root)
      var found: [TravellingSession] = []
      var left: [String] = []
      for (id, commit) in try versions(at: remote).sorted(by: { $0.key < $1.key }) {
        guard let session = TravelTree(store: store).session(id, at: commit) else { continue }
        if session.holder != holder { try write(session, commit, in: tree) }
        if large[id] == commit { left.append(id) }
        found.append(session)
      }
      return (found, left)
    } catch { throw VerbError(any: error) }
  }

  private func write(_ session: TravellingSession, _ commit: ObjectID, in tree: DiskTree) throws {
    guard stored[session.id] != session.version else { return }
    let file = StoredFile("travel/\(session.id)/log.jsonl")
    let log = try TravelTree(store: open(), limits: limits).log(at: commit)
    if log == nil { large[session.id] = commit }
    // Nobody goes on from an older log than that of the lease.
    if let log, log.count(where: { $0 == 0x0A }) == session.lines {
      try file.write(log, .content, in: tree)
    } else if try tree.stamp(of: file.location) != nil {
      try file.remove(from: tree)
    }
    stored[session.id] = session.version
  }

  /// Carries out a publication.
  ///
  /// - Parameter time: seconds since 1970.
  /// - Throws: `VerbError` if the log or the repository cannot be read or written; nothing was sent then.
  func publish(
    _ order: TravelOrder, holder: String, to setting: GitSetting, time: Int64
  ) async throws(VerbError) -> TravelReceipt {
    used.yield()
    let store: any ObjectStore
    let commit: ObjectID
    do {
      store = try open()
      commit = try make(order, holder: holder, in: store, time: time)
      // A reference to a commit that a power cut emptied would stop every fetch.
      try store.synchronize(nil)
    } catch { throw VerbError(any: error) }
    let reference = GitTransport.sessionReference(order.session)
    // Without an answer the remote may have the first version, or the end of the lease: this folder must not go on as
    // if nobody else could, also after a kill.
    if order.expecting == nil || order.until == 0 { try keep(commit, order.session, of: setting, in: store) }
    do throws(TransportError) {
      let answers = try await GitTransport(setting).push(
        [ReferenceUpdate(reference, to: commit)], from: store, isolation: self)
      switch answers[reference] {
      case .accepted: break
      case .rejectedNonFastForward, .locked: return .moved
      case .refused(let message): return .failed("the remote refuses sessions: \(message)")
      case nil: return .failed("the remote did not answer")
      }
    } catch { return .failed("\(error)") }
    try keep(commit, order.session, of: setting, in: store)
    if order.until == 0 { forgetEnd(of: order.session) }
    return .published(version: commit.hex)
  }

  /// Notes a version as the one that the remote has.
  func keep(
    _ commit: ObjectID, _ session: String, of setting: GitSetting, in store: any ObjectStore
  ) throws(VerbError) {
    let local = GitTransport.sessionPrefix(remote: setting.remote) + session
    do throws(ObjectStoreError) {
      try store.setReference(local, to: commit, expecting: store.reference(local))
    } catch { throw VerbError(error) }
  }

  /// Makes the commit of a publication.
  func make(
    _ order: TravelOrder, holder: String, in store: any ObjectStore, time: Int64
  ) throws -> ObjectID {
    let trees = TravelTree(store: store)
    var before: TravellingSession?
    if let version = order.expecting {
      before = ObjectID(hex: version).flatMap { trees.session(order.session, at: $0) }
      guard before != nil else {
        throw VerbError(.failed, "The version \(version) of session \(order.session) is not known here.")
      }
    }
    var lease = TravelTree.Lease(
      holder: before?.holder ?? holder, machine: before?.machine ?? identity.machine, until: before?.until ?? 0,
      lines: before?.lines ?? 0)
    if let until = order.until { (lease.holder, lease.machine, lease.until) = (holder, identity.machine, until) }
    var sent: [UInt8] = []
    if order.sendsLog {
      let lines = try log(order.session)
      guard trees.continues(lines, before) else {
        throw VerbError(
          .failed, "the log of session \(order.session) here is not the one at the remote", kept: "Both are unchanged.",
          next: "'stet session take-over \(order.session)' continues with the one at the remote.")
      }
      let fresh = lines.dropFirst(lease.lines)
      for line in fresh { sent += SecretRedaction.line(Array(line)) + [0x0A] }
      lease.lines += fresh.count
    }
    return try trees.make(
      order.session, after: before, lease, lines: sent,
      answer: order.answer ?? (order.keepsAnswer ? before?.answer : nil), author: Self.signature(time))
  }

  /// Returns the signature of Stet's own commits.
  static func signature(_ time: Int64) -> Signature {
    Signature(
      name: Author.sync.signatureName(person: ""), email: Author.sync.signatureEmail(person: ""), seconds: time)
  }

  /// Returns the whole lines of a log of this folder.
  func log(_ id: String) throws -> [ArraySlice<UInt8>] {
    let file = StoredFile("sessions/\(id)/log.jsonl")
    let bytes = try file.read(from: DiskTree(root: root), limit: Self.limit) ?? []
    let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes[..<end].split(separator: 0x0A, omittingEmptySubsequences: true)
  }

  func open() throws(ObjectStoreError) -> any ObjectStore {
    if let opened { return opened }
    let store = try RepositoryStore.open(root: root)
    opened = store
    return store
  }
}
