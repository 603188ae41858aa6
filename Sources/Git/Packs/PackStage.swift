internal import CGit2
internal import GitObjects
internal import Glibc

/// Writes one pack into a directory of its own, syncs it, and renames it into place, so that a pack that git can see is
/// complete on the device.
///
/// Each pack has its own stage, since several handles write packs concurrently: the checkpoint's thread, an import and
/// a rescue.
struct PackStage {
  /// The parent directory of the stages, in `.git`.
  static let folder = "stet/packs"
  private static let packs = "objects/pack/"
  private static let keepEnding = ".keep"
  private static let keepText = "stet import\n"

  private let directory: GitDirectory
  private let name: String

  /// Creates the stage.
  ///
  /// - Parameter repository: the repository that receives the pack.
  init(in repository: Repository) throws(ObjectStoreError) {
    directory = repository.directory
    name = repository.temporaryName(Self.folder + "/")
    try directory.makeParents(of: name + "/x")
  }

  /// Packs objects with deltas and installs the pack.
  ///
  /// - Parameters:
  ///   - objects: at least one object.
  ///   - source: the libgit2 repository whose database contains the objects.
  /// - Returns: the name below `objects/pack`, without extension.
  /// - Throws: `.failed` if an object cannot be read or the disk fails; nothing is installed then.
  func write(_ objects: [ObjectID], from source: OpaquePointer) throws(ObjectStoreError) -> String {
    defer { remove() }
    var made: OpaquePointer?
    var status = git_packbuilder_new(&made, source)
    guard status == 0, let builder = made else { throw GitError.last(status, "a pack could not be started") }
    defer { git_packbuilder_free(builder) }
    for id in objects {
      var oid = id.oid
      status = git_packbuilder_insert(builder, &oid, nil)
      guard status == 0 else {
        let error = GitError.last(status, "an object could not be packed")
        throw .damaged(id, error.description)
      }
    }
    status = git_packbuilder_write(builder, directory.path(name), 0, nil, nil)
    guard status == 0 else { throw GitError.last(status, "a pack could not be written") }
    let names = directory.names(in: name)
    guard let pack = names.first(where: { $0.hasSuffix(".pack") }) else { throw .failed("a pack was not written") }
    let stem = String(pack.dropLast(5))
    for file in [stem + ".pack", stem + ".idx"] { try directory.syncFile(name + "/" + file) }
    try place(stem)
    return stem
  }

  /// Installs a pack that was built in memory, with a `.keep` file: no reference names its objects yet, and without that
  /// file `git gc --prune=now` deletes them.
  ///
  /// - Returns: the path of the `.keep` file in `.git`.
  /// - Throws: `.failed` if the disk fails; nothing is installed then.
  func install(_ files: PackFiles) throws(ObjectStoreError) -> String {
    defer { remove() }
    let keep = Self.packs + files.name + Self.keepEnding
    for (ending, bytes) in [(".pack", files.pack), (".idx", files.index)] {
      let file = name + "/" + files.name + ending
      guard try directory.create(file, bytes, mode: 0o444, sync: true) else {
        throw .failed("\(file) exists already")
      }
    }
    // Another import may have installed the same pack; then the file is there.
    _ = try directory.create(keep, Array(Self.keepText.utf8), mode: 0o444, sync: false)
    do throws(ObjectStoreError) { try place(files.name) } catch {
      directory.remove(keep)
      throw error
    }
    return keep
  }

  /// Deletes the `.keep` files that a killed import left; those of other programs stay.
  static func removeLeftKeeps(in directory: GitDirectory) {
    for name in directory.names(in: packs) where name.hasSuffix(keepEnding) {
      let text = try? directory.read(packs + name)
      if text?.elementsEqual(keepText.utf8) == true { directory.remove(packs + name) }
    }
  }

  /// Deletes the stage with what is left in it.
  func remove() { Self.remove(name, in: directory) }

  /// Deletes a stage with its files; the original objects are not touched.
  static func remove(_ name: String, in directory: GitDirectory) {
    for file in directory.names(in: name) { directory.remove(name + "/" + file) }
    directory.removeDirectory(name)
  }

  private func place(_ stem: String) throws(ObjectStoreError) {
    // The index is last: git uses a pack only after its index exists.
    for file in [stem + ".pack", stem + ".idx"] { try directory.rename(name + "/" + file, to: Self.packs + file) }
    try directory.syncDirectory("objects/pack")
  }
}
