/// A server on the loopback interface that is a Python script, as long as this value exists.
package final class ServerProcess: Sendable {
  /// The folder that the script gets as its argument.
  package let folder = TemporaryFolder()
  package let port: Int
  private let program: Program

  /// The folder of `loopback.py`, which scripts import.
  package static let modules = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Servers"

  /// Starts the script, which prints its port and its process; returns nil if it does not start.
  package init?(python: String = "/usr/bin/python3", script: String) {
    var environment = Program.ownEnvironment.merging(Program.quietGit) { $1 }
    environment["PYTHONPATH"] = Self.modules
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    guard let program = try? Program([python, script, folder.path], in: "/", environment: environment) else {
      return nil
    }
    self.program = program
    var words: [Substring] = []
    try? untilBlocking {
      words = program.outputSoFar().split { $0 <= " " }
      return words.count == 2 || !program.isRunning
    }
    guard words.count == 2, let port = Int(words[0]) else {
      program.kill()
      return nil
    }
    self.port = port
  }

  deinit { program.kill() }

  /// The lines that the script wrote to the file `log` in its folder, one a request.
  package var log: [String] {
    let lines = try? Program.run(["cat", folder.file("log")]).output.split(separator: "\n").map(String.init)
    return lines ?? []
  }
}
