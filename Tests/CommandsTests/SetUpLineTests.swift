import Commands
import Testing
import WorkspaceAPI

/// The line that shows how far a set-up is.
@Suite struct SetUpLineTests {
  private static func printed(onTerminal: Bool, json: Bool) async throws -> (output: String, error: String) {
    let printed = Printed()
    var console = Console(style: TextStyle(usesColour: false, now: 0)) { printed.note($0, $1) }
    console.showsProgress = onTerminal
    let context = CommandContext(directory: "/", environment: [:], console: console, printsJSON: json) {
      _ async throws(VerbError) in
      throw VerbError(.failed, "no daemon in this test")
    }
    let answer = try await SetUpLine(context).show { draw async throws(VerbError) in
      draw?(.fetching(percent: 7))
      draw?(.writing(files: 200, of: 450))
      for files in 1...400 { draw?(.recording(files: files, of: 400)) }
      return "done"
    }
    #expect(answer == "done")
    return (
      String(decoding: printed.bytes(.output), as: UTF8.self), String(decoding: printed.bytes(.error), as: UTF8.self)
    )
  }

  @Test func `on a terminal the files are counted in one line of standard error, which is cleared`() async throws {
    let (output, error) = try await Self.printed(onTerminal: true, json: false)
    #expect(output.isEmpty)
    let lines = error.components(between: "\r\u{1B}[K")
    #expect(lines.prefix(3) == ["Fetching: 7 %", "Writing: 200 of 450 files", "Recording: 2 of 400 files"])
    #expect(lines.dropLast().last == "Recording: 400 of 400 files" && lines.last == "")
    #expect(lines.count == 203, "a line that changes too little is not drawn")
  }

  @Test(arguments: [(false, false), (false, true), (true, true)])
  func `elsewhere and in JSON nothing is shown`(onTerminal: Bool, json: Bool) async throws {
    let (output, error) = try await Self.printed(onTerminal: onTerminal, json: json)
    #expect(output.isEmpty && error.isEmpty)
  }
}

extension String {
  /// The parts behind each mark.
  fileprivate func components(between mark: String) -> [String] {
    split(separator: mark, omittingEmptySubsequences: false).dropFirst().map(String.init)
  }
}
