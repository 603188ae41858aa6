internal import Git
internal import GitObjects
internal import History

/// The recorder's bulk import over the repository's packs.
final class BulkPack: BulkImport {
  private let importer: PackImporter

  /// Takes an importer of its own.
  init(_ importer: PackImporter) {
    self.importer = importer
  }

  /// Takes an object.
  func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try importer.add(kind, content)
  }

  /// Makes all durable and readable.
  func finish() throws(ObjectStoreError) { try importer.finish() }
}
