internal import CGit2
package import GitObjects
internal import Glibc

extension Repository {
  /// The folder in which large objects are written before they are renamed. It is a directory of its own, because
  /// libgit2 takes an empty file under the final name for the object (F4).
  static let stage = "stet/stream"

  /// Stores a blob that is passed in pieces, in bounded memory; it is durable on return.
  ///
  /// - Throws: errors of `pieces`; `ObjectStoreError.failed` if their size differs or the disk fails. Nothing is stored
  ///   then.
  package func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    let stage = Self.stage
    try directory.makeParents(of: stage + "/x")
    var made: OpaquePointer?
    var loose: UnsafeMutablePointer<git_odb_backend>?
    var status = git_odb_new(&made)
    guard status == 0, let staging = made else { throw GitError.last(status, "a stream could not be started") }
    defer { git_odb_free(staging) }
    status = git_odb_backend_loose(&loose, directory.path(stage), 1, 1, 0, 0)
    if status == 0 { status = git_odb_add_backend(staging, loose, 1) }
    var opened: UnsafeMutablePointer<git_odb_stream>?
    if status == 0 { status = git_odb_open_wstream(&opened, staging, git_object_size_t(size), GIT_OBJECT_BLOB) }
    guard status == 0, let stream = opened else { throw GitError.last(status, "a stream could not be started") }
    defer { git_odb_stream_free(stream) }
    var taken: Int64 = 0
    try pieces { piece in
      taken += Int64(piece.count)
      guard taken <= size else { throw ObjectStoreError.failed("the content has more than its \(size) bytes") }
      let status = piece.withUnsafeBytes { bytes in
        git_odb_stream_write(stream, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
      }
      guard status == 0 else { throw GitError.last(status, "a large object could not be written") }
    }
    guard taken == size else { throw ObjectStoreError.failed("the content has \(taken) of its \(size) bytes") }
    var oid = git_oid()
    status = git_odb_stream_finalize_write(&oid, stream)
    guard status == 0 else { throw GitError.last(status, "a large object could not be written") }
    let id = ObjectID(oid)
    let name = LooseObject.name(of: id)
    let staged = stage + "/" + name.dropFirst("objects/".count)
    _ = spares.add(id, file: staged, replaces: true)
    try directory.makeParents(of: name)
    if Glibc.rename(directory.path(staged), directory.path(name)) != 0 {
      let error = GitError.system("\(directory.path(staged)) could not be renamed to \(name)")
      // `git prune` removed the empty directory.
      guard spares.restore(id) else { throw error }
      directory.remove(staged)
    }
    try directory.syncDirectory("objects/\(id.hex.prefix(2))")
    return id
  }

  /// Reads a blob in pieces; in bounded memory if it is a large loose object, or if a pack stores it as a whole.
  ///
  /// - Throws: errors of `take`; `ObjectStoreError` as `read`.
  package func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws {
    if let loose = try LooseBlob.find(id, in: directory) { return try loose.read(take) }
    if !directory.exists(LooseObject.name(of: id)), let packed = PackedBlob.find(id, in: directory) {
      return try packed.read(take)
    }
    try take(try blob(id))
  }
}
