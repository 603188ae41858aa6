internal import CGit2
internal import GitObjects
internal import Glibc

/// Writes one pack: into a directory of its own, synced, then renamed into place, so that a pack that git can see is whole
/// on the device.
///
/// Each pack has its own stage, since several handles write packs at a time: the checkpoint's thread, an import and a
/// rescue.
struct PackStage {
  /// Where the stages are, in `.git`.
  static let folder = "stet/packs"

  private let directory: GitDirectory
  private let name: String

  /// Makes the stage.
  ///
  /// - Parameter repository: the repository that gets the pack.
  init(in repository: Repository) throws(ObjectStoreError) {
    directory = repository.directory
    name = repository.temporaryName(Self.folder + "/")
    try directory.makeParents(of: name + "/x")
  }

  /// Packs objects with deltas and installs the pack.
  ///
  /// - Parameters:
  ///   - objects: at least one.
  ///   - source: the libgit2 repository whose database has the objects.
  /// - Returns: the name below `objects/pack`, without extension.
  /// - Throws: `.failed` where an object cannot be read or the disk refuses; nothing is installed then.
  func write(_ objects: [ObjectID], from source: OpaquePointer) throws(ObjectStoreError) -> String {
    defer { Self.remove(name, in: directory) }
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
    status = git_packbuilder_write(builder, directory.path(name), 0, nil, nil)
    guard status == 0 else { throw GitError.last(status, "a pack could not be written") }
    let names = directory.names(in: name)
    guard let pack = names.first(where: { $0.hasSuffix(".pack") }) else { throw .failed("a pack was not written") }
    let stem = String(pack.dropLast(5))
    for file in [stem + ".pack", stem + ".idx"] { try directory.syncFile(name + "/" + file) }
    try place(stem)
    return stem
  }

  /// Installs a pack that was made in memory.
  ///
  /// - Throws: `.failed` where the disk refuses; nothing is installed then.
  func install(_ body: consuming PackBody) throws(ObjectStoreError) {
    defer { Self.remove(name, in: directory) }
    let files = body.finish()
    for (ending, bytes) in [(".pack", files.pack), (".idx", files.index)] {
      let file = name + "/" + files.name + ending
      guard try directory.create(file, bytes, mode: 0o444, sync: true) else {
        throw .failed("\(file) is there already")
      }
    }
    try place(files.name)
  }

  /// Removes a stage with what is in it: its objects are where they were.
  static func remove(_ name: String, in directory: GitDirectory) {
    for file in directory.names(in: name) { directory.remove(name + "/" + file) }
    directory.removeDirectory(name)
  }

  private func place(_ stem: String) throws(ObjectStoreError) {
    // The index last: git takes a pack for there once it has one.
    for file in [stem + ".pack", stem + ".idx"] { try directory.rename(name + "/" + file, to: "objects/pack/" + file) }
    try directory.syncDirectory("objects/pack")
  }
}
