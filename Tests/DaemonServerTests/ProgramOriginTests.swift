import Testing

@testable import DaemonServer

/// The agents that started processes.
@Suite struct ProgramOriginTests {
  /// A hook below the agent 10, which the shell 5 started.
  private static let hook = ProgramOrigin(ancestors: [10, 5, 1], agent: 10)
  /// A hook in a run below the same agent.
  private static let runHook = ProgramOrigin(ancestors: [31, 30, 11, 10, 5, 1], agent: 30, run: ["h1", "/a"])

  @Test(arguments: [
    ("another agent's command", ProgramOrigin(ancestors: [21, 20, 5, 1], agent: 20), hook, true),
    ("a command of the same agent", ProgramOrigin(ancestors: [11, 10, 5, 1], agent: 10), hook, false),
    ("a command of an agent below", ProgramOrigin(ancestors: [41, 40, 11, 10, 5, 1], agent: 40), hook, false),
    ("a command of an agent above", ProgramOrigin(ancestors: [6, 5, 1], agent: 5), hook, false),
    ("a program whose agent has ended", ProgramOrigin(ancestors: [1], agent: nil), hook, false),
    ("a program of a run that has ended", ProgramOrigin(ancestors: [1], agent: nil, run: ["h1", "/a"]), hook, true),
    ("a program of the same run", ProgramOrigin(ancestors: [1], agent: nil, run: ["h1", "/a"]), runHook, false),
    ("a program of another session", ProgramOrigin(ancestors: [1], agent: nil, run: ["h2", "/a"]), runHook, true),
    ("a program of another folder", ProgramOrigin(ancestors: [1], agent: nil, run: ["h1", "/b"]), runHook, true),
    ("a command of the agent that runs it", ProgramOrigin(ancestors: [12, 10, 5, 1], agent: 10), runHook, false),
    (
      "a program beside a hook without an agent", ProgramOrigin(ancestors: [21, 20, 1], agent: 20),
      ProgramOrigin(ancestors: [1], agent: nil), false
    ),
  ])
  func `a program is apart from a hook if another agent started it`(
    name: String, program: ProgramOrigin, hook: ProgramOrigin, isApart: Bool
  ) {
    #expect(program.isApart(fromHook: hook) == isApart, "\(name)")
  }
}
