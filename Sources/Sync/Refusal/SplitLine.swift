internal import GitObjects

/// The unpublished history made again as two lines: what can go out now, and on top of it the versions that wait, because
/// the objects of large files are not on the remote yet (review A5: text is never behind them).
///
/// Nothing leaves the history: the last commit has the tree that the tip had, so no file is touched and no version is
/// held back for more than its own upload. Authors, times and messages stay.
struct SplitLine {
  /// What can go out: the remote's commit where nothing can.
  var ready: ObjectID?
  /// The new tip: `ready` and what waits.
  var tip: ObjectID

  /// Makes it; nil where the history has none of the versions, or must not be made again: somebody else may have it, a
  /// signature would break, it is too long, or merges in it would end in another tree.
  ///
  /// - Throws: `ObjectStoreError` of the first object that cannot be read or stored.
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
      // What a path became after a version that waits was made of that one: it waits with it.
      for change in step.changes where waiting.contains(PathVersion(change)) { paths.insert(NameKey(change.path)) }
      let behind = step.changes.filter { paths.contains(NameKey($0.path)) }
      let ahead = step.changes.filter { !paths.contains(NameKey($0.path)) }
      if behind.isEmpty || !ahead.isEmpty { ready.append(LineBuilder.Part(step: number, changes: ahead)) }
      if !behind.isEmpty { rest.append(LineBuilder.Part(step: number, changes: behind)) }
    }
    guard !rest.isEmpty else { return nil }
    // Nothing to be split off: the line stays what it is.
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
