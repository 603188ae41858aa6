internal import GitObjects

/// What a save had not seen: what others wrote since the version it was made from.
struct UnseenVersions: Hashable {
  /// A version, and the one that it was made of.
  struct Step: Hashable {
    /// What stood before; of no file the empty one.
    var base: ObjectID
    /// Whether there was no file before.
    var isNew = false
    /// What came.
    var version: RecentVersion
  }

  /// What others wrote, oldest first; never empty.
  private(set) var steps: [Step]

  /// Makes a list of steps, oldest first; nil of none.
  init?(_ steps: [Step]) {
    if steps.isEmpty { return nil }
    self.steps = steps
  }

  /// What of a path's versions a save made from one of them had not seen; nil where that is nothing of others.
  ///
  /// - Parameters:
  ///   - versions: newest first.
  ///   - base: the place of the one it was made from.
  init?(_ versions: [RecentVersion], base: Int) {
    guard versions[..<base].contains(where: \.isPlaced) else { return nil }
    steps = (0..<base).reversed().map {
      Step(base: versions[$0 + 1].blob, isNew: versions[$0 + 1].isAbsent, version: versions[$0])
    }
  }

  /// The same with what an earlier save had not seen and still lacks.
  func following(_ earlier: UnseenVersions?) -> UnseenVersions {
    guard let earlier else { return self }
    var all = self
    // The save that lacks those versions had not seen them: it took nothing out of them.
    let last = earlier.steps.last?.version.blob
    let own = steps.filter { $0.version.isPlaced || $0.base != last }
    all.steps = (earlier.steps.filter { !own.contains($0) } + own).suffix(PathVersions.most * 2)
    return all
  }

  /// The steps, cut where one does not begin with what the one before led to.
  var runs: [ArraySlice<Step>] {
    var runs: [ArraySlice<Step>] = []
    var start = 0
    for index in steps.indices.dropFirst() where steps[index].base != steps[index - 1].version.blob {
      runs.append(steps[start..<index])
      start = index
    }
    return runs + [steps[start...]]
  }
}
