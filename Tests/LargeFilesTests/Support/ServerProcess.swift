import Glibc

/// A server on the loopback that a script is, for as long as this value is there.
final class ServerProcess: Sendable {
  let folder = TemporaryFolder()
  let port: Int
  private let pid: pid_t

  /// Starts it; nil where it does not come up.
  init?(python: String, script: String) {
    let command = "exec 2>'\(folder.file("errors"))' </dev/null; exec '\(python)' '\(script)' '\(folder.path)'"
    guard let stream = popen(command, "r") else { return nil }
    var line = [CChar](repeating: 0, count: 64)
    let isUp = fgets(&line, 64, stream) != nil
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split {
      $0 <= " "
    }
    // Neither closed: that would wait for the end.
    guard isUp, words.count == 2, let port = Int(words[0]), let pid = pid_t(words[1]) else { return nil }
    self.port = port
    self.pid = pid
  }

  deinit {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

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

  /// What it was asked, a line each.
  var log: [String] {
    Shell.run("cat '\(folder.file("log"))' 2>/dev/null").output.split(separator: "\n").map(String.init)
  }
}
