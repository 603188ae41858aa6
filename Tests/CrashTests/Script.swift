import Glibc
import TestSupport

/// A script beside these tests, run to its end with the programs it needs.
struct Script {
  /// The exit status.
  let status: Int32
  /// The output, errors too.
  let output: String

  /// The output, with the mark of a test's message before each line: `scripts/test` prints no others.
  var report: String { output.split(separator: "\n").joined(separator: "\n↳ ") }

  /// Runs `Scripts/<name>.bash`.
  ///
  /// The program is `STET_BINARY`, else the one beside the tests; so is the stepper.
  init(_ name: String, _ arguments: [String], file: String = #filePath) throws {
    let folder = file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let programs = [
      "STET_BINARY": Program.built("stet", variable: "STET_BINARY") ?? "stet",
      "STEPPER": Program.built("SystemCallStepper", variable: "STEPPER") ?? "SystemCallStepper",
    ]
    let outcome = try Program.run(
      ["bash", "-c", "exec \"$@\" 2>&1", "bash", "bash", "\(folder)/Scripts/\(name).bash"] + arguments,
      environment: Program.ownEnvironment.merging(programs) { $1 }, within: .seconds(3 * 3_600))
    status = outcome.status
    output = outcome.output
    print(output, terminator: "")
  }
}
