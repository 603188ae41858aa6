import Glibc
import TestSupport

/// A server on the loopback that a script is, for as long as this value is there.
final class ServerProcess: Sendable {
  let folder = TemporaryFolder()
  let port: Int
  private let program: Program

  /// Starts it; nil where it does not come up.
  init?(python: String, script: String) {
    let environment = Program.ownEnvironment.merging(Program.quietGit) { $1 }
    guard let program = try? Program([python, script, folder.path], in: "/", environment: environment) else {
      return nil
    }
    self.program = program
    var words: [Substring] = []
    // It prints its port, and its process.
    try? untilBlocking {
      words = program.outputSoFar().split { $0 <= " " }
      return words.count == 2 || !program.isRunning
    }
    guard words.count == 2, let port = Int(words[0]) else {
      program.send(SIGKILL)
      return nil
    }
    self.port = port
  }

  deinit { program.send(SIGKILL) }

  /// The folder of the scripts.
  static let scripts = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Servers"

  /// One that misbehaves as the first part of a path says.
  static func faults() -> ServerProcess? { ServerProcess(python: "/usr/bin/python3", script: "\(scripts)/faults.py") }

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

  /// The requests, a line each.
  var log: [String] {
    Shell.run("cat '\(folder.file("log"))' 2>/dev/null").output.split(separator: "\n").map(String.init)
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
