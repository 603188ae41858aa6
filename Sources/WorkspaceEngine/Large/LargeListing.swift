internal import FolderKeeping
internal import GitObjects
internal import LargeFiles
internal import Transfers
internal import WorkTree
internal import WorkspaceAPI

/// Adds large files to reports and lists: their states, and the sizes of their contents.
struct LargeListing: Sendable {
  /// Finds the large files.
  let keeper: FolderKeeper
  /// The exchange, which knows the transfers.
  let exchange: CurrentExchange
  /// The pinned files.
  let pins: PathMarks

  private var folder: ObjectFolder { keeper.large.folder }

  /// Replaces the size of each placeholder's pointer in a report by the size of its content.
  func mark(_ report: inout LookReport, under path: WorkspacePath?) async {
    func isSmall(_ entry: LookEntry) -> Bool { entry.kind == "file" && entry.size < Pointer.byteLimit }
    guard isSmall(report.entry) || report.entries.contains(where: isSmall),
      let all = try? await keeper.largeFiles(under: path), !all.isEmpty
    else { return }
    var sizes: [NameKey: Int] = [:]
    for entry in all where entry.state == .placeholder { sizes[NameKey(entry.path.string)] = entry.pointer.size }
    func marked(_ entry: LookEntry) -> LookEntry {
      guard let size = sizes[NameKey(entry.path)] else { return entry }
      var entry = entry
      entry.size = Int64(size)
      entry.isPlaceholder = true
      return entry
    }
    report.entry = marked(report.entry)
    report.entries = report.entries.map(marked)
  }

  /// Adds the state and the content's size to the large files in a list.
  func marked(_ entries: [ListEntry], under folder: WorkspacePath?) async -> [ListEntry] {
    // A name that no path can have belongs to no large file.
    let paths = entries.lazy.compactMap { try? WorkspacePath($0.path) }
    guard let first = paths.min(), let last = paths.max(),
      let all = try? await keeper.largeFiles(under: folder, within: first...last), !all.isEmpty
    else { return entries }
    // A list that is not recursive leaves out the files in its subfolders.
    let names = all.count > entries.count ? Set(entries.map { NameKey($0.path) }) : []
    let shown = names.isEmpty ? all : all.filter { names.contains(NameKey($0.path.string)) }
    let table = Dictionary(await states(of: shown).map { (NameKey($0.path), $0) }) { first, _ in first }
    return entries.map { entry in
      guard entry.kind == "file", let state = table[NameKey(entry.path)] else { return entry }
      var entry = entry
      entry.large = state
      entry.size = state.size
      return entry
    }
  }

  /// Returns the states of large files, for the report.
  func states(of entries: [LargeEntry]) async -> [LargeFileState] {
    let objects = exchange.objects
    let downloads = await objects?.downloader.states(of: entries.map(\.pointer.id)) ?? [:]
    var uploads: [ContentID: HeldUpload] = [:]
    for item in await objects?.uploader.held() ?? [] { uploads[item.pointer.id] = item }
    let pause = await keeper.refusal(of: .download).map { "\($0); it comes to its place when recording continues" }
    let here = pause == nil ? [] : await folder.held(of: entries)
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
      let isPaused = pause != nil && (download != nil || here.contains(entry.pointer))
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
