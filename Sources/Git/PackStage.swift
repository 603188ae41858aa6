internal import CGit2
internal import GitObjects
internal import Glibc

/// Writes packs: into a directory of their own, synced, then renamed into place, so that a pack that git can see is
/// whole on the device.
enum PackStage {
  /// Packs objects with deltas and installs the pack.
  ///
  /// - Parameters:
  ///   - source: the libgit2 repository whose database has the objects.
  ///   - directory: the repository that gets the pack.
  /// - Returns: the name below `objects/pack`, without extension; nil where there is nothing to pack.
  /// - Throws: `.failed` where an object cannot be read or the disk refuses; nothing is installed then.
  static func write(
    _ objects: [ObjectID], from source: OpaquePointer, into directory: GitDirectory
  ) throws(ObjectStoreError) -> String? {
    guard !objects.isEmpty else { return nil }
    var made: OpaquePointer?
    var status = git_packbuilder_new(&made, source)
    guard status == 0, let builder = made else { throw GitError.last(status, "a pack could not be begun") }
    defer { git_packbuilder_free(builder) }
    for id in objects {
      var oid = id.oid
      status = git_packbuilder_insert(builder, &oid, nil)
      guard status == 0 else {
        let error = GitError.last(status, "an object could not be packed")
        throw .damaged(id, error.description)
      }
    }
    try clear(directory)
    status = git_packbuilder_write(builder, directory.path(stage), 0, nil, nil)
    guard status == 0 else {
      let error = GitError.last(status, "a pack could not be written")
      // The disk may be full of what was written of it.
      try? clear(directory)
      throw error
    }
    let names = directory.names(in: stage)
    guard let pack = names.first(where: { $0.hasSuffix(".pack") }) else { throw .failed("a pack was not written") }
    let stem = String(pack.dropLast(5))
    for name in [stem + ".pack", stem + ".idx"] { try directory.syncFile(stage + "/" + name) }
    try place(stem, in: directory)
    return stem
  }

  /// Installs a pack that was made in memory.
  ///
  /// - Throws: `.failed` where the disk refuses; nothing is installed then.
  static func install(_ body: consuming PackBody, into directory: GitDirectory) throws(ObjectStoreError) {
    try clear(directory)
    let files = body.finish()
    for (ending, bytes) in [(".pack", files.pack), (".idx", files.index)] {
      let name = stage + "/" + files.name + ending
      guard try directory.create(name, bytes, mode: 0o444, sync: true) else {
        throw .failed("\(name) is there already")
      }
    }
    try place(files.name, in: directory)
  }

  /// Where packs are made, in `.git`.
  private static let stage = "stet/packs"

  /// Makes the stage, and empties it: what a kill left behind is of no use, since its objects are where they were.
  private static func clear(_ directory: GitDirectory) throws(ObjectStoreError) {
    try directory.makeParents(of: stage + "/x")
    for name in directory.names(in: stage) { directory.remove(stage + "/" + name) }
  }

  private static func place(_ stem: String, in directory: GitDirectory) throws(ObjectStoreError) {
    // The index last: git takes a pack for there once it has one.
    for name in [stem + ".pack", stem + ".idx"] { try directory.rename(stage + "/" + name, to: "objects/pack/" + name) }
    try directory.syncDirectory("objects/pack")
  }
}
