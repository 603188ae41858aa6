package import WorkspaceAPI
internal import FileSystem
internal import Git
internal import GitObjects
internal import Glibc
internal import GitProcess
internal import Sync
internal import SystemPackage
internal import Threads

/// Makes folders workspaces.
package enum WorkspaceSetUp {
  /// Makes a folder a workspace: an empty folder from the template, a folder with files or a repository as it is.
  ///
  /// The call can be repeated: a workspace stays as it is, and only the remote is set. A new repository begins with the
  /// remote's branch, if the remote answers. A repository that already has a remote is published only after a person
  /// agrees, unless the remote has all of its content.
  ///
  /// - Parameters:
  ///   - useTemplate: whether an empty folder is filled from the template.
  ///   - addsTemplate: whether the template's missing files are added to any folder.
  ///   - agrees: whether the person agrees to publish the content.
  /// - Throws: `VerbError`: `.refused` with the responsible line if a repository has features that Stet cannot
  ///   preserve.
  package static func initialize(
    _ settings: WorkspaceSettings, remote: String?, useTemplate: Bool, addsTemplate: Bool = false, agrees: Bool = false
  ) async throws(VerbError) -> InitReport {
    try await CutOffClone(git: GitReader(root: settings.root, environment: settings.environment)).requireNone()
    let wasWorkspace = access(settings.root + "/.git/stet", F_OK) == 0
    let conversions = PersonalConversions(git: GitReader(root: settings.root, environment: settings.environment))
    let isRepository = !wasWorkspace && access(settings.root + "/.git", F_OK) == 0
    if isRepository { try FolderPreparation.requireNone(await conversions.refused(), in: settings.root) }
    let preparation = try await onThread("stet.init") { () throws(VerbError) in
      try FolderPreparation.prepare(
        settings, useTemplate: useTemplate, addsTemplate: addsTemplate, branch: RemoteBranches.usual,
        excludes: !wasWorkspace)
    }
    if isRepository { try await conversions.switchOff() }
    if let remote {
      let git = GitReader(root: settings.root, environment: settings.environment)
      try await git.join(remote)
      // An existing repository has its branch already.
      if preparation.isNew { try await begin(git, at: remote, settings) }
    }
    let adopted = !preparation.isNew && !wasWorkspace && remote == nil
    let found = try await publication(settings, asks: adopted && !agrees)
    if agrees || remote != nil {
      try await onThread("stet.init") { () throws(VerbError) in try allowPublication(root: settings.root) }
    }
    var report = try await firstRecording(settings, created: preparation.isNew, notes: preparation.notes)
    report.isWorkspaceAlready = wasWorkspace
    if let found { try await describe(found, settings, in: &report) }
    return report
  }

  /// Allows publishing the folder at `root`; a daemon that serves it publishes with its next exchange.
  ///
  /// - Throws: `VerbError` if that cannot be stored.
  package static func allowPublication(root: String) throws(VerbError) {
    do throws(FileError) { try PublicationConsent(tree: DiskTree(root: root)).agree() } catch {
      throw VerbError(error)
    }
  }

  /// Returns the remote in the configuration; nil if there is none or its address is invalid.
  ///
  /// - Parameter asks: whether publishing requires a person's consent. That is stored before anything is recorded,
  ///   since a daemon that starts after a crash would publish otherwise.
  private static func publication(
    _ settings: WorkspaceSettings, asks: Bool
  ) async throws(VerbError) -> (address: String, display: String)? {
    let setting = GitSetting(
      gitDirectory: FilePath(settings.root + "/.git"), environment: settings.environment,
      runtimeDirectory: settings.runtimeDirectory)
    let found: String?
    do throws(TransportError) { found = try await setting.readRemote().address } catch {
      if case .missing = error { return nil }
      // The consent is required for any address that is found later.
      found = nil
    }
    if asks {
      try await onThread("stet.init") { () throws(VerbError) in
        do throws(FileError) {
          try PublicationConsent(tree: DiskTree(root: settings.root)).ask(about: found ?? "")
        } catch { throw VerbError(error) }
      }
    }
    guard let address = found, let parsed = try? RemoteAddress(address, home: settings.environment["HOME"]) else {
      return nil
    }
    return (address, parsed.display)
  }

  /// Adds the remote and the publication rule to the report.
  ///
  /// If the remote had everything at the last fetch, there is nothing unpublished to ask about, and publishing is
  /// allowed.
  private static func describe(
    _ remote: (address: String, display: String), _ settings: WorkspaceSettings, in report: inout InitReport
  ) async throws(VerbError) {
    let git = GitReader(root: settings.root, environment: settings.environment)
    report.remote = remote.display
    func rule() async -> PublicationRule {
      await PublicationConsent.rule(root: settings.root, address: remote.address, display: remote.display)
    }
    if case .asks = await rule(), let branch = report.branch {
      let count = try? await git.unpublished(of: branch)
      if count?.commits == 0, report.pause == nil {
        try await onThread("stet.init") { () throws(VerbError) in try allowPublication(root: settings.root) }
      }
      report.unpublished = count?.files
    }
    let publication = await rule()
    report.publication =
      switch publication {
      case .open: .publishes
      case .asks: .asks
      case .closed: .local
      }
  }

  private static func begin(_ git: GitReader, at remote: String, _ settings: WorkspaceSettings) async throws(VerbError)
  {
    switch await git.beginning(runtimeDirectory: settings.runtimeDirectory) {
    case .branch(let branch): try await git.begin(with: branch)
    case .empty: try await git.noteJoinedEmpty(remote)
    case .several, nil: break
    }
  }

  /// Makes a workspace from a remote's branch: the named branch, else the one that `RemoteBranches` chooses.
  ///
  /// A remote without branches gives an empty workspace. An interrupted clone of the same address is resumed.
  ///
  /// - Throws: `VerbError`: `.offline` if the remote cannot be reached; `.usage` if the folder is not empty, or if the
  ///   remote has several branches and none is named.
  package static func clone(
    _ url: String, branch named: String? = nil, _ settings: WorkspaceSettings
  ) async throws(VerbError) -> InitReport {
    let git = GitReader(root: settings.root, environment: settings.environment)
    let cloning = CutOffClone(git: git)
    var begun = RemoteBranches.usual
    var left: [String] = []
    switch try await cloning.stage(of: url) {
    case .checkedOut: break
    case .fetched(let branch):
      if let named, named != branch {
        throw VerbError(
          .usage, "a clone of the branch '\(branch)' was begun in \(settings.root)", kept: "Nothing was changed.",
          next: "Go on with it: 'stet clone --branch \(branch) …', or name another folder.")
      }
      left = try await bringFiles(of: branch, cloning, settings)
    case .nothing:
      let branches = try await git.branches(of: url)
      switch named.map(RemoteBranches.Beginning.branch) ?? branches.beginning {
      case .branch(let branch) where branches.names.contains(branch):
        let isNewFolder = try await cloning.fetch(url, branch: branch, tell: settings.tellSetUp)
        do throws(VerbError) { left = try await bringFiles(of: branch, cloning, settings) } catch {
          if error.code == .refused {
            await onThread("stet.init") { FolderPreparation.takeBack(settings.root, isNewFolder: isNewFolder) }
          }
          throw error
        }
      case .branch(let branch) where branches.names.isEmpty: begun = branch
      case .empty: break
      case .branch(let branch): throw Self.unclear(url, branches, "has no branch '\(branch)'")
      case .several: throw Self.unclear(url, branches, "has several branches and does not say which one is meant")
      }
    }
    let branch = begun
    let preparation = try await onThread("stet.init") { () throws(VerbError) in
      try FolderPreparation.prepare(settings, useTemplate: false, branch: branch)
    }
    if preparation.isNew {
      try await git.join(url)
      try await git.noteJoinedEmpty(url)
    }
    var report = try await firstRecording(settings, created: true, notes: left + preparation.notes)
    if let found = try await publication(settings, asks: false) { try await describe(found, settings, in: &report) }
    await cloning.noteDone()
    return report
  }

  /// Checks out the files of a fetched branch, or leaves them to the exchange if git cannot check them out.
  ///
  /// - Returns: a note for people about files that no folder can contain.
  /// - Throws: `VerbError`: `.refused` if Stet cannot preserve the repository; no file is checked out then.
  private static func bringFiles(
    of branch: String, _ cloning: CutOffClone, _ settings: WorkspaceSettings
  ) async throws(VerbError) -> [String] {
    let left = try await onThread("stet.init") { () throws(VerbError) in
      try FolderPreparation.requireFit(settings.root)
    }
    if left.isEmpty {
      try await cloning.checkOut(branch, tell: settings.tellSetUp)
    } else {
      try await cloning.git.leaveToExchange(branch)
    }
    try await cloning.noteCheckedOut()
    return left
  }

  private static func unclear(_ url: String, _ branches: RemoteBranches, _ words: String) -> VerbError {
    VerbError(
      .usage, "\(url) \(words); it has \(branches.names.sorted().prefix(20).joined(separator: ", "))",
      kept: "Nothing was changed.", next: "Name one: 'stet clone --branch NAME …'.")
  }

  /// Opens the workspace once, so that all its files are recorded, and closes it.
  ///
  /// Only the daemon exchanges: an exchange from here would be interrupted at its start.
  private static func firstRecording(
    _ settings: WorkspaceSettings, created: Bool, notes: [String]
  ) async throws(VerbError) -> InitReport {
    var settings = settings
    settings.exchanges = false
    guard let workspace = try await Workspace.open(settings) else {
      // A daemon serves the folder and has recorded everything.
      return InitReport(root: settings.root, created: false, files: 0, notes: notes)
    }
    HookFolder(root: settings.root).prepare()
    let files = await workspace.keeper.run { $0.recorder.tips.fileTotal }
    let state = await workspace.keeper.report()
    await workspace.stop()
    do throws(ObjectStoreError) {
      try Repository(root: settings.root).durability.makeFrameDurable()
    } catch { throw VerbError(error) }
    let filter = LargeFilter(git: workspace.git)
    let warnings = [settings.identity.warning, filter.isInstalled ? nil : LargeFilter.notInstalled].compactMap(\.self)
    var report = InitReport(root: settings.root, created: created, files: files, notes: notes + warnings)
    report.branch = workspace.keeper.branchName
    report.pause = state.state == "recording" ? nil : state.reason ?? state.state
    return report
  }
}
