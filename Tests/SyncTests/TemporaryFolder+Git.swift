import Glibc
import TestSupport

/// A directory of one test, with an environment that knows no configuration of this machine.
extension TemporaryFolder {
  /// Returns the environment of git's children; `more` wins.
  func environment(_ more: [String: String] = [:]) -> [String: String] {
    let own = ["HOME": path, "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org"]
    let committer = ["GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org"]
    return Program.quietGit.merging(own) { $1 }.merging(committer) { $1 }.merging(more) { $1 }
  }

  /// Runs a program here and returns its output; its failure fails the test.
  @discardableResult
  func run(_ program: String, _ arguments: String...) async throws -> String {
    try await Program([program] + arguments, in: path, environment: environment()).end().mustSucceed().output
  }

  /// Writes a file that may be run.
  func write(_ text: String, to name: String, isProgram: Bool = false) throws {
    try write(name, text)
    if isProgram { chmod(file(name), 0o755) }
  }
}
