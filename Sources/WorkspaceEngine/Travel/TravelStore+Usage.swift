internal import Documents
internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Sessions
internal import Sync

/// The calls of models outside sessions travel as a chain of commits for each machine, which that machine alone
/// continues. The tree of a commit has the folder `calls` with the files of `CallDays`.
extension TravelStore {
  /// Whether this machine may have calls that the remote lacks; false while the person lets nothing travel.
  var hasFreshCalls: Bool {
    guard let tree = try? DiskTree(root: root), TravelConsent(tree: tree).isGiven,
      let stamp = (try? tree.stamp(of: CallLog.location)) ?? nil
    else { return false }
    return usage.sent?.stamp != stamp
  }

  /// Fetches the calls of other machines, and writes them to `.git/stet/usage`, for programs that only read. The remote
  /// was asked just now for its versions.
  ///
  /// - Parameter holder: this folder's name in leases.
  func takeUsage(of setting: GitSetting, except holder: String) async throws {
    let limits = UsageTravel.limits
    let listed = usage.listed
    let choice = limits.choice(listed, known: try versions(at: setting.remote, of: .usage), large: usage.large)
    for name in try await GitTransport(setting).fetch(choice.wanted, of: .usage, atMost: limits.bytes) {
      usage.large[name] = listed[name]
    }
    let (store, tree) = (try open(), try DiskTree(root: root))
    for (name, commit) in try versions(at: setting.remote, of: .usage)
    where name != UsageTravel.name(holder) && SessionPlan.isID(name) && usage.stored[name] != commit {
      // Others may have made a reference of another form.
      guard let bytes = try? calls(of: commit, in: store) else { continue }
      try StoredFile("\(CallLog.others)/\(name).jsonl").write(bytes, .content, in: tree)
      usage.stored[name] = commit
    }
  }

  /// Publishes the calls of this machine that the remote lacks. The remote was asked just now for its versions.
  ///
  /// - Parameter time: seconds since 1970.
  func publishUsage(holder: String, to setting: GitSetting, time: Int64) async throws {
    let name = UsageTravel.name(holder)
    let tree = try DiskTree(root: root)
    guard let content = try tree.read(CallLog.location, limit: CallLog.longest) else { return }
    let before = usage.listed[name]
    let length = content.bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let store = try open()
    var files = try before.map { try self.files(of: $0, in: store) } ?? [:]
    var isChanged = false
    let start = min(usage.known(content.stamp, at: before), length)
    for (file, lines) in CallDays.files(content.bytes[start..<length], redact: SecretRedaction.line) {
      var there: [UInt8] = []
      if let entry = files[file] {
        // A file that is too large is not replaced by the new lines alone.
        guard let blob = try store.blob(entry.id, ofAtMost: UsageTravel.limits.bytes) else { continue }
        there = blob
      }
      let joined = CallDays.joined(there, lines)
      guard joined != there else { continue }
      files[file] = TreeEntry(name: file, mode: .file, id: try store.write(.blob, joined))
      isChanged = true
    }
    guard isChanged else {
      usage.sent = UsageTravel.Sent(stamp: content.stamp, length: length, version: before)
      return
    }
    let commit = try make(Array(files.values), after: before, in: store, time: time)
    try store.synchronize(nil)
    let reference = GitTransport.TravelPart.usage.rawValue + name
    let answers = try await GitTransport(setting).push(
      [ReferenceUpdate(reference, to: commit)], from: store, isolation: self)
    guard answers[reference] == .accepted else { return }
    let local = GitTransport.TravelPart.usage.prefix(remote: setting.remote) + name
    try store.setReference(local, to: commit, expecting: store.reference(local))
    usage.listed[name] = commit
    usage.sent = UsageTravel.Sent(stamp: content.stamp, length: length, version: commit)
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

  /// Returns the lines of all files of a version.
  private func calls(of commit: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (_, file) in try files(of: commit, in: store).sorted(by: { $0.key < $1.key }) {
      bytes += try store.blob(file.id, ofAtMost: UsageTravel.limits.bytes - bytes.count) ?? []
    }
    return bytes
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
