/// The functions that carry out the verbs of a workspace, by name.
package struct VerbTable: WorkspaceVerbs {
  /// Sends a notification; returns whether the client still reads.
  package typealias Notify<V: Verb> = @Sendable (V.Notification) async -> Bool

  private struct Body<V: Verb>: Sendable {
    var run: @Sendable (V, Notify<V>) async throws(VerbError) -> V.Answer
    var open: (@Sendable (V) async throws(VerbError) -> AsyncStream<V.Notification>)?
  }

  private struct Row: Sendable {
    var verb: any Verb.Type
    var body: any Sendable
  }

  private var rows: [String: Row] = [:]
  /// Runs before each verb; it may wait or refuse.
  package var before: (@Sendable (any Verb) async throws(VerbError) -> Void)?

  package init() {}

  /// The verbs of the table.
  package var verbs: [any Verb.Type] { rows.values.map(\.verb) }

  /// Returns the verb with a name; nil if the table has none.
  package func verb(named name: String) -> (any Verb.Type)? { rows[name]?.verb }

  /// Returns whether the table's verb sends notifications until its client ends the call.
  package func isSubscription<V: Verb>(_ verb: V.Type) -> Bool { (rows[V.name]?.body as? Body<V>)?.open != nil }

  /// Adds a verb that answers once.
  package mutating func on<V: Verb>(
    _ verb: V.Type, _ body: @escaping @Sendable (V) async throws(VerbError) -> V.Answer
  ) {
    add(Body<V> { request, _ async throws(VerbError) in try await body(request) })
  }

  /// Adds a verb that reports its progress before it answers. A client that reads slowly gets the latest report only.
  package mutating func onReporting<V: Verb>(
    _ verb: V.Type,
    _ body:
      @escaping @Sendable (V, _ report: @escaping @Sendable (V.Notification) -> Void) async throws(VerbError) ->
      V.Answer
  ) {
    add(
      Body<V> { request, notify async throws(VerbError) in
        let (reports, sink) = AsyncStream.makeStream(of: V.Notification.self, bufferingPolicy: .bufferingNewest(1))
        async let answer = Self.result(body, request, sink)
        for await report in reports {
          guard await notify(report) else { break }
        }
        return try await answer.get()
      })
  }

  private static func result<V: Verb>(
    _ body: (V, @escaping @Sendable (V.Notification) -> Void) async throws(VerbError) -> V.Answer, _ request: V,
    _ sink: AsyncStream<V.Notification>.Continuation
  ) async -> Result<V.Answer, VerbError> {
    defer { sink.finish() }
    do throws(VerbError) { return .success(try await body(request) { sink.yield($0) }) } catch {
      return .failure(error)
    }
  }

  /// Adds a verb that sends notifications until its client ends the call.
  package mutating func onSubscribing<V: Verb>(
    _ verb: V.Type, _ open: @escaping @Sendable (V) async throws(VerbError) -> AsyncStream<V.Notification>
  ) where V.Answer == Nothing {
    var body = Body<V> { request, notify async throws(VerbError) in
      for await notification in try await open(request) {
        guard await notify(notification) else { break }
      }
      return Nothing()
    }
    body.open = open
    add(body)
  }

  private mutating func add<V: Verb>(_ body: Body<V>) { rows[V.name] = Row(verb: V.self, body: body) }

  private func body<V: Verb>(of verb: V.Type) throws(VerbError) -> Body<V> {
    guard let body = rows[V.name]?.body as? Body<V> else {
      throw VerbError(.usage, "This workspace knows no verb `\(V.name)`.", kept: "Nothing was changed.")
    }
    return body
  }

  /// Carries out a request; `notify` sends its notifications.
  package func perform<V: Verb>(_ request: V, notify: Notify<V>) async throws(VerbError) -> V.Answer {
    try await before?(request)
    return try await body(of: V.self).run(request, notify)
  }

  /// Carries out a request; `hear` receives its notifications.
  package func call<V: Verb>(
    _ request: V, hear: (@Sendable (V.Notification) -> Void)?
  ) async throws(VerbError) -> V.Answer {
    try await perform(request) { notification in
      hear?(notification)
      return true
    }
  }

  /// Returns the stream of a verb that sends notifications until the stream ends.
  package func subscribe<V: Verb>(_ request: V) async throws(VerbError) -> AsyncStream<V.Notification> {
    guard let open = try body(of: V.self).open else {
      throw VerbError(.usage, "The verb `\(V.name)` sends no notifications.", kept: "Nothing was changed.")
    }
    try await before?(request)
    return try await open(request)
  }
}
