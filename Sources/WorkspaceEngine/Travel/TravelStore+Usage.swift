internal import Documents
internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Sessions
internal import GitProcess

/// The calls of models outside sessions travel as a chain of commits for each machine, which that machine alone
/// continues. The tree of a commit has the folder `calls` with the files of `CallDays`.
extension TravelStore {
  /// Returns whether a remote has the calls of this machine.
  ///
  /// - Parameter holder: this folder's name in leases.
  func delivery(of holder: String, at address: String) -> UsageTravel.Delivery {
    guard let stamp = ownStamp else { return .done }
    return usage.delivery(stamp, of: UsageTravel.name(holder), at: address)
  }

  /// Notes the reason why the calls of this machine are not sent to a remote until one of them or the remote changes.
  func refuseUsage(of holder: String, at address: String, _ message: String) {
    guard let stamp = ownStamp else { return }
    let state = UsageTravel.State(stamp: stamp, address: address, version: usage.listed[UsageTravel.name(holder)])
    usage.refusal = UsageTravel.Refusal(state: state, message: message)
  }

  /// Lets the calls of this machine be sent again to a remote that refused them.
  func forgetUsageRefusal() { usage.refusal = nil }

  private var ownStamp: FileStamp? { (try? DiskTree(root: root).stamp(of: CallLog.location)) ?? nil }

  /// Fetches the calls of other machines, and writes them to `.git/stet/usage`, for programs that only read. The remote
  /// was asked just now for its versions.
  ///
  /// - Parameter holder: this folder's name in leases.
  /// - Throws: also if some versions cannot be fetched; the others are written then.
  func takeUsage(of setting: GitSetting, except holder: String) async throws {
    let listed = usage.listed
    usage.large = usage.large.filter { listed[$0.key] == $0.value }
    let choice = usage.limits.choice(
      listed, known: try versions(at: setting.remote, of: .usage), large: usage.large)
    let result = await GitTransport(setting).fetch(choice.wanted, of: .usage, atMost: usage.limits.bytes)
    for name in result.refused { usage.large[name] = listed[name] }
    try keepUsage(at: setting.remote, except: UsageTravel.name(holder), left: choice.left + result.refused)
    if let problem = result.problem { throw problem }
  }

  /// Writes the calls of other machines as far as they were fetched, up to the limits, and deletes those of machines that
  /// the remote no longer lists.
  ///
  /// - Parameter left: the machines of which a version stays at the remote.
  private func keepUsage(at remote: String, except own: String, left: [String]) throws {
    let (store, tree) = (try open(), try DiskTree(root: root))
    var known = try versions(at: remote, of: .usage)
    for (name, commit) in known where usage.listed[name] == nil {
      let reference = GitTransport.TravelPart.usage.prefix(remote: remote) + name
      try store.setReference(reference, to: nil, expecting: commit)
      known[name] = nil
    }
    known = known.filter { $0.key != own && SessionPlan.isID($0.key) }
    var sizes: [String: Int] = [:]
    for name in CallLog.machines(in: tree) {
      let file = CallLog.file(of: name)
      if known[name] != nil {
        sizes[name] = try tree.stamp(of: file.location).map { Int($0.size) }
      } else {
        try file.remove(from: tree)
        usage.stored[name] = nil
      }
    }
    // No machine displaces calls of another one that are counted.
    var (left, room) = (Set(left), max(0, usage.total - sizes.values.reduce(0, +)))
    for (name, version) in known.sorted(by: { $0.key < $1.key }) {
      let size = sizes[name] ?? 0
      let limit = min(usage.limits.bytes, size + room)
      if usage.stored[name]?.holds(version, atMost: limit) != true {
        let (stored, length) = try write(version, of: name, atMost: limit, from: store, to: tree)
        usage.stored[name] = stored
        room += size - (length ?? size)
      }
      if usage.stored[name]?.isWhole != true { left.insert(name) }
    }
    left.remove(own)
    let names = Array(left.sorted().prefix(usage.limits.sessions))
    if names.isEmpty {
      try CallLog.left.remove(from: tree)
    } else if CallLog.left.value([String].self, from: tree, limit: 1 << 20) != names {
      try CallLog.left.write(json: names, .content, in: tree)
    }
  }

  /// Writes the calls of a version and returns their length in bytes; both are nil, and the file stays, if the version
  /// cannot be read, as others may have made a reference of another form.
  private func write(
    _ version: ObjectID, of machine: String, atMost limit: Int, from store: any ObjectStore, to tree: DiskTree
  ) throws(FileError) -> (stored: UsageTravel.Stored?, length: Int?) {
    guard let (bytes, isWhole) = try? calls(of: version, atMost: limit, in: store) else { return (nil, nil) }
    try CallLog.file(of: machine).write(bytes, .content, in: tree)
    return (UsageTravel.Stored(version: version, limit: limit, isWhole: isWhole), bytes.count)
  }

