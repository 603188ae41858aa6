internal import FileSystem
internal import GitObjects

/// The last versions of the paths that others than the person wrote to lately: what a save may not have seen (DESIGN
/// "Stale saves").
///
/// A path comes in with the first such version, together with what stood before; from then on all of its versions are
/// noted. Kept in memory; after a restart they are found in history, and nothing tells who read them. Pure.
struct RecentVersions {
  /// How many paths are known.
  static let paths = 1_000
  /// How many files that were made lately are known.
  static let newFiles = 256
  /// How long, in seconds.
  static let age: Int64 = 86_400

  private var table: [WorkspacePath: PathVersions] = [:]
  /// Marks of files that are being put in their places.
  private var witnesses: [WorkspacePath: (blob: ObjectID, witness: OpenWitness)] = [:]
  /// The last versions of paths that are gone, by the newest: a rename is a deletion and the same content elsewhere.
  private var gone: [ObjectID: [WorkspacePath: PathVersions]] = [:]

  /// What files that were made lately hold: new names of files that are about to go, or temporaries.
  private var new: [WorkspacePath: NewFile] = [:]

  /// Contents that nobody had before they were saved.
  private var newTexts: Set<ObjectID> = []

  private struct NewFile {
    var blob: ObjectID
    /// What it held at first: of a file that was renamed and saved since, what it had under the old name.
    var first: ObjectID
    /// Whether nobody had that content before.
    var isNewText: Bool
  }

  /// Saves that no commit has.
  private(set) var merged = MergedSaves()

  /// The look for what came before the start; nil when it has ended.
  private(set) var seeding: SeedWalk?

  /// Notes where the tip stands at the start.
  mutating func begin(at tip: ObjectID?) { seeding = tip.map { SeedWalk(from: $0, merged) } }

  /// Notes a save that no commit has.
  mutating func note(_ save: MergedSave) { merged.note(save) }

  /// Hands over the look, to be given back by `seed`.
  mutating func takeSeeding() -> SeedWalk? {
    defer { seeding = nil }
    return seeding
  }

  /// Takes how far history was asked what came before the start, and what was found where that is at its end.
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
      // Of the one that stood when the path came in nothing is known but its content.
      let known = own.list[..<(place == own.list.count - 1 ? place : place + 1)]
      table[path] = PathVersions(
        Array(known) + earlier.list.dropFirst(known.count - place), isCut: earlier.isCut)
    }
  }

  /// Notes that a file was made that will be put in a path's place, or that one is about to be appended to.
  mutating func noteStaged(_ path: WorkspacePath, _ blob: ObjectID, _ witness: OpenWitness?) {
    witnesses[path] = witness.map { (blob, $0) }
  }

  /// Notes a path's new version.
  ///
  /// - Parameter replaced: the version before; one that is no file where there was none, nil where that is not known.
  /// - Returns: the path that the file had before, where it was renamed.
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
        table[path] = gone[version.blob]?.removeValue(forKey: old)
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

  /// Whether a path's file was made lately.
  func isNew(_ path: WorkspacePath) -> Bool { new[path] != nil }

  /// Whether another path's newest version is this one: a file that has that content now may be that file, renamed over
  /// what stood there.
  func isNewest(_ blob: ObjectID, elsewhereThan path: WorkspacePath) -> Bool {
    table.contains { other, versions in
      other != path && versions.list.first.map { $0.blob == blob && !$0.isAbsent } == true
    }
  }

  /// Notes what a file holds that was made lately.
  mutating func noteNew(_ path: WorkspacePath, _ blob: ObjectID) {
    if new.count >= Self.newFiles, new[path] == nil { new = [:] }
    new[path] = NewFile(blob: blob, first: new[path]?.first ?? blob, isNewText: newTexts.contains(blob))
  }

  /// Notes a content that nobody had before.
  mutating func noteNewText(_ blob: ObjectID) {
    if newTexts.count >= Self.newFiles { newTexts = [] }
    newTexts.insert(blob)
  }

  /// The file made lately that holds a content: the new name of a file that is gone.
  func home(of blob: ObjectID) -> WorkspacePath? {
    blob == .emptyBlob ? nil : new.filter { $0.value.blob == blob || $0.value.first == blob }.keys.min()
  }

  /// The files made lately by which alone a content is known.
  func temporaries(holding blob: ObjectID) -> [WorkspacePath] {
    new.filter { $0.value.blob == blob && $0.value.isNewText }.keys.sorted()
  }

  /// Notes that a path's newest version, where it is this one, never stood there: nobody read it.
  mutating func noteNeverStood(_ path: WorkspacePath, _ blob: ObjectID) {
    guard let versions = table[path], var newest = versions.list.first, newest.blob == blob else { return }
    newest.neverStood = true
    table[path] = PathVersions([newest] + versions.list.dropFirst(), isCut: versions.isCut)
  }

  /// Forgets a path: its file was deleted, or has another name.
  ///
  /// - Returns: the other name, where the file is there already.
  @discardableResult
  mutating func forget(_ path: WorkspacePath) -> WorkspacePath? {
    witnesses[path] = nil
    new[path] = nil
    guard let versions = table.removeValue(forKey: path), let newest = versions.list.first else { return nil }
    let homes = table.filter { _, other in
      other.list.count == 2 && other.list[0].blob == newest.blob && other.list[1].isAbsent
    }
    if let home = homes.keys.min() ?? home(of: newest.blob) {
      // What was written there since the rename came on top; of the list that others began later that is all.
      let list = table[home]?.list ?? []
      let later = list.prefix { $0.isAbsent || $0.blob != newest.blob }.filter { !$0.isAbsent }
      table[home] = PathVersions(later + versions.list, isCut: versions.isCut)
      return home
    }
    if gone.count >= Self.paths { gone = [:] }
    gone[newest.blob, default: [:]][path] = versions
    return nil
  }

  /// A path's versions; nil where others wrote none there lately.
  func versions(of path: WorkspacePath, at seconds: Int64) -> PathVersions? {
    guard let versions = table[path], let newest = versions.list.first, seconds - newest.seconds < Self.age else {
      return nil
    }
    // The one that stood when that time began may be open in an editor since.
    let old = versions.list.firstIndex { seconds - $0.seconds >= Self.age } ?? versions.list.count - 1
    return PathVersions(Array(versions.list[...old]), isCut: versions.isCut)
  }

  /// Makes room: what is too old goes, and where that is little, the older half.
  private mutating func forget(before seconds: Int64) {
    let paths = table.sorted {
      ($0.value.list.first?.seconds ?? 0, $0.key) < ($1.value.list.first?.seconds ?? 0, $1.key)
    }
    for (index, (path, versions)) in paths.enumerated()
    where index < paths.count / 2 || (versions.list.first?.seconds ?? 0) <= seconds - Self.age { table[path] = nil }
    witnesses = [:]
  }
}
