internal import GitObjects

/// The unpublished history replayed as two lines: the commits that can be published now, and on top of them the
/// versions that wait because the objects of large files are not on the remote yet (review A5: text never waits for
/// them).
///
/// The history keeps everything: the last commit has the tree of the tip, so no file is written, and a version waits
/// only for its own upload. Authors, times and messages are kept.
struct SplitLine {
  /// The commit that can be published; the remote's commit if there is none.
  var ready: ObjectID?
  /// The new tip: `ready` with the waiting versions on top.
  var tip: ObjectID

  /// Makes the two lines; nil if the history has none of the versions, or must not be replayed: somebody else may have
  /// it, a signature would break, it is too long, or merges in it would end in another tree.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  static func make(
    of tip: ObjectID, over remote: ObjectID?, without waiting: Set<PathVersion>, remoteName: String,
    graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> SplitLine? {
    guard !waiting.isEmpty,
      let line = try Unpublished.find(of: tip, over: remote, graph: graph, in: store), line.isPlain
    else { return nil }
    var ready: [LineBuilder.Part] = []
    var rest: [LineBuilder.Part] = []
    var paths: Set<NameKey> = []
    for (number, step) in line.steps.enumerated() {
      // A version of a path after a waiting one is based on that one, so it waits too.
      for change in step.changes where waiting.contains(PathVersion(change)) { paths.insert(NameKey(change.path)) }
      let behind = step.changes.filter { paths.contains(NameKey($0.path)) }
      let ahead = step.changes.filter { !paths.contains(NameKey($0.path)) }
      if behind.isEmpty || !ahead.isEmpty { ready.append(LineBuilder.Part(step: number, changes: ahead)) }
      if !behind.isEmpty { rest.append(LineBuilder.Part(step: number, changes: behind)) }
    }
    guard !rest.isEmpty else { return nil }
    // Nothing can be split off: the line stays unchanged.
    if ready.isEmpty { return SplitLine(ready: remote, tip: tip) }
    var builder = LineBuilder(line: line, over: remote)
    let head = try builder.make(ready, graph: graph, in: store)
    builder.note(ready, taken: head)
    guard let last = try builder.make(rest, graph: graph, in: store),
      try graph.commit(last).tree == graph.commit(tip).tree
    else { return nil }
    if last != tip {
      let known = Set(line.steps.map(\.id))
      let firsts = line.steps.filter { known.isDisjoint(with: $0.commit.parents) }.map(\.id)
      if try Withholding.isElsewhere(firsts, remoteName: remoteName, graph: graph, in: store) { return nil }
    }
    return SplitLine(ready: head, tip: last)
  }
}
