import TestSupport

extension ServerProcess {
  /// The folder of the scripts.
  static let scripts = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Servers"

  /// One that misbehaves as the first part of a path says.
  static func faults() -> ServerProcess? { ServerProcess(script: "\(scripts)/faults.py") }

  /// PyPI's giftless; nil where it cannot be had, which is said.
  static func giftless() -> ServerProcess? {
    let build = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/.build/giftless"
    let outcome = Shell.run("unset HOME; bash '\(scripts)/giftless.bash' '\(build)' 2>&1")
    guard outcome.status == 0 else {
      print("giftless is left out: \(outcome.output)")
      return nil
    }
    return ServerProcess(python: "\(build)/python/bin/python", script: "\(scripts)/giftless_server.py")
  }
}

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
