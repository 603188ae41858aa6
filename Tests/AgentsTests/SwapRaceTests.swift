internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import MCP
internal import Synchronization
internal import Testing

@testable internal import Agents

/// A name that is a file at one moment and something else at the next, while tools work on it (reliability 146).
@Suite struct SwapRaceTests {
  /// How often the name is swapped at most, a millisecond apart.
  private static let mostSwaps = 4_000
  private static let rounds = 6

  /// The kinds of files that the name may be.
  private enum NameKind: CaseIterable {
    case file, folder, linkOut, linkToFolderOut, dangling, looping, linkInside

    /// Makes it under a name that nobody uses.
    func make(at path: String, outside: String) {
      switch self {
      case .file:
        let descriptor = open(path, O_CREAT | O_WRONLY | O_EXCL, 0o600)
        _ = write(descriptor, "inside\n", 7)
        close(descriptor)
      case .folder: mkdir(path, 0o700)
      case .linkOut: symlink(outside + "/out.md", path)
      case .linkToFolderOut: symlink(outside, path)
      case .dangling: symlink("nowhere", path)
      case .looping: symlink("race.md", path)
      case .linkInside: symlink("calm.md", path)
      }
    }
  }

  /// Puts something else in the name's place until it has to end.
  private func swap(
    _ root: String, _ outside: String, _ seed: UInt64, until isOver: @escaping @Sendable () -> Bool
  ) async -> Int {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var random = seed
        var swaps = 0
        while swaps < Self.mostSwaps, !isOver() {
          let fresh = root + "/.git/stet-test-fresh"
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          NameKind.allCases[Int(random >> 33) % NameKind.allCases.count].make(at: fresh, outside: outside)
          if rename(fresh, root + "/race.md") != 0 {
            // A folder and something else: the one goes first.
            rmdir(root + "/race.md")
            unlink(root + "/race.md")
            rename(fresh, root + "/race.md")
            remove(fresh)
          }
          swaps += 1
          poll(nil, 0, 1)
        }
        continuation.resume(returning: swaps)
      }
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `nothing outside is read or changed while a name is swapped under the tools`(_ seed: UInt64) async throws {
    try await DoorFolder.use { folder in
      let outside = String(folder.root.dropLast("Notes".count)) + "outside"
      mkdir(outside, 0o700)
      for name in ["out.md", "in.md"] {
        try Data("secret \(name)\n".utf8).write(to: URL(filePath: outside + "/" + name))
      }
      try await folder.save("calm.md", "calm\n")
      let over = Flag()
      async let swaps = swap(folder.root, outside, seed) { over.isSet }
      for round in 0..<Self.rounds {
        for (tool, arguments) in HostilePathTests.calls("race.md") + HostilePathTests.calls("race.md/in.md")
        where tool != "claim_path" {
          let result = await folder.call(tool, arguments, run: "r\(round)")
          #expect(!"\(result)".contains("secret "), "seed \(seed), round \(round), \(tool): \(result)")
        }
      }
      over.set()
      #expect(await swaps > 10)
      let left = try FileManager.default.contentsOfDirectory(atPath: outside).sorted()
      #expect(left == ["in.md", "out.md"], "seed \(seed)")
      for name in left {
        #expect(
          FileManager.default.contents(atPath: outside + "/" + name) == Data("secret \(name)\n".utf8), "seed \(seed)")
      }
      #expect(try await folder.isRecorded("secret ") == false, "seed \(seed)")
    }
  }

  /// A flag that two threads share.
  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }
}
