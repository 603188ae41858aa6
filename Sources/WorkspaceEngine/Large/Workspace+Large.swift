package import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import History
internal import LargeFiles
internal import Values

extension Workspace {
  /// Returns the state of large files after the requested action on them.
  ///
  /// - Throws: `VerbError`, `.notFound` for a path of neither a large file nor a folder, `.refused` for an agent that
  ///   asks for more than a download.
  package func large(_ request: LargeRequest) async throws(VerbError) -> LargeReport {
    switch request.action {
    case .look, .download: break
    case .cancel, .evict, .pin, .unpin:
      if request.caller.agent != nil {
        throw VerbError(
          .refused, "What stays on this machine is the person's to say.", kept: "Nothing was changed.",
          next: "An agent may ask for a download.")
      }
    }
    let entries = try await entries(request.paths).filter { !permissions.isKept($0.path.string, from: request.caller) }
    var outcomes: [NameKey: (outcome: String, problem: String?)] = [:]
    switch request.action {
    case .look: break
    case .download: outcomes = await download(entries)
    case .cancel: await exchange.withLock { $0?.objects.downloader }?.cancel(Set(entries.map(\.path)))
    case .evict: outcomes = await evict(entries)
    case .pin:
      try await changePins(adding: try pinned(request.paths, entries), removing: [])
      outcomes = await download(entries)
    case .unpin: try await changePins(adding: [], removing: try pinned(request.paths, entries))
    }
    // The action has changed the folder by now.
    let chosen = request.action == .look ? entries : try await self.entries(request.paths)
    var files = await states(of: chosen.filter { !permissions.isKept($0.path.string, from: request.caller) })
    for index in files.indices {
      guard let (outcome, problem) = outcomes[NameKey(files[index].path)] else { continue }
      files[index].outcome = outcome
      files[index].problem = problem ?? files[index].problem
    }
    return LargeReport(files: files, waits: await hindrance())
  }

  /// Returns the summary of the large files; nil if there are none.
  func largeSummary() async -> LargeSummary? {
    guard let counts = try? await queue.largeCounts(), counts.files > 0 else { return nil }
    let objects = exchange.withLock { $0?.objects }
    let waiting = await objects?.downloader.waiting()
    let troubles = await (objects?.downloader.troubles() ?? []) + (objects?.uploader.troubles() ?? [])
    return LargeSummary(
      files: counts.files, current: counts.current, downloads: waiting?.count ?? 0,
      downloadBytes: waiting?.bytes ?? 0, uploads: await objects?.uploader.held().count ?? 0, waits: await hindrance(),
      problems: TransferTrouble.sentences(troubles, host: objects?.link.host ?? ""))
  }

  /// Returns the states of large files, for the report.
  func states(of entries: [LargeEntry]) async -> [LargeFileState] {
    let objects = exchange.withLock { $0?.objects }
    let downloads = await objects?.downloader.states(of: entries.map(\.pointer.id)) ?? [:]
    var uploads: [ContentID: HeldUpload] = [:]
    for item in await objects?.uploader.held() ?? [] { uploads[item.pointer.id] = item }
    let pause = await queue.refusal(of: .download).map { "\($0); it comes to its place when recording goes on" }
    return entries.map { entry in
      let (download, upload) = (downloads[entry.pointer.id], uploads[entry.pointer.id])
      let isKnown = objects?.known.contains(entry.pointer.id) == true
      let onDisk: ContentID? =
        switch entry.state {
        case .content: entry.pointer.id
        // Any content other than the pointer's.
        case .changed: .empty
        case .placeholder, .absent: nil
        }
      // The content was requested or is here, and is not placed in the folder yet.
      let isPaused = pause != nil && (download != nil || large.folder.holds(entry.pointer))
      let isHeld: Bool? = upload != nil ? false : isKnown ? true : nil
      let state = PlaceholderState(
        PlaceholderState.Facts(
          pointer: entry.pointer, onDisk: onDisk, received: download?.received, sent: upload?.sent,
          isHeldByRemote: isHeld, isHere: isHeld == false,
          problem: entry.state == .content
            ? upload?.problem : download?.problem ?? upload?.problem ?? (isPaused ? pause : nil)))
      return LargeFileState(
        entry, state, moved: download?.received ?? upload?.sent, isPinned: pins.covers(entry.path.string))
    }
  }

