internal import MCP

/// The timeout of one call for all contents of large files that are not on this machine together.
package struct CallTimeout: Sendable {
  /// The greatest timeout in seconds.
  static let most = 3_600
  /// The default timeout in seconds.
  private static let usual = 30

  private let end: ContinuousClock.Instant

  /// Creates a timeout that begins now.
  init(seconds: Int? = nil) {
    end = .now + .seconds(min(max(0, seconds ?? Self.usual), Self.most))
  }

  /// Reads the argument `wait`.
  ///
  /// - Throws: `ToolFailure` if it is no number of seconds.
  init(_ arguments: ToolArguments) throws(ToolFailure) {
    let seconds = try arguments.read { arguments throws(ArgumentFault) in try arguments.integer(ifGiven: "wait") }
    guard seconds ?? 0 >= 0 else { throw ToolFailure("Invalid arguments: \"wait\" is a number of seconds, or 0.") }
    self.init(seconds: seconds)
  }

  /// The remaining time in seconds; 0 begins a download and does not wait.
  var left: Double { max(0, (end - .now) / .seconds(1)) }
}
