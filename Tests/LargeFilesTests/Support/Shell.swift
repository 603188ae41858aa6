import TestSupport

/// A command line of this machine, without the person's own git configuration.
enum Shell {
  private static let environment = Program.ownEnvironment.merging(Program.quietGit) { $1 }

  /// Runs a line of shell; one that cannot be run fails.
  @discardableResult
  static func run(_ command: String) -> Outcome {
    let outcome = try? Program.shell(command, environment: environment, within: .seconds(600))
    return outcome ?? Outcome(status: -1, wasStopped: false, bytes: [], errors: "no shell")
  }
}
