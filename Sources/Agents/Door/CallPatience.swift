internal import MCP
internal import WorkspaceAPI

/// How long one call waits for the contents of large files that are not on this machine: all of them together.
package struct CallPatience: Sendable {
  /// The longest that may be asked for, seconds.
  static let most = 3_600
  /// What is waited where nothing is said, seconds.
  private static let usual = 30

  private let end: ContinuousClock.Instant

  /// A patience from now on.
  init(seconds: Int? = nil) {
    end = .now + .seconds(min(max(0, seconds ?? Self.usual), Self.most))
  }

  /// What `wait` says.
  ///
  /// - Throws: `ToolFailure` where that is no number of seconds.
  init(_ arguments: ToolArguments) throws(ToolFailure) {
    let seconds = try arguments.read { arguments throws(ArgumentFault) in try arguments.integer(ifGiven: "wait") }
    guard seconds ?? 0 >= 0 else { throw ToolFailure("Invalid arguments: \"wait\" is a number of seconds, or 0.") }
    self.init(seconds: seconds)
  }

  /// What is left, seconds; 0 begins a download and does not wait.
  var left: Double { max(0, (end - .now) / .seconds(1)) }
}
