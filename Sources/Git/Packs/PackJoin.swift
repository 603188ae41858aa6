package import GitObjects
internal import Glibc

/// The replacement of small packs by one that has all of their objects.
///
/// The caller has git write the pack and its index into a stage, outside of `objects`, where a killed child leaves
/// nothing that git reads; the next start deletes it. `finish` makes the pack durable and visible before it deletes one
/// that it replaces, so every object is in a complete pack at any moment.
package struct PackJoin: Sendable {
  private static let packs = "objects/pack/"
  private static let stem = "joined"
  /// Files beside a pack that have a meaning of their own: such a pack is not replaced.
  private static let meanings = [".keep", ".promisor", ".mtimes"]
  /// Files that are deleted with a pack, the index first: without it git does not open the pack.
  private static let endings = [".idx", ".pack", ".rev", ".bitmap"]

  /// The packs to join, as `git pack-objects --stdin-packs` reads them.
  package let packs: [String]
  private let directory: GitDirectory
  private let stage: String

  /// The path of the pack that git writes; its index is beside it.
  package var file: String { directory.path("\(stage)/\(Self.stem).pack") }

  /// Chooses the packs to join; nil if there are fewer than `least`, or if the repository has an index of several
  /// packs or comes from a partial clone: only git changes those files.
  ///
  /// - Parameters:
  ///   - root: the folder with the repository.
  ///   - least: the number of packs from which they are joined.
  /// - Throws: `.failed` if the stage cannot be created.
  package init?(root: String, atLeast least: Int) throws(ObjectStoreError) {
    directory = GitDirectory(path: root + "/.git")
    let names = Set(directory.names(in: Self.packs))
    guard !names.contains("multi-pack-index"), !names.contains(where: { $0.hasSuffix(".promisor") }) else { return nil }
    guard names.count(where: { $0.hasSuffix(".pack") }) >= least else { return nil }
    var found: [(name: String, objects: Int)] = []
    for name in names where name.hasPrefix("pack-") && name.hasSuffix(".pack") {
      let base = String(name.dropLast(5))
      guard !Self.meanings.contains(where: { names.contains(base + $0) }),
        let count = PackNames.count(of: Self.packs + base + ".idx", in: directory)
      else { continue }
      found.append((name, count))
    }
    packs = PackGeometry.joined(found)
    guard packs.count >= max(2, least) else { return nil }
    stage = TemporaryName.next(PackStage.folder + "/")
    try directory.makeParents(of: stage + "/x")
  }

  /// Installs the written pack, then deletes the packs whose objects are all in it.
  ///
  /// - Throws: `.failed` if the pack is not complete or the disk fails; every replaced pack still exists then.
  package func finish() throws(ObjectStoreError) {
    let base = "\(stage)/\(Self.stem)"
    guard let joined = PackNames(base + ".idx", in: directory) else { throw .failed("\(file) has no complete index") }
    guard let checksum = ObjectID(bytes: joined.pack), endsWith(joined.pack, base + ".pack") else {
      throw .failed("\(file) is not complete")
    }
    let name = "pack-\(checksum.hex)"
    for ending in [".pack", ".idx"] {
      chmod(directory.path(base + ending), 0o444)
      try directory.syncFile(base + ending)
    }
    // The index is last: git uses a pack only after its index exists.
    for ending in [".pack", ".idx"] { try directory.rename(base + ending, to: Self.packs + name + ending) }
    try directory.syncDirectory("objects/pack")
    // Git may have made an index of several packs meanwhile, which names the old ones.
    guard !directory.exists(Self.packs + "multi-pack-index") else { return }
    for pack in packs where pack != name + ".pack" {
      let old = String(pack.dropLast(5))
      guard !Self.meanings.contains(where: { directory.exists(Self.packs + old + $0) }),
        let names = PackNames(Self.packs + old + ".idx", in: directory), joined.contains(allOf: names)
      else { continue }
      for ending in Self.endings { directory.remove(Self.packs + old + ending) }
    }
  }

  /// Deletes the stage.
  package func end() { PackStage.remove(stage, in: directory) }

  /// Returns whether a file ends with some bytes.
  private func endsWith(_ bytes: ArraySlice<UInt8>, _ name: String) -> Bool {
    let pack = open(directory.path(name), O_RDONLY | O_CLOEXEC)
    guard pack >= 0 else { return false }
    defer { close(pack) }
    var end = [UInt8](repeating: 0, count: bytes.count)
    let size = lseek(pack, 0, SEEK_END)
    return pread(pack, &end, end.count, size - off_t(end.count)) == end.count && end.elementsEqual(bytes)
  }
}
