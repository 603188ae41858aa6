internal import FileSystem
internal import Git
internal import GitObjects
internal import Recording
internal import WorkTree

/// The recorder's bulk import into the repository's packs.
final class BulkPack: BulkImport {
  private let importer: PackImporter
  private let tree: any FileTree
  private let mayHoldSecret: @Sendable ([UInt8]) -> Bool
  private var files: FilesAhead?

  /// Makes an import with its own importer.
  ///
  /// - Parameters:
  ///   - tree: the files that are imported.
  ///   - mayHoldSecret: returns whether a content may have a secret; called on other threads.
  init(_ importer: PackImporter, of tree: any FileTree, mayHoldSecret: @escaping @Sendable ([UInt8]) -> Bool) {
    self.importer = importer
    self.tree = tree
    self.mayHoldSecret = mayHoldSecret
  }

  deinit { files?.end() }

  /// Returns whether an object is stored or was added.
  func contains(_ id: ObjectID) -> Bool { importer.contains(id) }

  /// Adds an object.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be stored.
  func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try importer.add(kind, content)
  }

  /// Adds a blob that was compressed elsewhere.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be stored.
  func add(_ blob: PackableBlob) throws(ObjectStoreError) { try importer.add(blob) }

  /// Makes all objects durable and readable.
  ///
  /// - Throws: `ObjectStoreError` if that fails.
  func finish() throws(ObjectStoreError) { try importer.finish() }

  /// Lets git collect the packs, and ends the reading of files.
  func release() {
    files?.end()
    importer.release()
  }

  /// Begins to read files on other threads.
  func read(_ paths: [WorkspacePath]) { files = FilesAhead(paths, in: tree, mayHoldSecret: mayHoldSecret) }

  /// Returns the next files; none after the last one.
  func nextFiles() -> [FileAhead?] { files?.next() ?? [] }
}
