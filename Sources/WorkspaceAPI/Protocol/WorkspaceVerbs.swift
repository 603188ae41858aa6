/// The verbs of a workspace, as the entry points call them.
///
/// `VerbTable` carries them out in this process; the daemon's client sends them over the socket.
package protocol WorkspaceVerbs: Sendable {
  /// Carries out a request.
  ///
  /// - Parameter hear: receives the notifications that precede the answer.
  /// - Returns: the answer.
  /// - Throws: the workspace's refusal or failure, or the failure to reach it.
  func call<V: Verb>(_ request: V, hear: (@Sendable (V.Notification) -> Void)?) async throws(VerbError) -> V.Answer

  /// Starts a call that sends notifications until it is cancelled.
  ///
  /// - Returns: the notifications from now on. The call ends with the stream, and the stream with the workspace.
  /// - Throws: the failure to start the call.
  func subscribe<V: Verb>(_ request: V) async throws(VerbError) -> AsyncStream<V.Notification>
}

extension WorkspaceVerbs {
  /// Carries out a request without its notifications.
  package func call<V: Verb>(_ request: V) async throws(VerbError) -> V.Answer {
    try await call(request, hear: nil)
  }
}
