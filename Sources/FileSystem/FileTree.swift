/// The files below one root: the disk, or a simulated one that loses power.
///
/// Both pass one conformance suite (`Tests/FileSystemTests`). Symbolic links are never followed, neither on the way
/// nor at the end, and nothing outside the root is ever reached. All calls block; callers run on an executor of their
/// own. "Durable" means: after a power cut the bytes are there, if the call had returned.
package protocol FileTree: AnyObject, Sendable {
  /// What stands at a place; nil where nothing does (also where a parent is missing, is not a folder, or is a link).
  func stamp(of location: FileLocation) throws(FileError) -> FileStamp?

  /// A file's bytes or a link's target; nil where nothing stands there.
  ///
  /// Read under a lease where one can be had; `isSettled` says whether no writer was there. A file that changes while
  /// it is read is read again, up to three times, and then comes with `isSettled` false.
  ///
  /// - Throws: `FileError.notAFile` for folders and special files, `.tooLarge` beyond the limit (bytes).
  func read(_ location: FileLocation, limit: Int64) throws(FileError) -> FileContent?

  /// Reads a file from its start to its end in pieces of at most 1 MiB, in bounded memory; nil where nothing stands
  /// there.
  ///
  /// `take` gets each piece and says whether to go on. Read under a lease where one can be had, which is given up
  /// between two pieces when a writer asks for the file: nobody waits for a long read. Then, where the file changed, and
  /// where `take` ended it, the reading is not settled; where somebody has it open for writing, nothing is read at all.
  ///
  /// - Parameter share: offered the open file before it is read; true where it took the content by itself, as a file that
  ///   shares its blocks. Then no piece is read. A simulated file has no descriptor and offers none.
  /// - Throws: `FileError.notAFile` for links, folders and special files.
  func readPieces(
    of location: FileLocation, share: (_ descriptor: Int32) -> Bool, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading?

  /// The names in a folder, in no order, without `.` and `..`.
  ///
  /// - Throws: `FileError.vanished` where nothing stands there, `.noParent` where it is no folder, `.outside` where it
  ///   or a folder on the way is a link, `.denied`.
  func entries(of location: FileLocation) throws(FileError) -> [DirectoryEntry]

  /// Visits all that stands below a folder, in no order; for the scan at start.
  ///
  /// `visit` says whether to go into a folder. Folders on which another mount begins come as `.other` and are not
  /// entered. What vanishes meanwhile is left out.
  ///
  /// - Returns: what could not be read; nothing below those folders was visited, and nothing of it may count as deleted.
  /// - Throws: as `entries`, for the first folder only.
  func walk(
    _ location: FileLocation, visit: (_ location: FileLocation, _ stamp: FileStamp) -> Bool
  ) throws(FileError) -> [FileError]

  /// Makes a new file; parents must exist. The process's umask takes its bits off the permissions. With `durable`, its content is on the device when the call returns
  /// (`fdatasync`); its name is so only after a later durable call on the same file system.
  ///
  /// - Throws: `FileError.exists` where something stands there.
  func create(_ location: FileLocation, bytes: [UInt8], permissions: UInt32, durable: Bool) throws(FileError)

  /// Makes a symbolic link.
  func createLink(_ location: FileLocation, target: [UInt8]) throws(FileError)

  /// Appends to a file, which is made where it is missing, by one `O_APPEND` write; returns the file's stamp after.
  ///
  /// - Throws: `FileError.notAFile` for links, folders and special files. With `.noSpace` or `.tooLarge` a first part
  ///   of the bytes may stand there: taking it back could take what somebody else appended.
  func append(_ location: FileLocation, bytes: [UInt8], durable: Bool) throws(FileError) -> FileStamp

  /// Makes a file, which has no bytes yet, share all blocks of an open one: as a copy that takes neither time nor room.
  ///
  /// - Returns: false where the file system, or the pair of them, cannot; nothing is in the file then.
  func share(_ location: FileLocation, contentOf source: Int32) throws(FileError) -> Bool

  /// Gives a file the mode, group, access list, extended attributes and label of another (review C6).
  ///
  /// The owner is copied where we may. Attributes that speak of the very bytes (IMA, EVM, capabilities) are not.
  ///
  /// - Throws: `FileError.attribute` naming the first one that could not be copied.
  func copyAttributes(from source: FileLocation, to target: FileLocation) throws(FileError)

  /// Sets permission bits.
  func setPermissions(_ permissions: UInt32, of location: FileLocation) throws(FileError)

  /// Exchanges two files in one step (`RENAME_EXCHANGE`).
  ///
  /// - Throws: `FileError.exchangeUnsupported` where the file system cannot or the two stand on different mounts.
  func exchange(_ first: FileLocation, _ second: FileLocation) throws(FileError)

  /// Moves a file or folder to a free name in one step.
  ///
  /// - Throws: `FileError.exists` where something stands there.
  func move(_ source: FileLocation, toNew target: FileLocation) throws(FileError)

  /// Moves a file over another in one step; used for Stet's own files only, never for documents.
  func replace(_ target: FileLocation, with source: FileLocation) throws(FileError)

  /// Takes a file's or link's name away; nothing where there is none.
  ///
  /// - Throws: `FileError.notAFile` for a folder, `.outside` where a link stands on the way.
  func remove(_ location: FileLocation) throws(FileError)

  /// Makes a folder and its missing parents; nothing where it stands already.
  ///
  /// - Throws: `FileError.exists` where a file stands in the way, `.outside` where a link does.
  func makeDirectories(_ location: FileLocation) throws(FileError)

  /// Takes an empty folder away; false where it is not empty or not there.
  func removeDirectory(_ location: FileLocation) throws(FileError) -> Bool

  /// Who else has a file open. A link is always free.
  ///
  /// A descriptor of our own counts too, also the copy that a child holds between being started and running its
  /// program: what is not free may be so a moment later.
  ///
  /// - Throws: `FileError.vanished` where nothing stands there, `.notAFile` for folders and special files.
  func use(of location: FileLocation) throws(FileError) -> FileUse

  /// Makes a file's content durable, and of a folder its names.
  func synchronize(_ location: FileLocation) throws(FileError)

  /// Makes the contents of several files durable, where the device can with fewer flushes than files.
  ///
  /// - Throws: `FileError`, the first file's that cannot be; the others may be durable or not.
  func synchronize(_ locations: [FileLocation]) throws(FileError)

  /// Makes everything on the root's file system durable (`syncfs`): for very many files at once. What other programs
  /// wrote goes along, so it may take long.
  func synchronizeAll() throws(FileError)

  /// Whether another file system begins at a folder.
  func beginsMount(_ location: FileLocation) -> Bool

  /// Begins to remember whether others read the file at a place, for the last thousand files of which it was asked; nil
  /// where that cannot be known.
  func witness(_ location: FileLocation) -> OpenWitness?

  /// Whether anybody but this process read that file as it was then; nil where nobody can say. A program that only wrote
  /// did not, and who reads after it may have read nothing of what was there before.
  func wasRead(_ witness: OpenWitness) -> Bool?
}

extension FileTree {
  /// Reads a file piece by piece, sharing nothing.
  package func readPieces(
    of location: FileLocation, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading? { try readPieces(of: location, share: { _ in false }, take) }
}

extension FileTree {
  /// Whether another file system begins at a folder: nowhere in a simulation.
  package func beginsMount(_ location: FileLocation) -> Bool { false }
}
