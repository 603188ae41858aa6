import Testing
import Values

/// The status of processes, as the kernel writes it.
@Suite struct ProcessStatusTests {
  @Test(arguments: [
    ("4711 (stet) S 4242 4711 4711 0", 4_242 as Int32?), ("1 (a) b) (c) R 17 1", 17), ("1 (", nil), ("", nil),
  ])
  func `a parent's id is read behind the last parenthesis`(text: String, parent: Int32?) {
    #expect(ProcessStatus(text)?.parent == parent)
  }

  @Test(
    arguments: [
      ("7 (a) b) S 1 7 7 34816 7 4194304", 7), ("7 (x) S 1 7 0 0", 0), ("7 (x) S", nil), ("", nil),
    ] as [(String, Int32?)])
  func `the kernel's session of a process is read behind its name`(text: String, session: Int32?) {
    #expect(ProcessStatus(text)?.session == session)
  }

  @Test(arguments: [
    ("17 (a) S 1 17 17 0 -1 4194560 1", false), ("17 (a) R 1 17 17 0 -1 4194564 1", true),
    ("17 (Z Z) S 1 17 17 0 -1 4194560 1", false), ("17 (a) Z 1 17 17 0 -1 4194560 1", true), ("", false),
    ("1 (sleeps) S 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 0 0 0", false),
    ("1 (is exiting) R 1 1 1 0 -1 4195340 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 0 0 0", true),
    ("1 (was killed) R 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 256 0 0", true),
    ("1 (has another signal) S 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 2 0 0", false),
    ("1 (a) S 1", false),
  ])
  func `a process that is ending is known by its state, flags and signals`(text: String, isEnding: Bool) {
    #expect((ProcessStatus(text)?.isEnding ?? false) == isEnding)
  }

  @Test func `the name is the text between the outer parentheses, and the start time the 22nd word`() {
    let status = ProcessStatus("17 (a) (b) S 1 17 17 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0")
    #expect(status?.name == "a) (b" && status?.begun == 4_711)
    #expect(ProcessStatus("17 (a) S 1")?.begun == nil && ProcessStatus("") == nil)
  }
}
