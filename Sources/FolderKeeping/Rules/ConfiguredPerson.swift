package import WorkspaceAPI
internal import Glibc

/// The person as git's configuration names them, and whether one of its files has changed since it was read.
///
/// A `stat` of each file detects a change: git replaces a file that it changes, so the inode, size or time differs.
package struct ConfiguredPerson: Sendable {
  private struct Stamp: Equatable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// The person and the machine.
  package private(set) var identity: WorkspaceIdentity
  private var files: [String: Stamp?]
  private let read: (@Sendable () -> PersonalConfiguration)?

  /// Takes the settings as they were just read.
  init(_ settings: WorkspaceSettings) {
    identity = settings.identity
    read = settings.readConfiguration
    files = Self.stamps(settings.identityFiles)
  }

  /// The result of an update.
  enum Look {
    /// No file has changed.
    case unchanged
    /// The configuration was read again, and the identity is the new one.
    case read
    /// A file has changed and git could not read the configuration: the identity stays, and the next change is read.
    case failed
  }

  /// Reads the configuration again if one of its files has changed; blocks for a child process in that case.
  mutating func update() -> Look {
    guard let read, files.contains(where: { Self.stamp($0.key) != $0.value }) else { return .unchanged }
    // Stamped before the read: a change during the read causes another one.
    let before = Self.stamps(Array(files.keys))
    let found = read()
    files = Self.stamps(found.files).merging(before) { $1 }
    // An editor may be about to save the file again; a guessed identity would become the author of saves in the
    // meantime.
    guard found.isRead else { return .failed }
    identity = found.identity
    return .read
  }

  private static func stamps(_ paths: [String]) -> [String: Stamp?] {
    Dictionary(paths.map { ($0, stamp($0)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Stamp(
      inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
