package import GitObjects
internal import Glibc

/// The objects, packs and lists that the device damaged; they are set aside, so that nothing is lost.
package struct DamagedFiles {
  let repository: Repository
  private var directory: GitDirectory { repository.directory }

  /// The folder of damaged files below `.git`.
  private static let aside = "stet/rescue/damaged"

  /// Moves loose objects that are empty, truncated or changed aside, so that they can be restored.
  ///
  /// - Returns: their ids.
  /// - Throws: `.failed` if the device fails.
  package func setAsideDamagedObjects() throws(ObjectStoreError) -> [ObjectID] {
    var found: [ObjectID] = []
    for folder in directory.names(in: "objects") where folder.utf8.count == 2 {
      for name in directory.names(in: "objects/" + folder) {
        guard let id = ObjectID(hex: folder + name), !repository.isLargeLoose(id), try repository.readLoose(id) == nil
        else { continue }
        try setAside("objects/\(folder)/\(name)")
        repository.spares.removeIfDamaged(id)
        found.append(id)
      }
    }
    return found
  }

  /// Deletes empty loose objects, which a power cut leaves of unsynced files: `git fsck` reports them, and git would
  /// take them for written. They contain nothing to keep.
  ///
  /// - Returns: the number of deleted files.
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

  /// Returns the packs by name without extension, damaged or not, including those with only an index left.
  package func packNames() -> [String] {
    Set(
      directory.names(in: "objects/pack").compactMap { name in
        guard name.hasPrefix("pack-"), let dot = name.lastIndex(of: ".") else { return nil }
        return [".pack", ".idx"].contains(name[dot...]) ? String(name[..<dot]) : nil
      }
    ).sorted()
  }

  /// Returns the absolute path of a pack's file; nil if it does not exist.
  package func packFile(_ name: String, _ ending: String) -> String? {
    let file = "objects/pack/\(name).\(ending)"
    return directory.exists(file) ? directory.path(file) : nil
  }

  /// Moves a pack, or only its index, aside.
  ///
  /// - Returns: the new path of its files below `.git`, without extension: the same for all of them.
  /// - Throws: `.failed` if the device fails.
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

  /// Installs a rebuilt index of a pack; the old one is set aside.
  ///
  /// - Throws: `.failed` if the device fails.
  package func replaceIndex(of pack: String, with file: String) throws(ObjectStoreError) {
    try setAsidePack(pack, onlyIndex: true)
    try directory.rename(file, to: "objects/pack/\(pack).idx")
    try directory.syncDirectory("objects/pack")
  }

  /// Returns the packs that were set aside, in the form of `setAsidePack`'s result.
  package func packsSetAside() -> [String] {
    directory.names(in: Self.aside).filter { $0.hasSuffix(".pack") }.sorted().map { "\(Self.aside)/\($0.dropLast(5))" }
  }

  /// Stores the readable objects of a pack that was set aside, unless they exist elsewhere.
  ///
  /// - Parameter wanted: the objects to look for; nil for all.
  /// - Returns: whether the pack could be read by its index; without one the offsets of its objects are unknown.
  /// - Throws: `.failed` if the device fails.
  package func takeObjects(
    ofPack place: String, wanted: Set<ObjectID>? = nil
  ) throws(ObjectStoreError) -> Bool {
    guard let remains = PackRemains(place, in: directory) else { return false }
    let importer = PackImporter(repository)
    for id in remains.ids where wanted?.contains(id) != false && !repository.contains(id) {
      guard let object = remains.read(id, elsewhere: { try? repository.read($0) }) else { continue }
      _ = try importer.add(object.kind, object.content)
    }
    try importer.finish()
    importer.release()
    return true
  }

  /// Moves the lists that git derives from its packs and commits aside; git rebuilds them.
  package func setAsideLists() throws(ObjectStoreError) {
    for name in ["objects/pack/multi-pack-index", "objects/info/commit-graph", "objects/info/commit-graphs"]
    where directory.exists(name) {
      try setAside(name)
    }
  }

  /// Moves all packs of another repository into this one, for example one that was fetched beside it.
  ///
  /// - Throws: `.failed` if the device fails.
  package func takePacks(from other: String) throws(ObjectStoreError) {
    let source = GitDirectory(path: other)
    try directory.makeParents(of: "objects/pack/x")
    // The index is last: a pack counts from then on.
    for ending in [".pack", ".rev", ".idx"] {
      for name in source.names(in: "objects/pack") where name.hasSuffix(ending) {
        guard !directory.exists("objects/pack/" + name) else { continue }
        guard Glibc.rename(source.path("objects/pack/" + name), directory.path("objects/pack/" + name)) == 0 else {
          throw GitError.system("\(name) could not be taken over")
        }
      }
    }
    try directory.syncDirectory("objects/pack")
    try repository.refresh()
  }

  /// Saves the old value of a reference beside the damaged files.
  func keep(_ id: ObjectID, of reference: String) throws(ObjectStoreError) {
    _ = try directory.create(free(reference), Array((id.hex + "\n").utf8))
  }

  /// Returns an unused name beside the damaged files; creates the directory.
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

  /// Moves a file of `.git` to the damaged files; returns its new absolute path.
  @discardableResult
  package func setAside(_ name: String) throws(ObjectStoreError) -> String {
    let place = try free(name)
    try directory.rename(name, to: place)
    return directory.path(place)
  }

  /// Deletes a loose object's file if it is empty, truncated or changed; returns whether it was.
  ///
  /// Nothing is lost: such a file only prevents the content from being stored again.
  package func removeIfDamaged(_ id: ObjectID) -> Bool {
    let name = LooseObject.name(of: id)
    guard directory.exists(name), (try? repository.readLoose(id)) == nil else { return false }
    directory.remove(name)
    repository.spares.removeIfDamaged(id)
    return true
  }
}

extension Repository {
  package var damagedFiles: DamagedFiles { DamagedFiles(repository: self) }
}
