internal import Documents
internal import GitObjects

extension SideHistory {
  /// Where a place was in one commit's version of a file.
  struct Trace {
    /// The file's path there.
    var path: String
    /// The bytes.
    var place: Range<Int>
  }

  /// How many steps from version to version are looked at for one file, and of how many bytes.
  private static let limits = (steps: 300, bytes: 96 << 20)

  /// What the side's changes of a place in a file weigh: the highest rank among the commits that inserted or deleted
  /// in it, and when that last was (review B4). nil where the file is not there, or has too much history to be asked:
  /// then what the path weighs counts.
  ///
  /// Merges are looked through: the place is followed into each parent. What a person's own git merged counts as that
  /// person's only where it differs from every parent.
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
