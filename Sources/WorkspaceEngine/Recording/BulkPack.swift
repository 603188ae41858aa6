internal import Git
internal import GitObjects
internal import Recording

/// The recorder's bulk import into the repository's packs.
final class BulkPack: BulkImport {
  private let importer: PackImporter

  /// Makes an import with its own importer.
  init(_ importer: PackImporter) {
    self.importer = importer
  }

  /// Adds an object.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be stored.
  func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try importer.add(kind, content)
  }

  /// Makes all objects durable and readable.
  ///
  /// - Throws: `ObjectStoreError` if that fails.
  func finish() throws(ObjectStoreError) { try importer.finish() }

  /// Lets git collect the packs.
  func release() { importer.release() }
}
