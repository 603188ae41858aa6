/// Runs a single blocking call on a thread of its own and waits for it; the cooperative pool has as few threads as the
/// machine has processors.
///
/// - Parameters:
///   - label: shows in debuggers.
///   - isBackground: whether its work gives way to that of the others.
///   - body: runs once. It is not told of a cancellation.
/// - Throws: what the body throws.
package func onThread<Value: Sendable, Failure: Error>(
  _ label: String, isBackground: Bool = false, isolation: isolated (any Actor)? = #isolation,
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await SerialQueue(label: label, isBackground: isBackground).run(body)
}
