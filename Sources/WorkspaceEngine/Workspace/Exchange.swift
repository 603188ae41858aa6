internal import Sync

/// The running exchange with one remote.
struct Exchange: Sendable {
  /// Exchanges; its own actor.
  var engine: SyncEngine
  /// Runs it; cancelled to end it.
  var task: Task<Void, Never>
  /// The objects of large files.
  var objects: RemoteObjects
  /// The remote's address, without a password.
  var display: String
  /// The address as it is used, to tell whether the configuration names another one now.
  var address: String
  /// What git's children are started with.
  var setting: GitSetting
  /// The object server that the configuration names beside it.
  var objectServer: String?
}
