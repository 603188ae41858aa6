internal import GitObjects
internal import LargeFiles

/// What the downloader asks of the workspace around it, and tells it.
struct DownloadHost: Sendable {
  /// Puts objects that came in the place of their placeholders.
  var arrived: @Sendable (_ objects: [(pointer: Pointer, paths: [WorkspacePath])]) async -> Void
  /// Why large transfers that nobody waits for wait; nil where they do not.
  var hindrance: @Sendable () async -> String?
  /// Whether what is placed shares the blocks of its object, and so takes no room of its own.
  var isShared: @Sendable () -> Bool
  /// Makes room for so many bytes; whether there is.
  var makeRoom: @Sendable (Int) async -> Bool
}
