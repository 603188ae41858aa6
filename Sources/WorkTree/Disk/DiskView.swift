package import FileSystem
package import GitObjects

/// The files on disk, compared with the tip: the known state of each, and the ways to read them.
///
/// It writes no file that is recorded.
package final class DiskView {
  /// The largest file that is recorded as held within a turn, in bytes; a larger one is copied beside the turns.
  ///
  /// Reading, hashing and compressing takes about a second for 60 MB, and saves wait for a turn.
  package static let holdInTurn: Int64 = 16_000_000
  /// The greatest size in bytes of a file whose text is read into memory.
  package static let readLimit: Int64 = 256_000_000
  /// The greatest size in bytes of a file that is placed from memory; a larger one is placed piece by piece.
  package static let largestPiece = 8 << 20

  package let tree: any FileTree
  /// The tip and the held versions.
  package let recorded: RecordedTip
  /// The clock.
  package let time: any TimeSource
  /// The contents of large files; nil if every file is recorded as it is.
  package let large: LargeStore?
  /// The rules for paths.
  package var rules: RecordingRules
  /// The known state of the disk; empty until the stored one is taken.
  package var cache = StatCache()
  /// Files that could not be handled, by path, with the event; an entry is removed when the file can be handled again.
  package var problems: [NameKey: String] = [:]
  /// The pointers in blobs.
  var pointerTexts = PointerTexts()
  /// The large files of the tip, as far as they were requested.
  package var largeTable = LargeTable()
  /// The wait of files for attributes that an editor is replacing.
  private var attributes = MissingAttributes()

  /// Creates the view of a tree.
  package init(
    _ tree: any FileTree, _ recorded: RecordedTip, rules: RecordingRules, large: LargeStore?, time: any TimeSource
  ) {
    self.tree = tree
    self.recorded = recorded
    self.rules = rules
    self.large = large
    self.time = time
  }

  /// The repository.
  package var store: TrackedStore { recorded.store }

  /// Returns the content on disk at a path; nil for none.
  package func contentOnDisk(at path: WorkspacePath) throws(FileError) -> FileContent? {
    try tree.read(FileLocation(path), limit: Self.readLimit)
  }

  /// Returns the stamp of the file at a place; nil for none.
  package func stamp(of location: FileLocation) throws(FileError) -> FileStamp? { try tree.stamp(of: location) }

  /// Makes a file of Stet's own durable.
  package func synchronize(_ location: FileLocation) throws(FileError) { try tree.synchronize(location) }

  /// Returns the bytes on disk at a path; nil if there is no file.
  package func bytesOnDisk(at path: WorkspacePath) throws(FileError) -> [UInt8]? {
    try tree.read(FileLocation(path), limit: rules.holdOver)?.bytes
  }

  /// Makes a folder and those above it; does nothing if it exists. Nothing is recorded, because git keeps no empty
  /// folders.
  ///
  /// - Throws: `FileError.exists` if a file is in the way, `.outside` if a link is, or the folder would be in a foreign
  ///   one.
  package func makeFolder(_ path: WorkspacePath) throws(FileError) {
    if let folder = tree.foreignFolder(on: path) { throw folder.error("make", path) }
    try tree.makeDirectories(FileLocation(path))
  }

  /// Adds a foreign folder to the problems.
  package func note(_ folder: ForeignFolder) {
    let isRecorded = (try? WorkspacePath(folder.path)).flatMap { try? recorded.entry(at: $0) }?.mode == .tree
    problems[NameKey(folder.path)] = folder.boundary.description + (isRecorded ? FolderBoundary.keptVersions : "")
  }

  /// The end of the problem of a folder that cannot be read.
  static let unreadable = "; nothing below it is taken for deleted"

  /// Removes the problem of a folder that is no longer foreign, or that is read again.
  func noteFollowed(_ folder: WorkspacePath) {
    guard let problem = problems[NameKey(folder.string)] else { return }
    let boundaries = [FolderBoundary.repository, .mount]
    if problem.hasSuffix(Self.unreadable) || boundaries.contains(where: { problem.hasPrefix($0.description) }) {
      problems[NameKey(folder.string)] = nil
    }
  }
}

/// Missing attributes.
extension DiskView {
  /// Returns the reason why a large file is held: without its line it would be a text to stock git, and the line has no
  /// place if `.gitattributes` is a link or a folder. nil if the line has a place, or none is needed.
  package func lineReason(for path: WorkspacePath) -> HeldReason? {
    guard rules.largeFilter(path) != .lfs, let attributes = try? WorkspacePath(".gitattributes"),
      let kind = (try? tree.stamp(of: FileLocation(attributes)))??.kind
    else { return nil }
    return kind == .file ? nil : .noAttributes
  }

  /// Returns whether attributes that may make a file a pointer are missing just now: an editor is between its two
  /// renames, and a small file that is large only by its attributes would become a text.
  package func lacksAttributes(_ path: WorkspacePath) -> Bool {
    guard large != nil, rules.largeFilter(path) == .unspecified else { return false }
    return attributes.waits(
      isMissing: MissingAttributes.concern(path, in: tree, recorded), at: time.now().monotonic)
  }

  /// Records that the attributes are restored.
  package func noteAttributes() { attributes = MissingAttributes() }
}
