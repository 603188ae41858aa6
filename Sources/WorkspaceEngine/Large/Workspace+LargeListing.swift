internal import WorkspaceAPI
internal import GitObjects
internal import History
internal import LargeFiles

extension Workspace {
  /// Says of placeholders what their contents have, not their pointers.
  func mark(_ report: inout LookReport, under path: WorkspacePath?) async {
    func isSmall(_ entry: LookEntry) -> Bool { entry.kind == "file" && entry.size < Pointer.byteLimit }
    guard isSmall(report.entry) || report.entries.contains(where: isSmall),
      let all = try? await queue.largeFiles(under: path), !all.isEmpty
    else { return }
    var sizes: [NameKey: Int] = [:]
    for entry in all where entry.standing == .placeholder { sizes[NameKey(entry.path.string)] = entry.pointer.size }
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

  /// Says of large files in a list how they stand, and how large their contents are.
  func marked(_ entries: [ListEntry], under folder: WorkspacePath?) async -> [ListEntry] {
    // Names that no path can have are of no large file.
    let paths = entries.lazy.compactMap { try? WorkspacePath($0.path) }
    guard let first = paths.min(), let last = paths.max(),
      let all = try? await queue.largeFiles(under: folder, within: first...last), !all.isEmpty
    else { return entries }
    // Of a list without folders inside, what is in them is left out.
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
