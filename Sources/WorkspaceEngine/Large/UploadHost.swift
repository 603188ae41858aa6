internal import LargeFiles

/// The callbacks from the uploader to the workspace.
struct UploadHost: Sendable {
  /// Notifies the exchange that uploads have ended: it checks again for commits that can be published.
  var rested: @Sendable () -> Void
  /// Reports the paths that began to wait for their objects, and the paths that no longer wait.
  var changed: @Sendable (_ held: [String], _ released: [String]) -> Void
  /// Returns why large transfers wait; nil if they do not.
  var hindrance: @Sendable () async -> String?
  /// Stores contents that the folder has as objects again.
  var store: @Sendable (Set<ContentID>) async -> Void
  /// Reports paths to be published whose objects are neither here nor on the remote.
  var tellLost: @Sendable ([String]) async -> Void
}
