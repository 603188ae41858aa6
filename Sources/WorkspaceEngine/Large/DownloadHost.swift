internal import GitObjects
internal import LargeFiles

/// The callbacks from the downloader to the workspace.
struct DownloadHost: Sendable {
  /// Puts downloaded objects in the place of their placeholders.
  var arrived: @Sendable (_ objects: [(pointer: Pointer, paths: [WorkspacePath])]) async -> Void
  /// Returns why unasked large transfers wait; nil if they do not.
  var hindrance: @Sendable () async -> String?
  /// Returns whether a placed file shares the blocks of its object and so takes no disk space of its own.
  var isShared: @Sendable () -> Bool
  /// Makes room for a number of bytes; returns whether the disk has the room.
  var makeRoom: @Sendable (Int) async -> Bool
}
