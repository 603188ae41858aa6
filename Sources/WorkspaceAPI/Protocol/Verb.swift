/// A request to a workspace: declares its name, its parameters and its answer.
///
/// A verb is declared here and nowhere else; `VerbTable` connects it with the function that carries it out, and every
/// entry point calls it through `WorkspaceVerbs`.
package protocol Verb: Codable, Sendable {
  /// The type of the answer.
  associatedtype Answer: Codable & Sendable
  /// The type of the notifications that a call sends before its answer.
  associatedtype Notification: Codable & Sendable = Never

  /// The method's name in JSON-RPC.
  static var name: String { get }
  /// Whether the call ends with the client that made it, because it only waits, watches or searches.
  static var endsWithItsClient: Bool { get }

  /// The caller. The daemon replaces it by the caller that the socket's peer proves.
  var caller: Caller { get set }

  /// Refuses a request that is too large to be sent.
  ///
  /// - Throws: `VerbError`, `.usage`.
  func checkSize() throws(VerbError)
}

extension Verb {
  /// False: most calls are completed even if the client has disconnected.
  package static var endsWithItsClient: Bool { false }

  /// Accepts the request: most requests are small.
  package func checkSize() throws(VerbError) {}
}

/// A verb whose answer does not depend on its caller.
package protocol AnonymousVerb: Verb {}

extension AnonymousVerb {
  /// The person; a new value is ignored.
  package var caller: Caller {
    get { .person }
    set {}
  }
}

/// The answer of a verb that has none: `{}`.
package struct Nothing: Codable, Hashable, Sendable {
  package init() {}
}

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
