import WorkspaceAPI
import Commands
import Testing

@Suite struct InitTextTests {
  private static func report(_ change: (inout InitReport) -> Void) -> InitReport {
    var report = InitReport(root: "/n", created: false, files: 2, notes: [])
    report.branch = "main"
    change(&report)
    return report
  }

  static let cases: [(InitReport, [String])] = [
    (report { $0.created = true }, ["Made the workspace /n: 2 files are recorded.\n"]),
    (report { _ in }, ["Took over the folder /n: 2 files are recorded.\n"]),
    (report { $0.isWorkspaceAlready = true }, ["/n is a workspace already: 2 files are recorded.\n"]),
    (report { $0.pause = "HEAD is detached" }, ["Recording is paused: HEAD is detached\n"]),
    (
      report { ($0.remote, $0.publication) = ("/r.git", .publishes) },
      ["Changes are published to /r.git, branch 'main'.\n"]
    ),
    (
      report { ($0.remote, $0.publication) = ("/r.git", .asks) },
      [
        "Nothing is published to /r.git, branch 'main' until you agree:",
        "stet -C /n questions answer first-publication publish\n",
        "stet -C /n questions answer first-publication keep\n",
      ]
    ),
    (report { ($0.remote, $0.publication) = ("/r.git", .local) }, ["as you decided; `stet init --yes` changes that"]),
  ]

  @Test(arguments: cases.indices)
  func `init says what it took, whether it records, and where it publishes`(index: Int) {
    let (report, parts) = Self.cases[index]
    let text = InitText.text(report, TextStyle(usesColour: false, now: 0))
    for part in parts { #expect(text.contains(part), "\(text)") }
  }

  @Test func `the question names what would be published, and where`() {
    let report = Self.report { ($0.remote, $0.publication, $0.unpublished) = ("/r.git", .asks, 1) }
    #expect(InitText.question(report) == "Publish 1 file to /r.git, branch 'main'?")
  }
}
