import WorkspaceAPI
import Commands
import Testing

@Suite struct ExitCodeTests {
  @Test(arguments: [
    (VerbError.Code.failed, CommandStatus.failed), (.usage, .usage), (.notFound, .failed), (.stale, .question),
    (.question, .question), (.offline, .offline), (.busy, .failed), (.refused, .failed),
  ])
  func `every kind of error has its exit code`(code: VerbError.Code, status: CommandStatus) {
    #expect(CommandError(VerbError(code, "x")).status == status)
  }

  @Test func `the numbers are those that other programs rely on`() {
    #expect(CommandStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 129, 130, 141, 143])
  }

  @Test func `an error says what happened, what was kept and what to do next`() {
    let error = VerbError(
      .stale, "a.md changed since you read it.", kept: "Both versions are in the history.", next: "Read it again.",
      path: "a.md", currentToken: .emptyBlob, diff: "-old\n+new\n")
    let text = CommandError(error).text(TextStyle(usesColour: false, now: 0))
    #expect(
      text == """
        stet: a.md changed since you read it.
              Kept: Both versions are in the history.
              Next: Read it again.
              The file's token is now e69de29bb2d1d6434b8b29ae775ad8c2e48c5391.
        -old
        +new


        """)
  }
}
