internal import FileSystem
internal import GitObjects
internal import Journal

/// The recent versions of the paths that others than the person wrote to: a save may not have seen them (DESIGN "Stale
/// saves").
///
/// A path is added with the first such version, together with the version before; from then on all of its versions are
/// recorded. Kept in memory; after a restart they are found in history, without their readers. Pure.
struct RecentVersions {
  /// The greatest number of paths.
  static let paths = 4_000
  /// The greatest number of recently made files.
  static let newFiles = 256
  /// The time for which a version counts, in seconds.
  static let age: Int64 = 86_400

  private var table: [WorkspacePath: PathVersions] = [:]
  /// Marks of files that are being put in their places.
  private var witnesses: [WorkspacePath: (blob: ObjectID, witness: OpenWitness)] = [:]
  /// The last versions of deleted paths, by the newest: a rename is a deletion and the same content elsewhere.
  private var gone: [ObjectID: [WorkspacePath: PathVersions]] = [:]

  /// The contents of recently made files: new names of files that are about to be deleted, or temporaries.
  private var new: [WorkspacePath: NewFile] = [:]

  /// Contents that did not exist before they were saved.
  private var newTexts: Set<ObjectID> = []

  private struct NewFile {
    var blob: ObjectID
    /// Its first content, or the last one that another path had too: for a file that was renamed and saved since, the
    /// content under the old name.
    var first: ObjectID
    /// Whether the content did not exist before.
    var isNewText: Bool
  }

  /// Saves that are in no commit.
  private(set) var merged = MergedSaves()

  /// The search for versions from before the start; nil when it has ended.
  private(set) var seeding: SeedWalk?

  /// Records the tip at the start.
  mutating func begin(at tip: ObjectID?) { seeding = tip.map { SeedWalk(from: $0, merged) } }

  /// Adds a save that is in no commit.
  mutating func note(_ save: MergedSave) { merged.note(save) }

  /// Takes the search, to be returned by `seed`.
  mutating func takeSeeding() -> SeedWalk? {
    defer { seeding = nil }
    return seeding
  }

  /// Takes the search back, and its result if it has ended.
  mutating func seed(_ walk: SeedWalk) {
    seeding = walk.isDone ? nil : walk
    guard walk.isDone else { return }
    for (path, held) in walk.newFiles where new.count < Self.newFiles && new[path] == nil {
      new[path] = NewFile(blob: held.last, first: held.first, isNewText: false)
    }
    for (path, earlier) in walk.versions {
      guard let own = table[path] else {
        table[path] = earlier
        continue
      }
      guard let newest = earlier.list.first,
        let place = own.list.firstIndex(where: { $0.blob == newest.blob && !$0.isAbsent })
      else { continue }
      // Of the version at the time when the path was added only the content is known.
      let known = own.list[..<(place == own.list.count - 1 ? place : place + 1)]
      table[path] = PathVersions(
        Array(known) + earlier.list.dropFirst(known.count - place), isCut: earlier.isCut)
    }
  }

  /// Records that a file was made that will be placed at a path, or that one is about to be appended to.
  mutating func noteStaged(_ path: WorkspacePath, _ blob: ObjectID, _ witness: OpenWitness?) {
    witnesses[path] = witness.map { (blob, $0) }
  }

  /// Records a path's new version.
  ///
  /// - Parameter replaced: the version before; an absent one if there was no file, nil if unknown.
  /// - Returns: the path that the file had before, if it was renamed.
  @discardableResult
  mutating func note(
    _ version: RecentVersion, at path: WorkspacePath, replacing replaced: RecentVersion?
  ) -> WorkspacePath? {
    var version = version
    if let mark = witnesses[path], mark.blob == version.blob {
      witnesses[path] = nil
      if version.isPlaced { version.witness = mark.witness }
    }
    if table[path] == nil {
      if let names = gone[version.blob]?.keys, let old = names.contains(path) ? path : names.min() {
        let earlier = gone[version.blob]?.removeValue(forKey: old)
        table[path] = version.isPlaced && old != path ? earlier?.moved() : earlier
        return old == path ? nil : old
      }
      guard version.isPlaced else { return nil }
      if table.count >= Self.paths { forget(before: version.seconds) }
      table[path] = PathVersions([replaced].compactMap(\.self).filter { $0.isAbsent || $0.blob != version.blob })
    }
    guard table[path]?.list.first.map({ $0.isAbsent || $0.blob != version.blob }) ?? true else { return nil }
    table[path]?.note(version)
    return nil
  }

