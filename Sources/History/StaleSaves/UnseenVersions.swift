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
  /// The texts of the saves that lack it, the last ones.
  private(set) var saves: [ObjectID]

  /// Makes a list of steps, oldest first; nil of none.
  init?(_ steps: [Step], saves: [ObjectID] = []) {
    if steps.isEmpty { return nil }
    self.steps = steps
    self.saves = saves
  }

  /// What of a path's versions a save made from one of them had not seen; nil where that is nothing of others.
  ///
  /// - Parameters:
  ///   - versions: newest first.
  ///   - base: the place of the one it was made from.
  ///   - save: the save.
  ///   - open: what earlier saves of the path had not seen and still lack. Those saves took nothing out of it, so that
  ///     they are no steps.
  init?(_ versions: [RecentVersion], base: Int, of save: ObjectID, besides open: UnseenVersions?) {
    guard versions[..<base].contains(where: \.isPlaced) else { return nil }
    steps = (0..<base).reversed().compactMap { place in
      let (version, before) = (versions[place], versions[place + 1])
      if !version.isPlaced, open?.saves.contains(version.blob) == true { return nil }
      return Step(base: before.blob, isNew: before.isAbsent, version: version)
    }
    saves = [save]
  }

  /// The same with what an earlier save had not seen and still lacks.
  func following(_ earlier: UnseenVersions?) -> UnseenVersions {
    guard let earlier else { return self }
    var all = self
    all.steps = (earlier.steps.filter { !steps.contains($0) } + steps).suffix(PathVersions.most * 2)
    all.saves = (earlier.saves.filter { !saves.contains($0) } + saves).suffix(PathVersions.most)
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
