internal import Documents
internal import GitObjects

extension SideHistory {
  /// A place in one commit's version of a file.
  struct Trace {
    /// The file's path in that commit.
    var path: String
    /// The bytes of the place.
    var place: Range<Int>
  }

  /// The greatest number of steps between versions, and of their bytes, that one history compares.
  private static let limits = (steps: 300, bytes: 96 << 20)

  /// Returns the weight of the side's changes of a place in a file: the highest rank among the commits that inserted or
  /// deleted in it, and the time of the last one (review B4). nil if the file is missing or has too much history; then
  /// the weight of the path counts.
  ///
  /// The place is followed through a merge into each parent. A merge by a person's own git counts as that person's
  /// change only if it differs from every parent.
  ///
  /// - Parameter place: bytes of the side's version.
  func standing(_ path: String, at place: Range<Int>) -> Standing? {
    var pending: [ObjectID: Trace] = [tip: Trace(path: path, place: place)]
    var found: Standing?
    for (id, commit, message) in commits {
      guard let trace = pending.removeValue(forKey: id) else {
        if pending.isEmpty { break }
        continue
      }
      guard let now = file(trace.path, in: commit) else { return nil }
      let before = message.renamed.last { $0.to.hasSameBytes(as: trace.path) }?.from ?? trace.path
      var isOwn = true
      for parent in commit.parents {
        guard let old = try? graph.commit(parent) else { return nil }
        let source = file(trace.path, in: old) != nil ? trace.path : before
        guard let then = file(source, in: old) else { continue }
        guard let step = step(from: then, to: now, path: trace.path) else { return nil }
        let back = step.back(trace.place)
        isOwn = isOwn && back.isTouched
        var next = Trace(path: source, place: back.place)
        if let known = pending[parent] { next.place = known.place.spanning(back.place) }
        pending[parent] = next
      }
      let author = message.author ?? .user
      guard isOwn, author != .sync else { continue }
      let own = Standing(rank: Rank(author), time: plausible(commit.author.seconds))
      found = found.map { $0.strongest(own) } ?? own
    }
    return found
  }

  private func step(from old: ObjectID, to new: ObjectID, path: String) -> TextStep? {
    let key = [old, new]
    if let step = steps[key] { return step }
    let left = Self.limits.bytes - stepBytes
    guard steps.count < Self.limits.steps, let before = try? store.blob(old, ofAtMost: left),
      let after = try? store.blob(new, ofAtMost: left - before.count), TextMerge.isText(before),
      TextMerge.isText(after)
    else { return nil }
    stepBytes += before.count + after.count
    let step = TextStep(from: before, to: after, form: DocumentForm(path: path))
    steps[key] = step
    return step
  }

  private func file(_ path: String, in commit: Commit) -> ObjectID? {
    guard let entry = entry(path, in: commit.tree), entry.mode.isFile else { return nil }
    return entry.id
  }
}
