import FoundationEssentials
import Glibc
import TestSupport

/// An object server on the loopback, which a script of the object servers' tests is.
final class LargeServer: Sendable {
  /// The address without the path of the objects.
  let address: String
  /// The folder of its objects, and of the file with its faults.
  let folder: String
  private let program: Program

  private static let scripts =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/LargeFilesTests/Servers"

  private init(_ machine: Machine, _ python: String, _ script: String, _ more: [String]) async throws {
    folder = machine.place + "/" + script
    mkdir(folder, 0o700)
    let variables = ["PYTHONPATH=\(ServerProcess.modules)", "PYTHONDONTWRITEBYTECODE=1"]
    let program = try machine.start(
      ["/usr/bin/env"] + variables + [python, "\(Self.scripts)/\(script).py", folder] + more)
    var words: [Substring] = []
    while program.isRunning, words.count < 2 {
      try await machine.run(["true"])
      words = program.outputSoFar().split(whereSeparator: \.isWhitespace)
    }
    guard words.count == 2 else {
      throw Machine.Unprepared(what: "\(script): \(await program.end(within: .seconds(1)))")
    }
    address = "http://127.0.0.1:\(words[0])"
    self.program = program
  }

  /// One that has the given faults.
  static func misbehaving(on machine: Machine) async throws -> LargeServer {
    try await LargeServer(machine, "/usr/bin/python3", "faults", [])
  }

  /// PyPI's giftless, which asks for a password; nil where it cannot be had, which is said.
  static func giftless(on machine: Machine, password: String) async throws -> LargeServer? {
    let build = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/.build/giftless"
    let outcome = try await machine.run(["bash", "\(scripts)/giftless.bash", build], within: .seconds(120))
    guard outcome.status == 0 else {
      print("giftless is left out: \(outcome.errors)")
      return nil
    }
    return try await LargeServer(machine, "\(build)/python/bin/python", "giftless_server", [password])
  }

  /// Has it misbehave with an object, or with `batch`; nil ends that.
  func misbehave(_ name: String, _ fault: String?) throws {
    let file = "\(folder)/\(name).fault"
    if let fault { try fault.write(to: file) } else { unlink(file) }
  }

  /// When it was asked for something, in seconds of a clock of its own, oldest first.
  ///
  /// - Parameters:
  ///   - method: such as `GET`.
  ///   - end: what the path ends with.
  func requests(_ method: String, _ end: String) -> [Double] {
    (String(file: folder + "/log") ?? "").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " | ", omittingEmptySubsequences: false)
      guard fields.count > 2, fields[0] == method, fields[1].hasSuffix(end) else { return nil }
      return fields.last.flatMap { Double($0) }
    }
  }

  /// From which byte on each `GET` of an object was to go, oldest first.
  func ranges(_ oid: String) -> [Int] {
    (String(file: folder + "/log") ?? "").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " | ", omittingEmptySubsequences: false)
      guard fields.count > 5, fields[0] == "GET", fields[1].hasSuffix(oid) else { return nil }
      return Int(fields[5].dropFirst("bytes=".count).prefix { $0 != "-" }) ?? 0
    }
  }

  /// Ends it.
  func stop() async {
    program.send(SIGKILL)
    _ = await program.end(within: .seconds(10))
  }
}
