import Testing

@testable import DaemonServer

/// The agents that started processes.
@Suite struct ProgramOriginTests {
  /// A hook below the agent 10, which the shell 5 started.
  private static let hook = ProgramOrigin(ancestors: [10, 5, 1], agent: 10)
  /// The program that runs the headless agent of the session h1, below the same agent.
  private static let runner = ProgramOrigin(ancestors: [11, 10, 5, 1], agent: 10)

  private static func ofRun(_ session: String, _ folder: String) -> ProgramOrigin {
    ProgramOrigin(ancestors: [1], agent: nil, run: ProgramOrigin.Run(session: session, folder: folder))
  }

  @Test(arguments: [
    ("another agent's command", ProgramOrigin(ancestors: [21, 20, 5, 1], agent: 20), hook, true),
    ("a command of the same agent", ProgramOrigin(ancestors: [11, 10, 5, 1], agent: 10), hook, false),
    (
      "a command of an agent that it started", ProgramOrigin(ancestors: [41, 40, 11, 10, 5, 1], agent: 10), hook, false
    ),
    ("a command of an agent above", ProgramOrigin(ancestors: [6, 5, 1], agent: 5), hook, false),
    ("a command of an agent that an agent left", ProgramOrigin(ancestors: [41, 40, 1], agent: nil), hook, false),
    ("a program whose agent has ended", ProgramOrigin(ancestors: [1], agent: nil), hook, false),
    ("a program of a run", ofRun("h1", "/a"), hook, true),
    ("a program of the own run", ofRun("h1", "/a"), runner, false),
    ("a program of another session", ofRun("h2", "/a"), runner, true),
    ("a program of another folder", ofRun("h1", "/b"), runner, true),
    ("a command of the agent that runs it", ProgramOrigin(ancestors: [12, 10, 5, 1], agent: 10), runner, false),
    (
      "a program beside a hook without an agent", ProgramOrigin(ancestors: [21, 20, 1], agent: 20),
      ProgramOrigin(ancestors: [1], agent: nil), false
    ),
  ])
  func `a program is apart from a caller if another agent started it`(
    name: String, program: ProgramOrigin, caller: ProgramOrigin, isApart: Bool
  ) {
    let session = caller.ancestors == Self.runner.ancestors ? "h1" : "s9"
    let run = ProgramOrigin.Run(session: session, folder: "/a")
    #expect(program.isApart(from: caller, in: run) == isApart, "\(name)")
  }
}
