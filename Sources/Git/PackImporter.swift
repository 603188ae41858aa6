package import GitObjects

/// Writes many objects directly into packs, without a loose file for each, for the first import of a large folder.
///
/// Memory is bounded: the added objects are written as one pack whenever they reach 20,000 objects or 64 MiB. An object
/// can be read from the repository once it is in a pack, at the latest after `finish()`.
package final class PackImporter {
  private static let objectLimit = 20_000
  private static let byteLimit = 64 << 20

  private let repository: Repository
  private var body: PackBody?
  private var known: Set<ObjectID> = []
  /// The number of packs written.
  package private(set) var packs = 0
  /// The `.keep` files of the packs.
  private var keeps: [String] = []

  /// Creates an importer into a repository.
  package init(_ repository: Repository) {
    self.repository = repository
  }

  /// Adds an object and returns its id; an object that the repository contains costs only a lookup.
  ///
  /// - Throws: `.failed` if a full pack cannot be written.
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

  /// Writes the remaining objects; afterwards all added objects are durable.
  ///
  /// - Throws: `.failed` if the pack cannot be written.
  package func finish() throws(ObjectStoreError) {
    try flush()
    try repository.refresh()
  }

  /// Lets git collect the packs like others: references name their objects, or nothing needs them.
  package func release() {
    for keep in keeps { repository.directory.remove(keep) }
    keeps = []
  }

  private func flush() throws(ObjectStoreError) {
    guard let body = body.take() else { return }
    known = []
    keeps.append(try PackStage(in: repository).install(body))
    packs += 1
  }
}
