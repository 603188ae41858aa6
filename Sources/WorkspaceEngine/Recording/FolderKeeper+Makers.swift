internal import GitObjects
internal import History

extension FolderKeeper {
  /// The number of commits that are read in one turn; other turns run in between.
  private static let mostAsked = 500

  /// Returns the makers of commits, without commits that cannot be read.
  nonisolated func makers(of commits: [ObjectID]) async -> [ObjectID: CommitMaker] {
    var makers: [ObjectID: CommitMaker] = [:]
    for start in stride(from: 0, to: commits.count, by: Self.mostAsked) {
      let part = commits[start..<min(start + Self.mostAsked, commits.count)]
      makers.merge(await someMakers(of: part)) { first, _ in first }
    }
    return makers
  }

  private func someMakers(of commits: ArraySlice<ObjectID>) -> [ObjectID: CommitMaker] {
    var makers: [ObjectID: CommitMaker] = [:]
    for id in commits { makers[id] = try? recorder.graph.maker(of: id) }
    return makers
  }
}