  /// Publishes the calls of this machine that the remote lacks. The remote was asked just now for its versions. If it
  /// refuses them, that is noted.
  ///
  /// - Parameters:
  ///   - address: the remote's address.
  ///   - time: seconds since 1970.
  func publishUsage(holder: String, to setting: GitSetting, at address: String, time: Int64) async throws {
    let name = UsageTravel.name(holder)
    let tree = try DiskTree(root: root)
    guard let content = try tree.read(CallLog.location, limit: CallLog.longest) else { return }
    let before = usage.listed[name]
    let length = content.bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let store = try open()
    var files: [String: TreeEntry] = [:]
    if let before {
      do throws(ObjectStoreError) { files = try self.files(of: before, in: store) } catch {
        // A version that could not be fetched now may be whole.
        guard store.contains(before) || usage.large[name] == before else { throw error }
        let deletion = "git push origin :\(GitTransport.TravelPart.usage.rawValue)\(name)"
        return refuseUsage(
          of: holder, at: address,
          "this machine's calls at the remote cannot be read; after '\(deletion)' all are sent again")
      }
    }
    func note(_ version: ObjectID?) {
      let state = UsageTravel.State(stamp: content.stamp, address: address, version: version)
      usage.sent = UsageTravel.Sent(state: state, length: length)
    }
    var isChanged = false
    let start = min(usage.known(content.stamp, at: before), length)
    for (file, lines) in CallDays.files(content.bytes[start..<length], redact: SecretRedaction.line) {
      var there: [UInt8] = []
      if let entry = files[file] {
        // A file that is too large is not replaced by the new lines alone.
        guard let blob = try store.blob(entry.id, ofAtMost: usage.limits.bytes) else { continue }
        there = blob
      }
      let joined = CallDays.joined(there, lines)
      guard joined != there else { continue }
      files[file] = TreeEntry(name: file, mode: .file, id: try store.write(.blob, joined))
      isChanged = true
    }
    guard isChanged else { return note(before) }
    let commit = try make(Array(files.values), after: before, in: store, time: time)
    try store.synchronize(nil)
    let reference = GitTransport.TravelPart.usage.rawValue + name
    do throws(TransportError) {
      let answers = try await GitTransport(setting).push(
        [ReferenceUpdate(reference, to: commit)], from: store, isolation: self)
      switch answers[reference] {
      case .accepted: break
      case .refused(let message):
        return refuseUsage(of: holder, at: address, "the remote refuses calls of models: \(message)")
      case .rejectedNonFastForward, .locked, nil: return
      }
    } catch {
      guard case .denied = error else { throw error }
      return refuseUsage(of: holder, at: address, "\(error)")
    }
    let local = GitTransport.TravelPart.usage.prefix(remote: setting.remote) + name
    try store.setReference(local, to: commit, expecting: store.reference(local))
    usage.listed[name] = commit
    note(commit)
  }

  private func make(
    _ files: [TreeEntry], after before: ObjectID?, in store: any ObjectStore, time: Int64
  ) throws(ObjectStoreError) -> ObjectID {
    let calls = TreeEntry(name: "calls", mode: .tree, id: try store.write(Tree(files)))
    let author = Self.signature(time)
    var message = CommitMessage(subject: "Keep the calls of models", author: .sync)
    message.machine = identity.machine
    return try store.write(
      Commit(
        tree: try store.write(Tree([calls])), parents: [before].compactMap(\.self), author: author, committer: author,
        message: message.text))
  }

  /// Returns the lines of the files of a version, and whether these are all: beyond a limit in bytes the oldest are left
  /// out.
  private func calls(
    of commit: ObjectID, atMost limit: Int, in store: any ObjectStore
  ) throws(ObjectStoreError) -> (bytes: [UInt8], isWhole: Bool) {
    var pieces: [[UInt8]] = []
    var (room, isWhole) = (limit, true)
    for (_, file) in try files(of: commit, in: store).sorted(by: { $0.key > $1.key }) {
      guard let piece = try store.blob(file.id, ofAtMost: room) else {
        isWhole = false
        continue
      }
      pieces.append(piece)
      room -= piece.count + 1
    }
    return (Array(pieces.reversed().joined(separator: [0x0A])), isWhole)
  }

  /// Returns the files of a version, by name.
  private func files(
    of commit: ObjectID, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [String: TreeEntry] {
    guard let entry = try store.entry("calls", of: store.commit(commit).tree), entry.mode == .tree else { return [:] }
    let files = try store.tree(entry.id).entries.filter { $0.mode == .file && CallDays.isFile($0.name) }
    return Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
