import WorkspaceAPI
import FoundationEssentials
import Testing
import WorkTree

@testable import WorkspaceEngine

/// The settling of several conflicts of one path.
@Suite struct ResolvingTests {
  /// Has two machines save these versions of a file apart from each other and meet, round by round.
  private func meet(
    at path: String, base: String, _ rounds: [(desk: String, laptop: String)],
    _ body: (_ desk: TestFolder, _ first: Workspace) async throws -> Void
  ) async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await desk.open { first in
      try desk.save(path, base)
      try await first.settle()
      try await laptop.open { second in
        for round in rounds {
          try await second.settle()
          try await desk.git("remote", "set-url", "origin", remote + ".away")
          try desk.save(path, round.desk)
          _ = try? await first.settle()
          try laptop.save(path, round.laptop)
          try await second.settle()
          try await desk.git("remote", "set-url", "origin", remote)
          try await first.settle()
        }
        try await body(desk, first)
      }
    }
  }

  private static let binaries = (1...2).map { (desk: "\0desk \($0)", laptop: "\0laptop \($0)") }

  @Test(arguments: [true, false])
  func `both of several conflicts places each version once`(isDeleted: Bool) async throws {
    try await meet(at: "a.bin", base: "\0base", Self.binaries) { desk, first in
      let conflicts = try await first.conflicts(.person)
      #expect(conflicts.count == 2)
      var expected: Set<String> = []
      for conflict in conflicts {
        let other = try #require(conflict.other)
        let content = try #require(await first.keeper.content(of: other))
        expected.insert(String(decoding: content, as: UTF8.self))
      }
      if isDeleted {
        try FileManager.default.removeItem(atPath: desk.root + "/a.bin")
        try await first.settle()
      } else {
        expected.insert(try #require(desk.text("a.bin")))
      }
      let receipt = try await first.resolve(ResolveRequest(path: "a.bin", choice: .both))
      #expect(receipt.settled.count == 2 && receipt.paths.count == 2 && receipt.remaining == 0, "\(receipt)")
      let names = try FileManager.default.contentsOfDirectory(atPath: desk.root).filter { $0.hasPrefix("a") }
      #expect(names.contains("a.bin") && names.count == expected.count, "\(names)")
      #expect(Set(names.compactMap { desk.text($0) }) == expected)
    }
  }

  @Test func `conflicts of which one version cannot be placed stay open, all of them`() async throws {
    try await meet(at: "a.bin", base: "\0base", Self.binaries) { desk, first in
      try FileManager.default.removeItem(atPath: desk.root + "/a.bin")
      try await first.settle()
      let made = try await first.desks.resolves.resolution(of: ResolveRequest(path: "a.bin", choice: .both))
      let beside = try #require(made.writes.last).path.string
      #expect(made.writes.count == 2)
      // Somebody takes the name that was free.
      try desk.save(beside, "mine\n")
      try await first.settle()
      let outcome = await first.keeper.settle(made.writes)
      if case .done = outcome { Issue.record("\(outcome)") }
      #expect(desk.text(beside) == "mine\n" && desk.text("a.bin") == nil)
      #expect(try await first.conflicts(.person).count == 2)
      let receipt = try await first.resolve(ResolveRequest(path: "a.bin", choice: .both))
      #expect(receipt.paths.count == 2 && receipt.remaining == 0, "\(receipt)")
      #expect(desk.text(beside) == "mine\n")
    }
  }

  /// Whether the person saves elsewhere, or at the place of the conflict.
  @Test(arguments: [true, false])
  func `a save that comes while a resolution is made is not replaced`(isElsewhere: Bool) async throws {
    try await meet(
      at: "a.md", base: "one\n\ntwo\n\nthree\n\nfour\n",
      [(desk: "one\n\ntwo, desk\n\nthree\n\nfour\n", laptop: "one\n\ntwo, laptop\n\nthree\n\nfour\n")]
    ) { desk, first in
      let request = ResolveRequest(path: "a.md", choice: .other)
      let made = try await first.desks.resolves.resolution(of: request)
      let merged = try #require(desk.text("a.md"))
      try desk.save(
        "a.md",
        isElsewhere ? merged + "\nfive, saved\n" : merged.replacing("\n\nthree", with: ", saved\n\nthree"))
      try await first.settle()
      let outcome = await first.keeper.settle(made.writes)
      #expect(try #require(desk.text("a.md")).contains(", saved\n"), "\(outcome)")
      #expect(try await first.conflicts(.person).count == (isElsewhere ? 0 : 1))
      // Asked for anew, it is made of the text that was saved.
      if !isElsewhere { #expect(try await first.resolve(request).remaining == 0) }
    }
  }

  @Test(arguments: [ResolveRequest.Choice.other, .both])
  func `whole versions settle a conflict whose base is lost`(choice: ResolveRequest.Choice) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      var versions: [String] = []
      for text in ["theirs\n", "mine\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
        versions.append(try await workspace.read(ReadRequest(path: "a.md")).token.hex)
      }
      let lost = String(repeating: "1", count: 40)
      var origin = WriteOrigin(author: .sync)
      origin.conflicts = ["0123456789abcdef content \(lost) \(versions[1]) \(versions[0]) a.md"]
      _ = try await workspace.keeper.say(origin)
      #expect(try await workspace.conflicts(.person).map(\.places.count) == [0])
      let receipt = try await workspace.resolve(ResolveRequest(path: "a.md", choice: choice))
      #expect(receipt.remaining == 0)
      #expect(folder.text("a.md") == (choice == .both ? "mine\n" : "theirs\n"))
      #expect(folder.text("a (other version).md") == (choice == .both ? "theirs\n" : nil))
    }
  }
}
