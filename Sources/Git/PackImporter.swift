internal import CGit2
package import GitObjects

/// Takes many objects straight into packs, without a loose file for each: the first import of a large folder.
///
/// Memory is bounded: what was added is written as one pack whenever it reaches 20,000 objects or 64 MiB. An object can
/// be read from the repository once it is in a pack, at the latest after `finish()`.
package final class PackImporter {
  private static let objectLimit = 20_000
  private static let byteLimit = 64 << 20

  private let repository: Repository
  private var source: OpaquePointer?
  private var pending: [ObjectID] = []
  private var known: Set<ObjectID> = []
  private var bytes = 0
  private var memory: UnsafeMutablePointer<git_odb_backend>?
  /// How many packs were written.
  package private(set) var packs = 0

  /// Makes an importer into a repository.
  package init(_ repository: Repository) {
    self.repository = repository
  }

  deinit {
    if let source { git_repository_free(source) }
  }

  /// Adds an object and answers its id; one that is in the repository already costs only a look.
  ///
  /// - Throws: `.failed` where a pack that became due could not be written.
  package func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = repository.id(of: kind, content)
    guard !known.contains(id), !repository.contains(id) else { return id }
    try begin()
    guard let memory else { throw .failed("no memory for objects") }
    var oid = id.oid
    let status = content.withUnsafeBytes {
      memory.pointee.write?(memory, &oid, $0.baseAddress, $0.count, kind.type) ?? -1
    }
    guard status == 0 else { throw GitError.last(status, "an object could not be kept") }
    known.insert(id)
    pending.append(id)
    bytes += content.count
    if pending.count >= Self.objectLimit || bytes >= Self.byteLimit { try flush() }
    return id
  }

  /// Writes what is left; afterwards everything added is durable.
  ///
  /// - Throws: `.failed` where the pack cannot be written.
  package func finish() throws(ObjectStoreError) {
    try flush()
    try repository.refresh()
  }

  private func flush() throws(ObjectStoreError) {
    guard let source, !pending.isEmpty else { return }
    _ = try PackStage.write(pending, from: source, into: repository.directory)
    packs += 1
    git_repository_free(source)
    self.source = nil
    memory = nil
    pending = []
    known = []
    bytes = 0
  }

  /// Makes a repository of memory alone: no file of configuration, no other objects.
  private func begin() throws(ObjectStoreError) {
    guard source == nil else { return }
    var repository: OpaquePointer?
    var database: OpaquePointer?
    var config: OpaquePointer?
    var backend: UnsafeMutablePointer<git_odb_backend>?
    defer {
      git_odb_free(database)
      git_config_free(config)
    }
    var status = git_repository_new(&repository)
    if status == 0 { status = git_odb_new(&database) }
    if status == 0 { status = git_config_new(&config) }
    if status == 0 { status = git_mempack_new(&backend) }
    if status == 0 { status = git_odb_add_backend(database, backend, 1) }
    if status == 0 { status = git_repository_set_odb(repository, database) }
    if status == 0 { status = git_repository_set_config(repository, config) }
    guard status == 0 else {
      let error = GitError.last(status, "objects could not be kept in memory")
      git_repository_free(repository)
      throw error
    }
    source = repository
    memory = backend
  }
}
