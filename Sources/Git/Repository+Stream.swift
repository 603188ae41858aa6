internal import CGit2
package import GitObjects
internal import Glibc

extension Repository {
  /// Stores a blob that comes in pieces, in bounded memory; durable when it returns.
  ///
  /// - Parameters:
  ///   - next: the next piece; nil at the end.
  ///   - size: how many bytes come in all.
  /// - Throws: what `next` throws; `ObjectStoreError.failed` where the pieces are not of that size or the disk refuses.
  ///   Nothing is stored then.
  package func writeBlob(streaming next: () throws -> [UInt8]?, size: Int64) throws -> ObjectID {
    // In a directory of its own: libgit2 takes an empty file that stands in the place for the object (F4).
    let stage = "stet/stream"
    try directory.makeParents(of: stage + "/x")
    var made: OpaquePointer?
    var loose: UnsafeMutablePointer<git_odb_backend>?
    var status = git_odb_new(&made)
    guard status == 0, let staging = made else { throw GitError.last(status, "a stream could not be begun") }
    defer { git_odb_free(staging) }
    status = git_odb_backend_loose(&loose, directory.path(stage), 1, 1, 0, 0)
    if status == 0 { status = git_odb_add_backend(staging, loose, 1) }
    var opened: UnsafeMutablePointer<git_odb_stream>?
    if status == 0 { status = git_odb_open_wstream(&opened, staging, git_object_size_t(size), GIT_OBJECT_BLOB) }
    guard status == 0, let stream = opened else { throw GitError.last(status, "a stream could not be begun") }
    defer { git_odb_stream_free(stream) }
    var taken: Int64 = 0
    while let piece = try next() {
      taken += Int64(piece.count)
      guard taken <= size else { throw ObjectStoreError.failed("the content has more than its \(size) bytes") }
      status = piece.withUnsafeBytes { bytes in
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
    try directory.makeParents(of: name)
    try directory.rename(stage + "/" + name.dropFirst("objects/".count), to: name)
    try directory.syncDirectory("objects/\(id.hex.prefix(2))")
    return id
  }
}
