internal import Glibc

/// The person as git's configuration names them, and whether one of its files has changed since it was read.
///
/// A `stat` of each file tells; git replaces a file that it changes, so that inode, size or time differ.
struct ConfiguredPerson: Sendable {
  private struct Stamp: Equatable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// The person and the machine.
  private(set) var identity: WorkspaceIdentity
  private var files: [String: Stamp?]
  private let read: (@Sendable () -> PersonalConfiguration)?

  /// A person who was just read.
  init(_ settings: WorkspaceSettings) {
    identity = settings.identity
    read = settings.readConfiguration
    files = Self.stamps(settings.identityFiles)
  }

  /// Reads the configuration again where one of its files has changed; blocks for a child process then.
  ///
  /// - Returns: whether one had changed.
  mutating func update() -> Bool {
    guard let read, files.contains(where: { Self.stamp($0.key) != $0.value }) else { return false }
    // Stamped before it is read: what changes meanwhile is read once more.
    let before = Self.stamps(Array(files.keys))
    let found = read()
    identity = found.identity
    files = Self.stamps(found.files).merging(before) { $1 }
    return true
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
