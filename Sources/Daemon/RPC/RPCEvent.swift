package import WorkspaceAPI

/// A notification to a client that subscribed: `{"jsonrpc":"2.0","method":"event","params":{…}}`.
package struct RPCEvent: Codable, Sendable {
  /// The parameters.
  package struct Parameters: Codable, Sendable {
    /// The id of the `events` call.
    package var subscription: RPCID
    /// What happened.
    package var event: WorkspaceEvent
  }

  /// Always `2.0`.
  package var jsonrpc = "2.0"
  /// Always `event`.
  package var method = "event"
  /// Which subscription and what happened.
  package var params: Parameters

  /// Makes a notification.
  package init(subscription: RPCID, event: WorkspaceEvent) {
    params = Parameters(subscription: subscription, event: event)
  }
}
