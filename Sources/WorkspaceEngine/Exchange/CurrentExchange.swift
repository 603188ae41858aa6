internal import GitProcess
internal import Sync
internal import Synchronization
internal import Transfers

/// The exchange that runs now, for all parts that use the remote.
final class CurrentExchange: Sendable {
  private let exchange = Mutex<Exchange?>(nil)

  /// Makes the place without an exchange.
  init() {}

  /// The exchange; nil if there is no remote, or if its address is invalid.
  var running: Exchange? { exchange.withLock { $0 } }

  /// The engine of the exchange.
  var engine: SyncEngine? { running?.engine }

  var objects: RemoteObjects? { running?.objects }

  /// Notifies the engine of new commits or uploaded objects.
  func notify() {
    guard let engine else { return }
    Task { await engine.notify() }
  }

  /// Sets the running exchange.
  ///
  /// - Returns: the one that ran before.
  @discardableResult
  func replace(by new: Exchange?) -> Exchange? {
    exchange.withLock { exchange in
      defer { exchange = new }
      return exchange
    }
  }
}

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
  /// The object server in the configuration.
  var objectServer: ConfiguredServer
}
