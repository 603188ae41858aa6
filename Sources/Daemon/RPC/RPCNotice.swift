package import WorkspaceAPI

/// A notification to a client whose program has files open:
/// `{"jsonrpc":"2.0","method":"notice","params":{"subscription":1,"notice":{…}}}`.
package struct RPCNotice: Codable, Sendable {
  /// The parameters.
  package struct Parameters: Codable, Sendable {
    /// The id of the `notices` call.
    package var subscription: RPCID
    /// What is asked or told.
    package var notice: NoticeReport
  }

  /// Always `2.0`.
  package var jsonrpc = "2.0"
  /// Always `notice`.
  package var method = "notice"
  /// Which subscription and what it is told.
  package var params: Parameters

  /// Makes a notification.
  package init(subscription: RPCID, notice: NoticeReport) {
    params = Parameters(subscription: subscription, notice: notice)
  }
}
