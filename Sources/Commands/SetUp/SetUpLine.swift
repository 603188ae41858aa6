package import WorkspaceAPI

/// The progress line of `init` or `clone` on a terminal; nothing elsewhere, and nothing with `--json`.
package struct SetUpLine: Sendable {
  private let console: Console?

  /// Creates the line of a command.
  package init(_ context: CommandContext) {
    console = context.console.showsProgress && !context.printsJSON ? context.console : nil
  }

  /// Shows the line while a body runs, which gets a function that redraws it; nil if nothing is shown.
  package func show<Value: Sendable>(
    while body: (_ draw: (@Sendable (SetUpProgress) -> Void)?) async throws(VerbError) -> Value
  ) async throws(VerbError) -> Value {
    guard let console else { return try await body(nil) }
    defer { console.draw("") }
    return try await body { progress in
      if let text = Self.text(progress) { console.draw(text) }
    }
  }

  /// Returns the line; nil if the change is too small to be drawn.
  static func text(_ progress: SetUpProgress) -> String? {
    switch progress {
    case .fetching(let percent): return "Fetching: \(percent) %"
    case .writing(let files, let total): return "Writing: \(files) of \(total) files"
    case .recording(let files, let total):
      guard files == total || files % max(1, total / 200) == 0 else { return nil }
      return "Recording: \(files) of \(total) files"
    }
  }
}
