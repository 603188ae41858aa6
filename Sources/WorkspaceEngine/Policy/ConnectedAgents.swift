internal import Synchronization

/// The connections of agents' programs to the daemon. While one is open, the agent may run commands that no hook
/// reports.
final class ConnectedAgents: Sendable {
  private let connections = Mutex<Set<UInt64>>([])

  /// Whether no agent's program is connected.
  var isEmpty: Bool { connections.withLock(\.isEmpty) }

  /// Adds a connection; returns whether it is new.
  func begin(_ connection: UInt64) -> Bool { connections.withLock { $0.insert(connection).inserted } }

  /// Removes a connection; returns whether it was an agent's.
  func end(_ connection: UInt64) -> Bool { connections.withLock { $0.remove(connection) } != nil }
}
