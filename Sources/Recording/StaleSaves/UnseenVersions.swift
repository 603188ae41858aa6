internal import GitObjects

/// The versions that a save had not seen: others' changes since the version that it was made from.
struct UnseenVersions: Hashable {
  /// A version and the one that it was made from.
  struct Step: Hashable {
    /// The version before; the empty one for no file.
    var base: ObjectID
    /// Whether there was no file before.
    var isNew = false
    /// The new version.
    var version: RecentVersion
  }

  /// Others' versions, oldest first; never empty.
  private(set) var steps: [Step]
  /// The texts of the saves that lack them, the last ones.
  private(set) var saves: [ObjectID]

  /// Makes a list of steps, oldest first; nil for none.
  init?(_ steps: [Step], saves: [ObjectID] = []) {
    if steps.isEmpty { return nil }
    self.steps = steps
    self.saves = saves
  }

  /// Finds the versions of a path that a save had not seen; nil if others wrote none of them.
  ///
  /// - Parameters:
  ///   - versions: newest first.
  ///   - base: the index of the version that the save was made from.
  ///   - save: the save.
  ///   - open: the versions that earlier saves of the path had not seen and still lack. Those saves removed nothing
  ///     from them, so they are no steps. For an editor that loaded a name as missing to which others moved such a save,
  ///     the step of that save begins with the first of these versions.
  init?(_ versions: [RecentVersion], base: Int, of save: ObjectID, besides open: UnseenVersions?) {
    let isMissing = versions[base].isAbsent
    guard versions[..<base].contains(where: { $0.isPlaced || $0.isMoved && isMissing }) else { return nil }
    let all = PathVersions(versions)
    let line = all.line(to: base)
    steps = zip(line, line.dropFirst()).reversed().compactMap { place, older in
      let before = versions[older]
      var version = versions[place]
      if version.origin == nil, let branch = all.branch(at: place, into: line) {
        (version.origin, version.commit) = (branch.origin, branch.commit)
      }
      if let open, open.saves.contains(version.blob), let first = open.steps.first {
        return version.isMoved && isMissing ? Step(base: first.base, isNew: first.isNew, version: version) : nil
      }
      return Step(base: before.blob, isNew: before.isAbsent, version: version)
    }
    saves = [save]
  }

  /// Returns the list with the versions that an earlier save still lacks.
  func following(_ earlier: UnseenVersions?) -> UnseenVersions {
    guard let earlier else { return self }
    var all = self
    all.steps = (earlier.steps.filter { !steps.contains($0) } + steps).suffix(PathVersions.most * 2)
    all.saves = (earlier.saves.filter { !saves.contains($0) } + saves).suffix(PathVersions.most)
    return all
  }

  /// The steps, split where one does not begin with the version that the previous one led to.
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