  private func entries(_ paths: [String]) async throws(VerbError) -> [LargeEntry] {
    if paths.isEmpty || paths.contains("") { return try await entries(under: nil) }
    var found: [WorkspacePath: LargeEntry] = [:]
    for text in paths {
      for entry in try await entries(named: text) { found[entry.path] = entry }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  private func entries(under folder: WorkspacePath?) async throws(VerbError) -> [LargeEntry] {
    do throws(ObjectStoreError) { return try await queue.largeFiles(under: folder) } catch { throw VerbError(error) }
  }

  private func entries(named text: String) async throws(VerbError) -> [LargeEntry] {
    if text.contains(where: { "*?[".contains($0) }) {
      let pattern = PathGlob(text, .editor)
      return try await entries(under: nil).filter { pattern.matches($0.path.string) }
    }
    let path = try WorkspacePath(checking: text)
    let entries = try await entries(under: path)
    if entries.isEmpty, try await queue.list(path, recursive: false, after: nil, limit: 1).isEmpty {
      throw VerbError(
        .notFound, "\(text) is no large file, and no folder.", kept: "Nothing was changed.",
        next: "'stet list -r' shows which files are large.", path: text)
    }
    return entries
  }

  private func download(_ entries: [LargeEntry]) async -> [NameKey: (outcome: String, problem: String?)] {
    let downloader = exchange.withLock { $0?.objects.downloader }
    var outcomes: [NameKey: (String, String?)] = [:]
    var wanted: [(pointer: Pointer, path: WorkspacePath)] = []
    var here: [(pointer: Pointer, paths: [WorkspacePath])] = []
    let held = await heldContents(of: entries.filter { $0.state != .content })
    for entry in entries {
      let key = NameKey(entry.path.string)
      if entry.state == .content {
        outcomes[key] = ("done", nil)
      } else if held.contains(entry.pointer) {
        here.append((entry.pointer, [entry.path]))
        outcomes[key] = ("done", nil)
      } else if downloader == nil {
        outcomes[key] = ("kept", "there is no remote to download it from")
      } else {
        wanted.append((entry.pointer, entry.path))
        outcomes[key] = ("started", nil)
      }
    }
    if !here.isEmpty { await place(here) }
    await downloader?.want(wanted, .asked)
    return outcomes
  }

  private func pinned(_ paths: [String], _ entries: [LargeEntry]) throws(VerbError) -> [String] {
    if paths.isEmpty { return [""] }
    var result: [String] = []
    for text in paths where !text.contains(where: { "*?[".contains($0) }) { result.append(text) }
    if result.count < paths.count { result += entries.map(\.path.string) }
    return result
  }

  private func changePins(adding added: [String], removing removed: [String]) async throws(VerbError) {
    do throws(FileError) { try await pins.change(adding: added, removing: removed) } catch {
      throw VerbError(error, root: settings.root)
    }
  }
}

extension LargeFileState {
  /// Makes the report's form of a state.
  init(_ entry: LargeEntry, _ state: PlaceholderState, moved: Int?, isPinned: Bool) {
    var percent: Int?
    let download: String
    switch state.download {
    case .notDownloaded: download = "not-downloaded"
    case .downloading(let count):
      download = "downloading"
      percent = count
    case .downloaded: download = "downloaded"
    case .current: download = "current"
    }
    let upload: String
    switch state.upload {
    case .uploaded: upload = "uploaded"
    case .uploading(let count):
      upload = "uploading"
      percent = percent ?? count
    case .waiting: upload = "waiting"
    case .unknown: upload = "unknown"
    }
    self.init(
      path: entry.path.string, size: entry.pointer.size, oid: entry.pointer.id.hex, state: download, upload: upload,
      percent: percent, moved: percent == nil ? nil : moved, isPinned: isPinned, problem: state.problem)
  }
}
