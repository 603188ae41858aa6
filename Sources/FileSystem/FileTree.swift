/// The files below one root: the disk, or a simulated disk that loses power.
///
/// Both pass one conformance suite (`Tests/FileSystemTests`). Symbolic links are never followed, neither in parents nor
/// at the end of a path, and nothing outside the root is accessed. All calls block; callers run on an executor of their
/// own. "Durable" means that the bytes survive a power cut after the call returned.
package protocol FileTree: AnyObject, Sendable {
  /// Returns the stamp of a file; nil if nothing exists there (also if a parent is missing, is not a folder, or is a
  /// link).
  func stamp(of location: FileLocation) throws(FileError) -> FileStamp?

  /// Returns a file's bytes or a link's target; nil if nothing exists there.
  ///
  /// The file is read under a lease if possible; `isSettled` is true if there was no writer. A file that changes
  /// during the read is read again, up to three times; after that `isSettled` is false.
  ///
  /// - Throws: `FileError.notAFile` for folders and special files, `.tooLarge` beyond the limit (bytes).
  func read(_ location: FileLocation, limit: Int64) throws(FileError) -> FileContent?

  /// Reads files one after the other, each as `read` does.
  ///
  /// A folder is opened once for its files that follow each other. If it is moved meanwhile, files are read at its new
  /// place: the caller compares their stamps with those of their locations.
  ///
  /// - Parameters:
  ///   - limit: returns the greatest size of the next file in bytes.
  ///   - take: receives the index and the content of each file; nil for one that is missing or cannot be read.
  func readEach(
    _ locations: [FileLocation], limit: () -> Int64, _ take: (_ index: Int, _ content: FileContent?) -> Void)

  /// Returns the stamps of files; nil for one that is missing or cannot be examined. Opens folders as `readEach` does.
  func stamps(of locations: [FileLocation]) -> [FileStamp?]

  /// Reads a file in pieces of at most 1 MiB, in bounded memory; nil if nothing exists there.
  ///
  /// `take` receives each piece and returns whether to continue. The file is read under a lease if possible. The lease
  /// is released between two pieces when a writer requests the file, so that no process waits for a long read. The
  /// reading is not settled in that case, if the file changed, and if `take` ended it. A file that is open for writing
  /// is not read at all.
  ///
  /// - Parameter share: called with the open file before it is read; returns true if it took the content by itself, for
  ///   example by sharing blocks. No piece is read then. A simulated file has no descriptor, so it is not called.
  /// - Throws: `FileError.notAFile` for links, folders and special files.
  func readPieces(
    of location: FileLocation, share: (_ descriptor: Int32) -> Bool, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading?

  /// Returns the names in a folder, in no order, without `.` and `..`.
  ///
  /// - Throws: `FileError.vanished` if nothing exists there; `.noParent` if it is not a folder; `.outside` if it or a
  ///   parent is a link; `.denied`.
  func entries(of location: FileLocation) throws(FileError) -> [DirectoryEntry]

  /// Visits the names in one folder with their stamps, in no order. Names that vanish meanwhile are skipped; a folder at
  /// which another mount starts is visited as `.other`.
  ///
  /// - Returns: the errors of names without a readable stamp, which were not visited.
  /// - Throws: as `entries`; some names may have been visited before.
  func visitNames(
    in folder: FileLocation, _ visit: (_ name: String, _ stamp: FileStamp) -> Void
  ) throws(FileError) -> [FileError]

  /// The number of threads that gain from reading folders at once.
  var readers: Int { get }

  /// Creates a file; its parents must exist. The process's umask applies to the permissions. With `durable`, the
  /// content is on the device when the call returns (`fdatasync`); the name is durable only after a later durable call
  /// on the same file system.
  ///
  /// - Throws: `FileError.exists` if something exists there.
  func create(_ location: FileLocation, bytes: [UInt8], permissions: UInt32, durable: Bool) throws(FileError)

  /// Creates a symbolic link.
  func createLink(_ location: FileLocation, target: [UInt8]) throws(FileError)

  /// Appends to a file by one `O_APPEND` write and returns the file's new stamp; creates a missing file.
  ///
  /// - Throws: `FileError.notAFile` for links, folders and special files. With `.noSpace` or `.tooLarge` a first part
  ///   of the bytes may be in the file: removing it could remove bytes that another process appended.
  func append(_ location: FileLocation, bytes: [UInt8], durable: Bool) throws(FileError) -> FileStamp

  /// Makes an empty file share all blocks of an open one, as a copy without time and space.
  ///
  /// - Returns: false if the file system, or this pair of them, does not support it; the file is empty then.
  func share(_ location: FileLocation, contentOf source: Int32) throws(FileError) -> Bool

  /// Copies mode, group, access list, extended attributes and label to a file (review C6).
  ///
  /// The owner is copied if permissions allow that. Attributes that depend on the exact bytes (IMA, EVM, capabilities)
  /// are not copied.
  ///
  /// - Throws: `FileError.attribute` with the first attribute that could not be copied.
  func copyAttributes(from source: FileLocation, to target: FileLocation) throws(FileError)

  /// Sets the permission bits.
  func setPermissions(_ permissions: UInt32, of location: FileLocation) throws(FileError)

  /// Exchanges two files atomically (`RENAME_EXCHANGE`).
  ///
  /// - Throws: `FileError.exchangeUnsupported` if the file system does not support it or the files are on different
  ///   mounts.
  func exchange(_ first: FileLocation, _ second: FileLocation) throws(FileError)

  /// Moves a file or folder to an unused name atomically.
  ///
  /// - Throws: `FileError.exists` if something exists there.
  func move(_ source: FileLocation, toNew target: FileLocation) throws(FileError)

  /// Moves a file over another one atomically; used for Stet's own files only, never for documents.
  func replace(_ target: FileLocation, with source: FileLocation) throws(FileError)

  /// Deletes the name of a file or link; does nothing if it does not exist.
  ///
  /// - Throws: `FileError.notAFile` for a folder, `.outside` if a link is on the path.
  func remove(_ location: FileLocation) throws(FileError)

  /// Creates a folder and its missing parents; does nothing if it exists.
  ///
  /// - Throws: `FileError.exists` if a file has the name of one, `.outside` if a link has.
  func makeDirectories(_ location: FileLocation) throws(FileError)

  /// Deletes an empty folder; returns false if it is not empty or does not exist.
  func removeDirectory(_ location: FileLocation) throws(FileError) -> Bool

  /// Returns how other processes have a file open. A link is always free.
  ///
  /// A descriptor of this process counts, too, and so does the copy that a child holds between its start and the start
  /// of its program. The answer may therefore change to free a moment later.
  ///
  /// - Throws: `FileError.vanished` if nothing exists there, `.notAFile` for folders and special files.
  func use(of location: FileLocation) throws(FileError) -> FileUse

  /// Makes a file's content, or a folder's names, durable.
  func synchronize(_ location: FileLocation) throws(FileError)

  /// Makes the contents of several files durable, if possible with fewer flushes than files.
  ///
  /// - Throws: `FileError` of the first file that fails; the others may be durable or not.
  func synchronize(_ locations: [FileLocation]) throws(FileError)

  /// Makes everything on the root's file system durable (`syncfs`), for very many files at once. It includes writes of
  /// other programs, so it may take long.
  func synchronizeAll() throws(FileError)

  /// Returns whether another file system starts at a folder.
  func beginsMount(_ location: FileLocation) -> Bool

  /// Starts recording whether other processes read a file, for the last thousand such files; nil if that is not
  /// possible.
  func witness(_ location: FileLocation) -> OpenWitness?

  /// Returns whether a process other than this one read the file with its content at the mark; nil if that is unknown.
  /// A process that only wrote did not read it; a later reader may not have read any of that content.
  func wasRead(_ witness: OpenWitness) -> Bool?
}

extension FileTree {
  /// Reads a file piece by piece without sharing blocks.
  package func readPieces(
    of location: FileLocation, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading? { try readPieces(of: location, share: { _ in false }, take) }
}

/// Many files one by one, where opening a folder costs nothing.
extension FileTree {
  package func readEach(
    _ locations: [FileLocation], limit: () -> Int64, _ take: (_ index: Int, _ content: FileContent?) -> Void
  ) {
    for (index, location) in locations.enumerated() { take(index, (try? read(location, limit: limit())) ?? nil) }
  }

  package func stamps(of locations: [FileLocation]) -> [FileStamp?] {
    locations.map { (try? stamp(of: $0)) ?? nil }
  }
}

extension FileTree {
  /// One thread: a simulation repeats the same steps in the same order.
  package var readers: Int { 1 }

  /// Returns whether another file system starts at a folder; always false in a simulation.
  package func beginsMount(_ location: FileLocation) -> Bool { false }
}

/// The use of a file by other processes, as far as a lease shows it (F13).
package enum FileUse: Hashable, Sendable {
  /// No other process has it open.
  case free
  /// A process reads it; none writes it.
  case read
  /// A process has it open for writing, including shared writable mappings.
  case written
  /// The use is unknown: the file is another user's, or the file system does not support leases.
  case unknown
}
