import WorkspaceAPI
import DaemonClient
import Testing

@Suite struct PlaceTests {
  @Test func `sockets of different folders differ and have a fixed length`() {
    let one = SocketPath(root: "/home/ann/Stet", runtimeDirectory: "/run/user/1000/stet")
    let other = SocketPath(root: "/home/ann/Stet2", runtimeDirectory: "/run/user/1000/stet")
    #expect(one != other)
    #expect(one.string == "/run/user/1000/stet/" + one.name)
    #expect(one.name.utf8.count == 16 && other.name.utf8.count == 16)
  }

  @Test(arguments: [("/home/ann/Stet", "34f7c673a8c1f2fc"), ("/home/ann/2900", "028e984cee869d53")])
  func `a folder's socket keeps its name, because an older program may serve it`(root: String, name: String) {
    #expect(SocketPath(root: root, runtimeDirectory: "/run/user/1000/stet").name == name)
  }

  @Test(arguments: [
    ("/run/user/7" as String?, true, ["/run/user/7/stet", "/tmp/stet-7"]),
    (nil, true, ["/run/user/7/stet", "/tmp/stet-7"]), (nil, false, ["/tmp/stet-7"]),
    ("relative", false, ["/tmp/stet-7"]), ("/" + String(repeating: "x", count: 100), false, ["/tmp/stet-7"]),
    ("/elsewhere", true, ["/elsewhere/stet", "/run/user/7/stet", "/tmp/stet-7"]),
  ])
  func `the folder for sockets is the first that can hold one`(folder: String?, hasUserFolder: Bool, expected: [String])
  {
    #expect(
      RuntimeDirectory.candidates(runtimeFolder: folder, user: 7, userFolderExists: hasUserFolder) == expected)
  }

  @Test(arguments: [
    StartReport.serves, .anotherServes, .failed(VerbError(.failed, "No.", kept: "All.", next: "Try.")),
  ])
  func `a start report survives its line`(report: StartReport) {
    #expect(StartReport(line: report.line) == report)
    #expect(StartReport(line: []) == nil)
  }

  @Test func `variables that tie git to one repository or author are not passed on`() {
    let environment = ["PATH": "/bin", "GIT_DIR": "x", "GIT_AUTHOR_NAME": "y", "GIT_SSH_COMMAND": "ssh -4"]
    #expect(LocalEnvironment.cleaned(environment) == ["PATH": "/bin", "GIT_SSH_COMMAND": "ssh -4"])
  }

  @Test func `variables that name an agent or its run are not passed on`() {
    let environment = [
      "PATH": "/bin", "CLAUDECODE": "1", "GEMINI_CLI": "1", "STET_AGENT": "x", "STET_SESSION": "s", "STET_FOLDER": "/f",
    ]
    #expect(LocalEnvironment.cleaned(environment) == ["PATH": "/bin"])
  }
}
