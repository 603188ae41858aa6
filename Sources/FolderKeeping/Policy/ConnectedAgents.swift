internal import Synchronization

/// The connections of agents' programs to the daemon. While one is open, the agent may run commands that no hook
/// reports.
package final class ConnectedAgents: Sendable {
  private let connections = Mutex<Set<UInt64>>([])

  /// Whether no agent's program is connected.
  var isEmpty: Bool { connections.withLock(\.isEmpty) }

  /// Adds a connection; returns whether it is new.
  package func begin(_ connection: UInt64) -> Bool { connections.withLock { $0.insert(connection).inserted } }

  /// Returns whether a connection is an agent's.
  package func contains(_ connection: UInt64) -> Bool { connections.withLock { $0.contains(connection) } }

  /// Removes a connection.
  func end(_ connection: UInt64) { connections.withLock { _ = $0.remove(connection) } }
}
