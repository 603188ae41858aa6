internal import WorkspaceAPI
internal import GitObjects
internal import History
internal import LargeFiles

extension Workspace {
  /// Replaces the size of each placeholder's pointer in a report by the size of its content.
  func mark(_ report: inout LookReport, under path: WorkspacePath?) async {
    func isSmall(_ entry: LookEntry) -> Bool { entry.kind == "file" && entry.size < Pointer.byteLimit }
    guard isSmall(report.entry) || report.entries.contains(where: isSmall),
      let all = try? await queue.largeFiles(under: path), !all.isEmpty
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
      let all = try? await queue.largeFiles(under: folder, within: first...last), !all.isEmpty
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
}
