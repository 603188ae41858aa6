import TestSupport

/// Stock git as the judge of what a text means to it.
enum GitOracle {
  /// Returns the output of `git ARGUMENTS` for the text on its standard input.
  static func output(_ arguments: String, input: String) throws -> String {
    try Program.shell("git \(arguments)", input: Array(input.utf8)).mustSucceed().output
  }
}