  /// Returns whether a path's file was made recently.
  func isNew(_ path: WorkspacePath) -> Bool { new[path] != nil }

  /// Returns whether another path's newest version is this one: a file with that content may be that file, renamed over
  /// the previous one.
  func isNewest(_ blob: ObjectID, elsewhereThan path: WorkspacePath) -> Bool {
    table.contains { other, versions in
      other != path && versions.list.first.map { $0.blob == blob && !$0.isAbsent } == true
    }
  }

  /// Records the content of a recently made file.
  mutating func noteNew(_ path: WorkspacePath, _ blob: ObjectID) {
    if new.count >= Self.newFiles, new[path] == nil { new = [:] }
    let first = new[path].map { isNewest(blob, elsewhereThan: path) ? blob : $0.first } ?? blob
    new[path] = NewFile(blob: blob, first: first, isNewText: newTexts.contains(blob))
  }

  /// Records a content that did not exist before.
  mutating func noteNewText(_ blob: ObjectID) {
    if newTexts.count >= Self.newFiles { newTexts = [] }
    newTexts.insert(blob)
  }

  /// Returns the recently made file that holds a content: the new name of a deleted file.
  func home(of blob: ObjectID) -> WorkspacePath? {
    blob == .emptyBlob ? nil : new.filter { $0.value.blob == blob || $0.value.first == blob }.keys.min()
  }

  /// Returns the recently made files that alone hold a content.
  func temporaries(holding blob: ObjectID) -> [WorkspacePath] {
    new.filter { $0.value.blob == blob && $0.value.isNewText }.keys.sorted()
  }

  /// Records that a path's newest version, if it is this one, was never on disk: nobody read it.
  mutating func noteNeverStood(_ path: WorkspacePath, _ blob: ObjectID) {
    guard let versions = table[path], var newest = versions.list.first, newest.blob == blob else { return }
    newest.neverStood = true
    table[path] = PathVersions([newest] + versions.list.dropFirst(), isCut: versions.isCut)
  }

  /// Forgets a path: its file was deleted or renamed.
  ///
  /// - Returns: the new name, if the file is already recorded there.
  @discardableResult
  mutating func forget(_ path: WorkspacePath) -> WorkspacePath? {
    witnesses[path] = nil
    new[path] = nil
    guard let versions = table.removeValue(forKey: path), let newest = versions.list.first else { return nil }
    let homes = table.filter { _, other in
      other.list.count == 2 && other.list[0].blob == newest.blob && other.list[1].isAbsent
    }
    let placed = homes.keys.min()
    if let home = placed ?? home(of: newest.blob) {
      // Later versions at the new name follow the file's own; of a list that others began later these are all.
      var later = (table[home]?.list ?? []).prefix { $0.isAbsent || $0.blob != newest.blob }.filter { !$0.isAbsent }
      // Without a list, only the person can have written there since.
      if table[home] == nil, let saved = new[home]?.blob, saved != newest.blob {
        later = [RecentVersion(blob: saved, seconds: newest.seconds, isPlaced: false)]
      }
      table[home] = PathVersions(
        later + (placed == nil ? versions : versions.moved()).list, isCut: versions.isCut)
      return home
    }
    if gone.count >= Self.paths { gone = [:] }
    gone[newest.blob, default: [:]][path] = versions
    return nil
  }

  /// Returns a path's versions; nil if others wrote none there recently.
  func versions(of path: WorkspacePath, at seconds: Int64) -> PathVersions? {
    guard let versions = table[path], let newest = versions.list.first, seconds - newest.seconds < Self.age else {
      return nil
    }
    // The version at the beginning of that time may have been open in an editor since.
    let old = versions.list.firstIndex { seconds - $0.seconds >= Self.age } ?? versions.list.count - 1
    return PathVersions(Array(versions.list[...old]), isCut: versions.isCut)
  }

  /// Drops paths that are too old, and if these are few, half of all: first those that were only adopted, which may be
  /// thousands at once, then the older ones.
  private mutating func forget(before seconds: Int64) {
    let paths = table.map { path, versions in
      (key: path, value: versions, isWritten: versions.list.contains { $0.origin != nil })
    }.sorted {
      ($0.isWritten ? 1 : 0, $0.value.list.first?.seconds ?? 0, $0.key)
        < ($1.isWritten ? 1 : 0, $1.value.list.first?.seconds ?? 0, $1.key)
    }
    for (index, (path, versions, _)) in paths.enumerated()
    where index < paths.count / 2 || (versions.list.first?.seconds ?? 0) <= seconds - Self.age { table[path] = nil }
    witnesses = [:]
  }
}
