package import MCP

/// What a session asks for: the same as over standard input and output.
package struct SessionServices: Sendable {
  /// Carries out a call.
  let handler: StdioServer.Handler
  /// Finds what is asked of resources.
  let finder: StdioServer.Finder
  /// Which resources change, from when it is called.
  let changes: @Sendable () -> AsyncStream<ResourceChange>

  /// Makes them.
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
