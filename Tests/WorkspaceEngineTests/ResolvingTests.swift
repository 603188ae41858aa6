import FoundationEssentials
import Testing

@testable import WorkspaceEngine

/// The settling of several conflicts of one path.
@Suite struct ResolvingTests {
  @Test(arguments: [true, false])
  func `both of several conflicts places each version once`(isDeleted: Bool) async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await desk.open { first in
      try desk.save("a.bin", "\0base")
      try await first.settle()
      try await laptop.open { second in
        for round in 1...2 {
          try await second.settle()
          try await desk.git("remote", "set-url", "origin", remote + ".away")
          try desk.save("a.bin", "\0desk \(round)")
          _ = try? await first.settle()
          try laptop.save("a.bin", "\0laptop \(round)")
          try await second.settle()
          try await desk.git("remote", "set-url", "origin", remote)
          try await first.settle()
        }
        let conflicts = try await first.conflicts(.person)
        #expect(conflicts.count == 2)
        var expected: Set<String> = []
        for conflict in conflicts {
          let other = try #require(conflict.other)
          let content = try #require(await first.queue.content(of: other))
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
  }
}
