import FoundationEssentials
import GitObjects
import Testing
import WorkTree
import WorkspaceAPI

@testable import FolderKeeping
@testable import Secrets
@testable import WorkspaceEngine

/// Looking through what others published where disk or repository fail.
@Suite struct ArrivedSecretTroubleTests {
  private static let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"

  private let folder: TestFolder
  private let keeper: FolderKeeper
  private let tip: ObjectID

  /// A folder with a key in the last of two commits.
  init() async throws {
    folder = try await TestFolder()
    for (path, text) in [("a.md", "one\n"), ("key.md", "the key \(Self.token)\n")] {
      try folder.save(path, text)
      try await folder.git("add", path)
      try await folder.git("commit", "-q", "-m", path)
    }
    tip = try #require(ObjectID(hex: try await folder.git("rev-parse", "HEAD")))
    let events = EventHub(time: SystemTime())
    keeper = try FolderKeeper(
      folder.settings, time: SystemTime(), events: events,
      questions: QuestionList(time: SystemTime(), events: events), ignoredFolders: IgnoredFolders())
  }

  private func scanner() -> ArrivedSecrets {
    ArrivedSecrets(root: folder.root, time: SystemTime(), scanned: ScannedSecrets(root: folder.root))
  }

  private func begin() -> ArrivedSecrets {
    let secrets = scanner()
    secrets.begin(published: [tip])
    return secrets
  }

  private func step(_ secrets: ArrivedSecrets) async -> ArrivedSecrets.Step {
    await secrets.step(rules: keeper.policy.secretRules, allowed: keeper.allowedSecrets)
  }

  private func found(_ secrets: ArrivedSecrets) async throws -> [String] {
    var found: [String] = []
    for _ in 0..<100 {
      let step = await step(secrets)
      found += step.found.map(\.path)
      if step.rest == nil { return found }
    }
    throw VerbError(.failed, "the look does not end")
  }

  @Test(arguments: [true, false])
  func `what could not be looked at waits, longer each time, and is not marked`(isStore: Bool) async throws {
    let parent = try await folder.git("rev-parse", "HEAD^")
    let part = isStore ? "objects" : "objects/\(parent.prefix(2))/\(parent.dropFirst(2))"
    let (present, aside) = (folder.root + "/.git/" + part, folder.root + "/.git/aside")
    let secrets = begin()
    try FileManager.default.moveItem(atPath: present, toPath: aside)
    try? FileManager.default.removeItem(atPath: folder.root + "/.git/stet/spares")
    let first = await step(secrets)
    #expect(first.found.isEmpty && first.problem != nil && first.rest == .seconds(1))
    let second = await step(secrets)
    #expect(second.found.isEmpty && second.problem == nil && second.rest == .seconds(2))
    await secrets.end(at: [tip])
    let next = begin()
    #expect(await step(next).rest == .seconds(1))
    try FileManager.default.moveItem(atPath: aside, toPath: present)
    #expect(try await found(next) == ["key.md"])
  }

  @Test func `commits that are gone keep others waiting for a minute`() async throws {
    let gone = try #require(ObjectID(hex: String(repeating: "7", count: tip.hex.count)))
    let secrets = scanner()
    secrets.expect(gone, without: [])
    secrets.expect(tip, without: [])
    var waited = Duration.zero
    for _ in 0..<7 { waited += await step(secrets).rest ?? .zero }
    #expect(waited == .seconds(123))
    #expect(try await found(secrets) == ["key.md"])
    await secrets.end(at: [])
    #expect(folder.text(".git/stet/arrived-secrets.json")?.contains(gone.hex) == false)
  }

  @Test func `what was found and could not be kept is not marked`() async throws {
    let blocked = ".git/stet/arrived-secrets.json"
    try folder.save(blocked + "/in the way", "")
    let secrets = begin()
    #expect(try await found(secrets) == ["key.md"])
    await secrets.end(at: [tip])
    #expect(folder.text(".git/stet/arrived-secrets.json")?.contains(tip.hex) != true)
    let next = begin()
    #expect(try await found(next) == ["key.md"])
    try FileManager.default.removeItem(atPath: folder.root + "/" + blocked)
    await next.end(at: [tip])
    let last = begin()
    #expect(await step(last).rest == nil)
    #expect(last.scanned.open.map(\.path) == ["key.md"])
  }
}
