internal import FileSystem
internal import Git
package import GitObjects
internal import Journal
internal import GitProcess
internal import SystemPackage
internal import Threads
package import WorkspaceAPI

/// The restoration of damaged and missing objects: from the readable parts of their packs, from the folder, from git's
/// index, from the remote. Objects that cannot be restored are listed; everything else continues to work.
///
/// Blocks and runs child processes, so it has its own thread.
package actor ObjectRescue {
  /// The result of a rescue.
  package struct Report: Sendable {
    /// The repairs, one sentence each.
    package var mended: [String] = []
    /// Whether history was lost and continues at an earlier commit.
    var hasGoneBack = false
    /// The last commit of the lost history; nil if it is unknown.
    package var lostTip: ObjectID?
    /// The objects that could not be restored.
    package var lost: [MissingObjects.Item] = []
  }

  private let executor = SerialQueue(label: "stet.rescue", isBackground: true)
  private let settings: WorkspaceSettings
  private let git: GitReader
  private var report = Report()
  private var runs: [Int64] = []
  private var running: Task<Report, any Error>?

  /// Makes a rescue that does nothing yet.
  package init(_ settings: WorkspaceSettings) {
    self.settings = settings
    git = GitReader(root: settings.root, environment: settings.environment)
  }

  /// The rescue's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns whether damage prevents the start of the recorder: the last recorded commit or its folders cannot be read.
  package func isNeeded() -> Bool {
    guard let repository = try? Repository(root: settings.root) else { return false }
    let names = [StetReference.tip, StetReference.held] + branch(of: repository).map { "refs/heads/" + $0 }
    for name in names {
      guard let id = try? repository.reference(name) else { continue }
      if !MissingObjects.hasFolders(id, in: repository) { return true }
    }
    return false
  }

  /// Restores all objects that can be restored.
  ///
  /// - Parameter isAlone: whether no recorder uses the workspace: then references to lost commits are moved to commits
  ///   that are left, so that recording can begin.
  /// - Throws: `ObjectStoreError` or `FileError` if the repository cannot be read or written.
  package func run(isAlone: Bool) async throws -> Report {
    let before = running
    // Runs are serial: the doctor and the exchange may start one at the same time, and both would fetch into one
    // directory.
    let task = Task {
      _ = await before?.result
      return try await self.mend(isAlone: isAlone)
    }
    running = task
    return try await task.value
  }

  private func mend(isAlone: Bool) async throws -> Report {
    report = Report()
    let repository = try Repository(root: settings.root)
    try repository.restorePruned()
    let damaged = try repository.damagedFiles.setAsideDamagedObjects()
    try await mendPacks(repository)
    var missing = find(repository)
    let count = Set(missing.map(\.id)).union(damaged).count
    if !missing.isEmpty {
      try await takeFromFolder(missing, repository)
      missing = find(repository)
    }
    if !missing.isEmpty {
      await takeFromRemote(repository)
      // Folders restored from the remote may name files that exist here.
      try await takeFromFolder(find(repository), repository)
      missing = find(repository)
    }
    // A restored folder or commit names further objects.
    while !missing.isEmpty {
      try takeFromPacks(missing, repository)
      let left = find(repository)
      if left.count == missing.count, Set(left) == Set(missing) { break }
      missing = left
    }
    if isAlone {
      try keepHeld(repository)
      try goBack(repository)
    }
    missing = find(repository)
    report.lost = missing
    let had = count - Set(missing.map(\.id)).count
    if had > 0 {
      report.mended.append(
        "\(had) damaged or missing object\(had == 1 ? " was" : "s were") restored from the folder, the remote or what "
          + "was left of a pack; the damaged files are in .git/stet/rescue/damaged")
    }
    return report
  }

  /// Runs a rescue beside the running daemon if git's message suggests damage, at most three times in ten minutes: the
  /// same damage may be met at several places before it is repaired. Returns nil if no rescue ran.
  package func runIfDue(words: String, now: Int64) async -> Report? {
    let signs = [
      "unable to read", "bad object", "missing", "corrupt", "pack-objects died", "damaged", "packfile", "lacks object",
      "all necessary", "object file", "loose object", "invalid sha1 pointer", "inflate",
    ]
    runs.removeAll { now - $0 >= 600 }
    guard signs.contains(where: { words.contains($0) }), runs.count < 3 else { return nil }
    runs.append(now)
    return try? await run(isAlone: false)
  }

  private func find(_ repository: Repository) -> [MissingObjects.Item] {
    let starts = (try? repository.references(withPrefix: "refs/"))?.sorted { $0.key < $1.key }.map(\.value) ?? []
    let needed = journalNeeds()
    return MissingObjects.find(from: starts + needed, in: repository)
  }

  /// Returns the commits on which the journal builds: commits of the person's git, and fetched ones.
  private func journalNeeds() -> [ObjectID] {
    guard let tree = try? DiskTree(root: settings.root), let opened = try? JournalFile.open(in: tree) else { return [] }
    return opened.entries.flatMap { entry -> [ObjectID] in
      switch entry {
      case .begin(let tip, let held, _): [tip, held].compactMap(\.self)
      case .adopt(_, _, let target, _): [target]
      default: []
      }
    }
  }

  private func branch(of repository: Repository) -> [String] {
    [try? FollowedBranch.name(in: repository)].compactMap(\.self)
  }

  /// Rebuilds missing indexes of packs, and unpacks damaged packs.
  private func mendPacks(_ repository: Repository) async throws {
    // If git cannot read its configuration, it reports every pack as damaged.
    guard await verdict(["config", "--local", "--list"]) == true else { return }
    var isChanged = false
    var damaged: [String] = []
    for name in repository.damagedFiles.packNames() {
      guard let pack = repository.damagedFiles.packFile(name, "pack") else {
        try repository.damagedFiles.setAsidePack(name, onlyIndex: true)
        isChanged = true
        continue
      }
      if let index = repository.damagedFiles.packFile(name, "idx") {
        // A pack counts as damaged only if git reports that, and not if git could not be run or was killed.
        guard await verdict(["verify-pack", index]) == false else { continue }
        guard repository.damagedFiles.packFile(name, "pack") != nil else { continue }
      }
      // Written beside the existing index, which has the positions of the objects if the pack itself is damaged.
      let fresh = "stet/repaired-\(name).idx"
      let index = settings.root + "/.git/" + fresh
      await remove(index)
      switch await verdict(["index-pack", "--no-rev-index", "-o", index, pack], fatal: true) {
      case true:
        try repository.damagedFiles.replaceIndex(of: name, with: fresh)
        report.mended.append("the index of the pack \(name) was made again")
      case nil: continue
      default:
        damaged.append(try repository.damagedFiles.setAsidePack(name))
        report.mended.append(
          "the pack \(name) was damaged; what could be read of it is stored anew, the pack is in .git/stet/rescue/damaged"
        )
      }
      isChanged = true
    }
    guard isChanged else { return }
    try repository.damagedFiles.setAsideLists()
    try repository.refresh()
    for place in damaged where try !repository.damagedFiles.takeObjects(ofPack: place) {
      // Without an index: lenient, restores all objects that can be read.
      var child = setting.child([])
      child.program = "sh"
      child.arguments = [
        "-c", "exec git unpack-objects -r < \"$1\"", "sh", "\(settings.root)/.git/\(place).pack",
      ]
      _ = try? await child.run(deadline: Self.patience)
    }
  }

  /// Searches the packs that were set aside for objects: the base of a delta may have been restored from elsewhere, and
  /// an earlier search may have been interrupted.
  private func takeFromPacks(_ missing: [MissingObjects.Item], _ repository: Repository) throws {
    for place in repository.damagedFiles.packsSetAside() {
      _ = try repository.damagedFiles.takeObjects(ofPack: place, wanted: Set(missing.map(\.id)))
    }
  }

  /// Runs a git command and returns whether it succeeded; nil if it could not be run or was killed.
  ///
  /// - Parameter fatal: whether git's status 128 counts as a failure: `git index-pack` exits so at the first damaged
  ///   byte.
  private func verdict(_ arguments: [String], fatal: Bool = false) async -> Bool? {
    guard let result = try? await setting.child(arguments).run(deadline: Self.patience),
      result.status < 126 || fatal && result.status == 128
    else { return nil }
    return result.status == 0
  }

  /// The timeouts of a child: it gives no output for long while it works on a large pack.
  private static let patience = ChildDeadline(stall: .seconds(600), answer: .seconds(600))

  private var setting: GitSetting {
    GitSetting(
      gitDirectory: FilePath(settings.root + "/.git"), environment: settings.environment,
      runtimeDirectory: settings.runtimeDirectory)
  }

  /// Writes the objects whose content is in the folder or in a displaced file, and the folders that git's index
  /// describes.
  private func takeFromFolder(_ missing: [MissingObjects.Item], _ repository: Repository) async throws {
    if missing.contains(where: { $0.kind == .tree }) { await takeFolders(repository) }
    let wanted = Set(missing.filter { $0.kind == .blob }.map(\.id))
    guard !wanted.isEmpty else { return }
    let tree = try DiskTree(root: settings.root)
    var places: [FileLocation] = []
    for item in missing where item.kind == .blob {
      if let path = item.path.flatMap({ try? WorkspacePath($0) }) { places.append(FileLocation(path)) }
    }
    for folder in ["displaced", "tmp"] {
      places += try tree.entries(of: .store(folder)).map { .store("\(folder)/\($0.name)") }
    }
    for place in places {
      guard let content = (try? tree.read(place, limit: 1 << 28)) ?? nil,
        wanted.contains(repository.id(of: .blob, content.bytes))
      else { continue }
      _ = try repository.write(.blob, content.bytes)
    }
  }

  private func takeFolders(_ repository: Repository) async {
    guard let listed = try? await git.run(["ls-files", "-s", "-z"]) else { return }
    var edits: [TreeEdit] = []
    for line in listed.split(separator: 0) {
      let fields = String(decoding: line.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self).split(separator: " ")
      guard fields.count == 3, fields[2] == "0", let mode = UInt32(fields[0], radix: 8).flatMap(FileMode.init(bits:)),
        let id = ObjectID(hex: fields[1])
      else { continue }
      let path = NameText.decode(Array(line.drop { $0 != UInt8(ascii: "\t") }.dropFirst()))
      edits.append(.set(path: path, mode: mode, id: id))
    }
    _ = try? TreeEditor(store: repository).apply(edits, to: nil)
  }

  /// Fetches everything that the remote has into a separate repository, where no reference can conflict, and takes its
  /// packs.
  private func takeFromRemote(_ repository: Repository) async {
    guard let found = try? await setting.readRemote() else { return }
    let place = settings.root + "/.git/stet/refetch"
    await remove(place)
    var beside = found.setting
    beside.gitDirectory = FilePath(place)
    var made = beside.child(["init", "-q", "--bare"])
    made.directory = FilePath(settings.root)
    _ = try? await made.run(deadline: Self.patience)
    let fetched = try? await beside.child([
      "fetch", "--progress", "--no-write-fetch-head", "--no-tags", "--no-auto-maintenance", found.address,
      "+refs/heads/*:refs/heads/*", "+\(StetReference.inbox)*:refs/inbox/*",
    ]).run(deadline: beside.deadline)
    if fetched?.status == 0 { try? repository.damagedFiles.takePacks(from: place) }
    await remove(place)
  }

  private func remove(_ place: String) async {
    var child = setting.child([])
    child.program = "rm"
    child.arguments = ["-rf", "--", place]
    _ = try? await child.run(deadline: Self.patience)
  }

  /// Moves the reference of held versions to its last intact commit, if its own commit is lost: the reference's log
  /// names earlier ones.
  private func keepHeld(_ repository: Repository) throws {
    let name = StetReference.held
    guard let lost = try repository.reference(name), !MissingObjects.hasFolders(lost, in: repository) else { return }
    guard let last = repository.reflogs.logged(name).first(where: { MissingObjects.hasFolders($0, in: repository) })
    else {
      return
    }
    try repository.setReference(name, to: last, expecting: lost)
    report.mended.append(RepairedReference(name: name, commit: last, lost: lost).description)
  }

  /// Moves references whose commits are lost to intact commits.
  private func goBack(_ repository: Repository) throws {
    guard let name = branch(of: repository).first, !journalReaches(repository) else { return }
    let own = ["refs/heads/\(name)", StetReference.tip, StetReference.branch + name]
    let references = try repository.references(withPrefix: "refs/")
    if own.contains(where: { references[$0].map { !MissingObjects.hasFolders($0, in: repository) } ?? false }) {
      let seen = ["refs/remotes/origin/\(name)", StetReference.seen(name, of: "origin")].compactMap { references[$0] }
      let candidates = own.compactMap { references[$0] } + repository.reflogs.logged("refs/heads/" + name) + seen
      let last = candidates.first { MissingObjects.hasFolders($0, in: repository) }
      for reference in own {
        if let standing = references[reference], standing == last { continue }
        try repository.setReference(reference, to: last, expecting: references[reference])
      }
      report.hasGoneBack = true
      let lost = references[own[1]] ?? references[own[0]]
      report.lostTip = lost
      report.mended.append(
        "the history up to \(lost.map { String($0.hex.prefix(10)) } ?? "the last change") could not be restored; it "
          + "continues at \(last.map { String($0.hex.prefix(10)) } ?? "a new beginning"), and the folder is recorded as it is, by an unknown author"
      )
    }
    for (reference, id) in references where !own.contains(reference) {
      let isWhole =
        reference == StetReference.held ? MissingObjects.hasFolders(id, in: repository) : isThere(id, repository)
      if isWhole { continue }
      try repository.setReference(reference, to: nil, expecting: id)
      report.mended.append("the reference \(reference) named \(id.hex.prefix(10)), which is lost; it was taken away")
    }
  }

  /// Returns whether the journal alone can restore the history: its starting commit can be read, and the journal has
  /// all later changes.
  private func journalReaches(_ repository: Repository) -> Bool {
    guard let tree = try? DiskTree(root: settings.root), let opened = try? JournalFile.open(in: tree) else {
      return false
    }
    for case .begin(let tip?, _, _) in opened.entries.reversed() {
      return MissingObjects.hasFolders(tip, in: repository)
    }
    return false
  }

  private func isThere(_ id: ObjectID, _ repository: Repository) -> Bool { (try? repository.read(id)) != nil }
}
