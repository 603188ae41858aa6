internal import Sync

/// The running exchange with one remote.
struct Exchange: Sendable {
  /// The engine of the exchange, an actor.
  var engine: SyncEngine
  /// The task that runs the engine; cancelling it ends the exchange.
  var task: Task<Void, Never>
  /// The objects of large files.
  var objects: RemoteObjects
  /// The remote's address, without a password.
  var display: String
  /// The remote's address in the configuration, to detect a change.
  var address: String
  /// The settings for git's child processes.
  var setting: GitSetting
  /// The address of the object server in the configuration.
  var objectServer: String?
}
