internal import LargeFiles

/// What the uploader tells the workspace around it.
struct UploadHost: Sendable {
  /// What was on its way has ended: the exchange looks again at what can be published.
  var rested: @Sendable () -> Void
  /// Paths that came to wait for their objects, and paths that do not any more.
  var changed: @Sendable (_ held: [String], _ released: [String]) -> Void
  /// Why large transfers wait; nil where they do not.
  var hindrance: @Sendable () async -> String?
  /// Has contents that stand in the folder stored as objects again.
  var store: @Sendable (Set<ContentID>) async -> Void
  /// Paths are to be published whose objects are neither here nor on the remote.
  var tellLost: @Sendable ([String]) async -> Void
}
