package import GitObjects
internal import Glibc

/// What damage on the device leaves of objects and packs.
extension Repository {
  /// Where damaged files are kept, below `.git`.
  private static let aside = "stet/rescue/damaged"

  /// Moves loose objects that are empty, cut short or changed out of the way, so that they can be had again.
  ///
  /// - Returns: their ids.
  /// - Throws: `.failed` where the device refuses.
  package func setAsideDamagedObjects() throws(ObjectStoreError) -> [ObjectID] {
    var found: [ObjectID] = []
    for folder in directory.names(in: "objects") where folder.utf8.count == 2 {
      for name in directory.names(in: "objects/" + folder) {
        guard let id = ObjectID(hex: folder + name), !isLargeLoose(id), try readLoose(id) == nil else { continue }
        try setAside("objects/\(folder)/\(name)")
        spares.removeIfDamaged(id)
        found.append(id)
      }
    }
    return found
  }

  /// Removes loose objects that are empty, as a power cut leaves what nobody synced: `git fsck` complains of them, and git
  /// would take them for written. There is nothing in them to be kept.
  ///
  /// - Returns: how many there were.
  @discardableResult
  package func removeEmptyObjects() -> Int {
    var count = 0
    for folder in directory.names(in: "objects") where folder.utf8.count == 2 {
      for name in directory.names(in: "objects/" + folder) where ObjectID(hex: folder + name) != nil {
        let file = "objects/\(folder)/\(name)"
        guard let status = directory.status(file), status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 else {
          continue
        }
        directory.remove(file)
        count += 1
      }
    }
    return count
  }

  /// The packs by name without ending, whole or not; also those of which only the index is left.
  package func packNames() -> [String] {
    Set(
      directory.names(in: "objects/pack").compactMap { name in
        guard name.hasPrefix("pack-"), let dot = name.lastIndex(of: ".") else { return nil }
        return [".pack", ".idx"].contains(name[dot...]) ? String(name[..<dot]) : nil
      }
    ).sorted()
  }

  /// The absolute path of a file of a pack; nil where it is not there.
  package func packFile(_ name: String, _ ending: String) -> String? {
    let file = "objects/pack/\(name).\(ending)"
    return directory.exists(file) ? directory.path(file) : nil
  }

  /// Moves a pack, or only its index, out of the way.
  ///
  /// - Returns: where its files are now, below `.git` and without ending: the same for all of them.
  /// - Throws: `.failed` where the device refuses.
  @discardableResult
  package func setAsidePack(_ name: String, onlyIndex: Bool = false) throws(ObjectStoreError) -> String {
    let endings = ["idx", "rev", "bitmap", "keep", "mtimes", "pack"]
    var place = "\(Self.aside)/\(name)"
    var number = 1
    while endings.contains(where: { directory.exists("\(place).\($0)") }) {
      number += 1
      place = "\(Self.aside)/\(name)-\(number)"
    }
    try directory.makeParents(of: place)
    for ending in onlyIndex ? ["idx", "rev"] : endings where directory.exists("objects/pack/\(name).\(ending)") {
      try directory.rename("objects/pack/\(name).\(ending)", to: "\(place).\(ending)")
    }
    return place
  }

  /// Gives a pack an index that was made beside it; the one that it had is set aside.
  ///
  /// - Throws: `.failed` where the device refuses.
  package func replaceIndex(of pack: String, with file: String) throws(ObjectStoreError) {
    try setAsidePack(pack, onlyIndex: true)
    try directory.rename(file, to: "objects/pack/\(pack).idx")
    try directory.syncDirectory("objects/pack")
  }

  /// The packs that were set aside, each as `setAsidePack` answers it.
  package func packsSetAside() -> [String] {
    directory.names(in: Self.aside).filter { $0.hasSuffix(".pack") }.sorted().map { "\(Self.aside)/\($0.dropLast(5))" }
  }

  /// Stores what can be read of a pack that was set aside and is nowhere else.
  ///
  /// - Parameter wanted: the objects that are looked for; nil for all.
  /// - Returns: whether the pack could be read by its index: without one nobody knows where its objects begin.
  /// - Throws: `.failed` where the device refuses.
  package func takeObjects(
    ofPack place: String, wanted: Set<ObjectID>? = nil
  ) throws(ObjectStoreError) -> Bool {
    guard let remains = PackRemains(place, in: directory) else { return false }
    let importer = PackImporter(self)
    for id in remains.ids where wanted?.contains(id) != false && !contains(id) {
      guard let object = remains.read(id, elsewhere: { try? self.read($0) }) else { continue }
      _ = try importer.add(object.kind, object.content)
    }
    try importer.finish()
    return true
  }

  /// Moves lists that git makes of its packs and commits out of the way: it makes them again.
  package func setAsideLists() throws(ObjectStoreError) {
    for name in ["objects/pack/multi-pack-index", "objects/info/commit-graph", "objects/info/commit-graphs"]
    where directory.exists(name) {
      try setAside(name)
    }
  }

  /// Takes over all packs of another repository, such as one that was fetched beside this one.
  ///
  /// - Throws: `.failed` where the device refuses.
  package func takePacks(from other: String) throws(ObjectStoreError) {
    let source = GitDirectory(path: other)
    try directory.makeParents(of: "objects/pack/x")
    // The index comes last: a pack counts from then on.
    for ending in [".pack", ".rev", ".idx"] {
      for name in source.names(in: "objects/pack") where name.hasSuffix(ending) {
        guard !directory.exists("objects/pack/" + name) else { continue }
        guard Glibc.rename(source.path("objects/pack/" + name), directory.path("objects/pack/" + name)) == 0 else {
          throw GitError.system("\(name) could not be taken over")
        }
      }
    }
    try directory.syncDirectory("objects/pack")
    try refresh()
  }

  /// The commits that a branch's log names, newest first.
  package func logged(_ name: String) -> [ObjectID] {
    guard let log = try? directory.read("logs/" + name) else { return [] }
    return log.split(separator: UInt8(ascii: "\n")).reversed().compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      return fields.count == 3 ? ObjectID(hex: String(decoding: fields[1], as: UTF8.self)) : nil
    }
  }

  /// Keeps what a reference named beside the damaged files.
  func keep(_ id: ObjectID, of reference: String) throws(ObjectStoreError) {
    _ = try directory.create(free(reference), Array((id.hex + "\n").utf8))
  }

  /// A name beside the damaged files that nothing has yet; the directory is there.
  private func free(_ name: String) throws(ObjectStoreError) -> String {
    let plain = name.split(separator: "/").joined(separator: "-")
    var place = "\(Self.aside)/\(plain)"
    var number = 1
    while directory.exists(place) {
      number += 1
      place = "\(Self.aside)/\(plain)-\(number)"
    }
    try directory.makeParents(of: place)
    return place
  }

  /// Moves something of `.git` to where damaged files are kept; answers its new absolute path.
  @discardableResult
  package func setAside(_ name: String) throws(ObjectStoreError) -> String {
    let place = try free(name)
    try directory.rename(name, to: place)
    return directory.path(place)
  }
}
