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

  /// Moves a pack, or only its index, out of the way; answers where the pack is now.
  ///
  /// - Throws: `.failed` where the device refuses.
  @discardableResult
  package func setAsidePack(_ name: String, onlyIndex: Bool) throws(ObjectStoreError) -> String {
    var place = ""
    for ending in onlyIndex ? ["idx", "rev"] : ["idx", "rev", "bitmap", "keep", "mtimes", "pack"]
    where directory.exists("objects/pack/\(name).\(ending)") {
      place = try setAside("objects/pack/\(name).\(ending)")
    }
    return place
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
  package func logged(_ branch: String) -> [ObjectID] {
    guard let log = try? directory.read("logs/refs/heads/" + branch) else { return [] }
    return log.split(separator: UInt8(ascii: "\n")).reversed().compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      return fields.count == 3 ? ObjectID(hex: String(decoding: fields[1], as: UTF8.self)) : nil
    }
  }

  /// Moves something of `.git` to where damaged files are kept; answers its new absolute path.
  @discardableResult
  package func setAside(_ name: String) throws(ObjectStoreError) -> String {
    let plain = name.split(separator: "/").joined(separator: "-")
    var place = "\(Self.aside)/\(plain)"
    var number = 1
    while directory.exists(place) {
      number += 1
      place = "\(Self.aside)/\(plain)-\(number)"
    }
    try directory.makeParents(of: place)
    try directory.rename(name, to: place)
    return directory.path(place)
  }
}
