internal import FileSystem
package import GitObjects
package import WorkTree

/// Stores very many objects at once.
package protocol BulkImport: AnyObject {
  /// Returns whether an object is stored, or was added.
  func contains(_ id: ObjectID) -> Bool
  /// Adds an object and returns its id; it can be read after `finish`.
  func add(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID
  /// Adds a blob that was compressed elsewhere and is not contained.
  func add(_ blob: PackableBlob) throws(ObjectStoreError)
  /// Makes all added objects durable and readable.
  func finish() throws(ObjectStoreError)
  /// Ends the protection of the objects from git's collection: references name them, or the turn failed. Ends the
  /// reading of files, too.
  func release()

  /// Begins to read files in this order on other threads.
  func read(_ paths: [WorkspacePath])
  /// Returns the next files that `read` was called for, at least one unless there are none left; nil for a file that the
  /// recorder must read itself. Blocks.
  func nextFiles() -> [FileAhead?]
}

/// A file of a turn whose contents are put directly into a pack.
struct BulkFile {
  /// The import that takes the content.
  let bulk: any BulkImport
  /// The file as another thread read it; nil if the recorder reads it.
  let ahead: FileAhead?
}

/// The files of a bulk import, one by one.
struct BulkFiles {
  private let bulk: any BulkImport
  private let disk: DiskView
  private var paths: ArraySlice<WorkspacePath>
  private var waiting: ArraySlice<FileAhead?> = []
  /// Whether the answers about rules are kept.
  private var keepsAnswers = false

  /// Begins to read files.
  init(_ paths: [WorkspacePath], of bulk: any BulkImport, _ disk: DiskView) {
    self.bulk = bulk
    self.disk = disk
    self.paths = paths[...]
    bulk.read(paths)
  }

  /// Returns the next file in order; one that changed since another thread read it is left to the recorder.
  ///
  /// The rule files of a folder are then read once for all files of a group: all of them were read before, so a rule
  /// that was saved before a file is known for it.
  mutating func next() -> BulkFile {
    if waiting.isEmpty {
      let files = bulk.nextFiles()
      let stamps = disk.tree.stamps(of: paths.prefix(files.count).map { FileLocation($0) })
      paths = paths.dropFirst(files.count)
      waiting = zip(files, stamps).map { $0?.content.stamp == $1 ? $0 : nil }[...]
      keepsAnswers = true
      disk.rules.keepAnswers(true)
    }
    let file = BulkFile(bulk: bulk, ahead: waiting.popFirst() ?? nil)
    // A file that was not read ahead is read after its rules may have been.
    let keeps = file.ahead != nil
    if keeps != keepsAnswers {
      keepsAnswers = keeps
      disk.rules.keepAnswers(keeps)
    }
    return file
  }
}
