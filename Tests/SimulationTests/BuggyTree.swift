import FileSystem
import Synchronization

/// A simulated disk as a recorder with a planted bug uses it: everything goes to the disk, except where the bug is.
final class BuggyTree: FileTree {
  private let tree: any FileTree
  private let bug: PlantedBug
  private let newest = Mutex<OpenWitness?>(nil)

  init(_ tree: any FileTree, _ bug: PlantedBug) { (self.tree, self.bug) = (tree, bug) }

  private func isIn(_ folder: String, _ location: FileLocation) -> Bool {
    location.string.hasPrefix(FileLocation.store(folder).string + "/")
  }

  func stamp(of location: FileLocation) throws(FileError) -> FileStamp? {
    if bug == .displacedNotChecked, isIn("displaced", location) { return nil }
    return try tree.stamp(of: location)
  }

  func read(_ location: FileLocation, limit: Int64) throws(FileError) -> FileContent? {
    let content = try tree.read(location, limit: limit)
    guard bug == .openFilesDropped, isIn("displaced", location), let content else { return content }
    return FileContent(bytes: content.bytes, stamp: content.stamp, isSettled: true)
  }

  func readPieces(
    of location: FileLocation, share: (_ descriptor: Int32) -> Bool, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading? { try tree.readPieces(of: location, share: share, take) }

  func entries(of location: FileLocation) throws(FileError) -> [DirectoryEntry] { try tree.entries(of: location) }

  func visitNames(
    in folder: FileLocation, _ visit: (_ name: String, _ stamp: FileStamp) -> Void
  ) throws(FileError) -> [FileError] { try tree.visitNames(in: folder, visit) }

  func create(_ location: FileLocation, bytes: [UInt8], permissions: UInt32, durable: Bool) throws(FileError) {
    let isLate = bug == .temporaryNotSynced && isIn("tmp", location)
    try tree.create(location, bytes: bytes, permissions: permissions, durable: durable && !isLate)
  }

  func createLink(_ location: FileLocation, target: [UInt8]) throws(FileError) {
    try tree.createLink(location, target: target)
  }

  func append(_ location: FileLocation, bytes: [UInt8], durable: Bool) throws(FileError) -> FileStamp {
    let isLate = bug == .journalNotSynced && isIn("journal", location)
    return try tree.append(location, bytes: bytes, durable: durable && !isLate)
  }

  func share(_ location: FileLocation, contentOf source: Int32) throws(FileError) -> Bool {
    try tree.share(location, contentOf: source)
  }

  func copyAttributes(from source: FileLocation, to target: FileLocation) throws(FileError) {
    try tree.copyAttributes(from: source, to: target)
  }

  func setPermissions(_ permissions: UInt32, of location: FileLocation) throws(FileError) {
    try tree.setPermissions(permissions, of: location)
  }

  func exchange(_ first: FileLocation, _ second: FileLocation) throws(FileError) {
    if bug == .replacedInsteadOfExchanged {
      try tree.replace(second, with: first)
      return
    }
    try tree.exchange(first, second)
  }

  func move(_ source: FileLocation, toNew target: FileLocation) throws(FileError) {
    if bug == .displacedRemovedAtOnce, isIn("tmp", source), isIn("displaced", target) {
      return try tree.remove(source)
    }
    if bug == .newFileReplacesAnother, isIn("tmp", source), !isIn("displaced", target) {
      return try tree.replace(target, with: source)
    }
    try tree.move(source, toNew: target)
  }

  func replace(_ target: FileLocation, with source: FileLocation) throws(FileError) {
    try tree.replace(target, with: source)
  }

  func remove(_ location: FileLocation) throws(FileError) { try tree.remove(location) }

  func makeDirectories(_ location: FileLocation) throws(FileError) { try tree.makeDirectories(location) }

  func removeDirectory(_ location: FileLocation) throws(FileError) -> Bool { try tree.removeDirectory(location) }

  func use(of location: FileLocation) throws(FileError) -> FileUse {
    bug == .openFilesDropped ? .free : try tree.use(of: location)
  }

  func synchronize(_ location: FileLocation) throws(FileError) {
    if bug == .temporaryNotSynced, isIn("tmp", location) { return }
    try tree.synchronize(location)
  }

  func synchronize(_ locations: [FileLocation]) throws(FileError) {
    for location in locations { try synchronize(location) }
  }

  func synchronizeAll() throws(FileError) { try tree.synchronizeAll() }

  func witness(_ location: FileLocation) -> OpenWitness? {
    if bug == .appendWithoutMark, !isIn("tmp", location) { return nil }
    let witness = tree.witness(location)
    newest.withLock { $0 = witness ?? $0 }
    return witness
  }

  func wasRead(_ witness: OpenWitness) -> Bool? {
    let isOlder = newest.withLock { $0 != witness }
    return bug == .unreadVersionIsBase && isOlder ? true : tree.wasRead(witness)
  }
}
