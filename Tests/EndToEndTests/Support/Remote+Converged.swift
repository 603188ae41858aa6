import Testing

extension Remote {
  /// Expects the same tip and the same files everywhere, and nothing for stock git to say.
  func expectConverged(_ folders: [TestWorkspace], _ location: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<2 { for folder in folders { try await folder.barrier(location) } }
    let tip = try await git("rev-parse", "refs/heads/main").word
    let list = "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0r sha1sum"
    let first = try await folders[0].shell(list)
    for folder in folders {
      #expect(try await folder.status().tip == tip, "\(folder.root)", sourceLocation: location)
      #expect(try await folder.shell(list).output == first.output, sourceLocation: location)
      try await folder.expectQuiet(location)
    }
    #expect(try await git("fsck", "--full", "--strict").status == 0, sourceLocation: location)
  }
}
