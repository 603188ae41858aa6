/// Runs a single blocking call on its own thread and waits for it, since the cooperative pool has only as many threads
/// as the machine has processors.
///
/// - Parameters:
///   - label: the name in debuggers.
///   - isBackground: whether the call has a lower priority than others.
///   - body: runs once; it does not receive a cancellation.
/// - Throws: errors of the body.
package func onThread<Value: Sendable, Failure: Error>(
  _ label: String, isBackground: Bool = false, isolation: isolated (any Actor)? = #isolation,
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await SerialQueue(label: label, isBackground: isBackground).run(body)
}
