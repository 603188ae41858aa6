internal import GitObjects

extension WatchState {
  /// Watches everything; existing files are not reported, except those of open documents.
  mutating func armAll(now: Int64) {
    arm(nil, parts: [], parent: nil, reports: false, now: now)
    armSpecial()
  }

  /// Watches a folder and all below it, in the order open, watch, list, so that nothing is missed (F11).
  ///
  /// Not entered: other mounts, nested repositories, ignored folders, links. A nested repository has one watch, for the
  /// end of its `.git`.
  mutating func arm(_ path: WorkspacePath?, parts: [[UInt8]], parent: Int32?, reports: Bool, now: Int64) {
    var rest = [(path: path, parts: parts, parent: parent)]
    while let next = rest.popLast() {
      if let path = next.path, isIgnored(path) { continue }
      do throws(WatchFailure) {
        let folder = try FolderDescriptor(next.parts, below: root.folder.number)
        guard folder.mount == root.mount else { continue }
        var mask = InotifyMask.documents
        if next.path == nil { mask.insert(.selfMoved) }
        guard table.count < watchLimit else { throw .limit }
        let watch = try queue.watch(folder, for: mask)
        let entries = try folder.entries()
        let isForeign = next.parent != nil && entries.contains { $0.name == Self.dotGit }
        if let parent = next.parent, let name = next.parts.last {
          if !table.put(watch, in: parent, name: name) { doubts.isOfAll = true }
          table.setForeign(watch, isForeign)
          lifted = lifted.filter { $0.value.watch != watch }
        } else {
          table.setRoot(watch)
        }
        unwatched.remove(next.path)
        guard !isForeign else {
          _ = try? queue.watch(folder, for: .nested)
          // The scan of this folder notifies the person.
          if reports, let path = next.path { pending.note(.unclear, at: path, now: now) }
          continue
        }
        for entry in entries {
          if entry.isFolder {
            guard next.path != nil || entry.name != Self.dotGit, let path = Self.path(next.path, entry.name) else {
              continue
            }
            rest.append((path, next.parts + [entry.name], watch))
          } else {
            noteListed(entry.name, in: next.path, reports: reports, now: now)
          }
        }
      } catch {
        switch error {
        case .limit: limit(next.path, now: now)
        case .gone: if let parent = next.parent { doubts.incomplete.insert(parent) }
        case .unreachable: break
        }
      }
    }
  }

  /// Watches the relevant folders of the repository; may be repeated.
  mutating func armSpecial() {
    armSpecial([Self.dotGit], .repository)
    armSpecial(Self.parts(".git/refs"), .references)
    armSpecial(Self.parts(".git/stet"), .store)
    armSpecial(Self.parts(".git/stet/cookies"), .cookies)
    for name in ["displaced", "tmp"] { armSpecial(Self.parts(".git/stet/" + name), .displaced(name)) }
    var rest = [Self.parts(".git/refs/heads")]
    while let parts = rest.popLast() {
      guard let folder = armSpecial(parts, .branches) else { continue }
      for entry in folder where entry.isFolder { rest.append(parts + [entry.name]) }
    }
  }

  @discardableResult
  private mutating func armSpecial(_ parts: [[UInt8]], _ role: SpecialFolder) -> [FolderDescriptor.Entry]? {
    do throws(WatchFailure) {
      let folder = try FolderDescriptor(parts, below: root.folder.number)
      let watch = try queue.watch(folder, for: role.mask)
      let isNew = special.updateValue(role, forKey: watch) == nil
      guard isNew || role == .branches else { return [] }
      let entries = role == .repository ? [] : try folder.entries()
      if role == .displaced("displaced") {
        for entry in entries { late.noteExisting("displaced/" + NameText.decode(entry.name)) }
      }
      return entries
    } catch {
      // The repository's own folders are few; without watches there the barrier falls back to reading everything.
      return nil
    }
  }

  /// Retries folders without a watch, and requests rescans of the rest.
  mutating func poll(now: Int64) {
    let polled = unwatched.beginPoll(at: now)
    if queue.isMissing, let found = InotifyQueue() {
      queue = found
    }
    if !special.values.contains(.repository) {
      armSpecial()
      repository.formUnion(RepositoryPart.allCases)
    }
    for path in polled.sorted(by: { ($0?.string ?? "") < ($1?.string ?? "") }) {
      let before = unwatched.folders.count
      rearm(path, now: now)
      if unwatched.folders.contains(path), unwatched.folders.count >= before { break }
    }
    noteUnwatched(polled, now: now)
    unwatched.endPoll()
  }

  /// Requests rescans of folders without a watch.
  mutating func noteUnwatched(_ folders: Set<WorkspacePath?>, now: Int64) {
    for folder in folders {
      if let folder { pending.folders.rescan(folder, at: now) } else { pending.noteOverflow() }
    }
  }

  private mutating func rearm(_ path: WorkspacePath?, now: Int64) {
    guard let path else { return arm(nil, parts: [], parent: nil, reports: false, now: now) }
    let parts = path.components.map { NameText.encode($0) }
    var parent = table.root
    for part in parts.dropLast() { parent = parent.flatMap { table.child(of: $0, name: part) } }
    guard let parent, !table.isForeign(parent) else {
      unwatched.remove(path)
      return
    }
    unwatched.remove(path)
    arm(path, parts: parts, parent: parent, reports: false, now: now)
  }

  private mutating func limit(_ path: WorkspacePath?, now: Int64) {
    unwatched.insert(path, at: now)
  }

  private mutating func noteListed(_ name: [UInt8], in folder: WorkspacePath?, reports: Bool, now: Int64) {
    if !reports {
      guard EditorName.mayBePresence(name), case .presence = EditorName.classify(NameText.decode(name)) else { return }
    }
    guard let path = Self.path(folder, name) else { return }
    pending.note(.listed, at: path, now: now)
  }

  /// The name of a repository's folder.
  static var dotGit: [UInt8] { Array(".git".utf8) }

  /// Returns the components of a path in the repository.
  static func parts(_ path: String) -> [[UInt8]] { path.split(separator: "/").map { Array($0.utf8) } }

  /// Returns the path of a name in a folder (nil: the root); nil for names that no document may have.
  static func path(_ folder: WorkspacePath?, _ name: [UInt8]) -> WorkspacePath? {
    let text = NameText.decode(name)
    guard let folder else { return try? WorkspacePath(text) }
    return try? folder.appending(text)
  }
}
