package import GitObjects

/// Takes many objects straight into packs, without a loose file for each: the first import of a large folder.
///
/// Memory is bounded: what was added is written as one pack whenever it reaches 20,000 objects or 64 MiB. An object can
/// be read from the repository once it is in a pack, at the latest after `finish()`.
package final class PackImporter {
  private static let objectLimit = 20_000
  private static let byteLimit = 64 << 20

  private let repository: Repository
  private var body: PackBody?
  private var known: Set<ObjectID> = []
  /// How many packs were written.
  package private(set) var packs = 0

  /// Makes an importer into a repository.
  package init(_ repository: Repository) {
    self.repository = repository
  }

  /// Adds an object and answers its id; one that is in the repository already costs only a look.
  ///
  /// - Throws: `.failed` where a pack that became due could not be written.
  package func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = repository.id(of: kind, content)
    guard !known.contains(id) else { return id }
    if repository.contains(id) {
      try repository.write(kind, content, as: id)
      return id
    }
    if body == nil { body = try PackBody() }
    try body?.add(kind, content, id: id)
    known.insert(id)
    if known.count >= Self.objectLimit || (body?.size ?? 0) >= Self.byteLimit { try flush() }
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
    guard let body = body.take() else { return }
    known = []
    try PackStage(in: repository).install(body)
    packs += 1
  }
}
