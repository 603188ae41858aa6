package import MCP

/// The functions that a session calls, the same as over standard input and output.
package struct SessionServices: Sendable {
  /// Executes a call.
  let handler: StdioServer.Handler
  /// Answers a request about resources.
  let finder: StdioServer.Finder
  /// Starts reporting changes of resources.
  let changes: @Sendable () -> AsyncStream<ResourceChange>

  /// Creates services.
  package init(
    finder: @escaping StdioServer.Finder = { _ in .failed("There are no resources.") },
    changes: @escaping @Sendable () -> AsyncStream<ResourceChange> = { AsyncStream { $0.finish() } },
    handler: @escaping StdioServer.Handler
  ) {
    self.handler = handler
    self.finder = finder
    self.changes = changes
  }
}
