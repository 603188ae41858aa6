import WorkspaceAPI
import Synchronization
import Testing

@testable import WorkspaceEngine

/// The progress that a set-up reports.
@Suite struct SetUpProgressTests {
  /// Settings that note the reported progress.
  private final class Told: Sendable {
    private let told = Mutex<[SetUpProgress]>([])

    /// The settings of a folder with these ears.
    func settings(_ folder: TestFolder) -> WorkspaceSettings {
      var settings = folder.settings
      settings.tellSetUp = { [self] progress in told.withLock { $0.append(progress) } }
      return settings
    }

    /// The counts of recorded files, each with the total.
    var recorded: [[Int]] {
      told.withLock { $0 }.compactMap { if case .recording(let files, let total) = $0 { [files, total] } else { nil } }
    }

    /// The counts of written files, each with the total.
    var written: [[Int]] {
      told.withLock { $0 }.compactMap { if case .writing(let files, let total) = $0 { [files, total] } else { nil } }
    }
  }

  private static func fill(_ folder: TestFolder, _ count: Int) throws {
    for number in 1...count { try folder.save("d\(number % 7)/n\(number).md", "text \(number)\n") }
  }

  @Test(arguments: [3, 1_200]) func `a folder tells each file that was recorded`(count: Int) async throws {
    let folder = try await TestFolder(isEmpty: true)
    try Self.fill(folder, count)
    let told = Told()
    let report = try await WorkspaceSetUp.initialize(told.settings(folder), remote: nil, useTemplate: false)
    #expect(report.files == count)
    #expect(told.recorded == (1...count).map { [$0, count] })
    #expect(told.written.isEmpty)
  }

  @Test func `a clone tells the files that git writes, and those that were recorded`() async throws {
    let there = try await TestFolder(isEmpty: true)
    let remote = try there.makeRemote()
    try Self.fill(there, 450)
    for words in [
      ["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "Begin"], ["push", "-q", remote, "main"],
    ] {
      _ = try await there.git.run(["-c", "user.name=P", "-c", "user.email=p@example.org"] + words)
    }
    let folder = try await TestFolder(isEmpty: true)
    let told = Told()
    let report = try await WorkspaceSetUp.clone(remote, told.settings(folder))
    #expect(report.files == 450)
    #expect(told.written == [[200, 450], [400, 450], [450, 450]])
    #expect(told.recorded.last == [450, 450])
    #expect(folder.text("d3/n3.md") == "text 3\n")
    #expect(try await folder.git("status", "--porcelain").isEmpty)
  }

  @Test(arguments: [
    ("Receiving objects:  45% (450/1000)", 45), ("Receiving objects: 100% (7/7), 1.2 MiB | 3 MiB/s, done.", 100),
    ("remote: Counting objects: 45% (9/20)", nil), ("Receiving objects:", nil), ("", nil),
  ])
  func `of what git prints the received objects are told`(line: String, percent: Int?) {
    #expect(SetUpProgress(git: line) == percent.map { .fetching(percent: $0) })
  }
}
