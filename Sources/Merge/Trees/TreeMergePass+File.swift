internal import Documents
internal import GitObjects

extension TreeMergePass {
  /// Returns the merge of a file that both sides changed; nil if it is deleted.
  mutating func file(
    _ all: Triple<TreeEntry>, name: String, at path: String
  ) throws(ObjectStoreError) -> TreeEntry? {
    guard let our = all.ours, let their = all.theirs else { return edited(all, at: path) }
    guard our.mode.isFile, their.mode.isFile else { return wholeVersion(our, their, base: all.base, at: path) }
    let base = all.base.flatMap { $0.mode.isFile ? $0 : nil }
    let content = Triple(base: base?.id, ours: our.id, theirs: their.id)
    let mode = Triple(base: base?.mode, ours: our.mode, theirs: their.mode)
    var id = content.undisputed ?? nil
    if id == nil { id = try blob(base: base?.id, ours: our.id, theirs: their.id, at: path) }
    return id.map { TreeEntry(name: name, mode: (mode.undisputed ?? nil) ?? .executable, id: $0) }
  }

  /// Merges a file that one side changed and the other deleted.
  private mutating func edited(_ all: Triple<TreeEntry>, at path: String) -> TreeEntry? {
    let editor: MergeSide = all.ours != nil ? .ours : .theirs
    guard let entry = all[editor], let base = all.base else { return all.ours ?? all.theirs }
    note(path, goneOn: editor.opposite)
    // A changed mode is no content that could be lost.
    if entry.id == base.id, entry.mode.isFile, base.mode.isFile { return nil }
    let edit = self[editor].precedence(path).rank
    let deletion = self[editor.opposite].precedence(path).rank
    if edit == deletion {
      conflicts.append(
        Conflict(path: path, reason: .deletion, base: base.id, kept: entry.id, other: nil, store: store))
    } else if edit < deletion {
      conflicts.append(
        Conflict(path: path, reason: .deletion, base: base.id, kept: nil, other: entry.id, store: store))
      return nil
    }
    return entry
  }

  /// Chooses one side's version because the two cannot be mixed.
  private mutating func wholeVersion(
    _ our: TreeEntry, _ their: TreeEntry, base: TreeEntry?, at path: String
  ) -> TreeEntry {
    noteClash()
    let side = preferred(our.id, their.id, at: path)
    let (kept, other) = side == .ours ? (our, their) : (their, our)
    conflicts.append(
      Conflict(path: path, reason: .kind, base: base?.id, kept: kept.id, other: other.id, store: store))
    return kept
  }

  private mutating func blob(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID, at path: String
  ) throws(ObjectStoreError) -> ObjectID {
    guard let texts = try texts(base: base, ours: ours, theirs: theirs) else {
      coarser.append(CoarserMerge(path: path, reason: .tooLarge))
      let ids = preferred(ours, theirs, at: path) == .ours ? (kept: ours, other: theirs) : (kept: theirs, other: ours)
      report(base, ids, at: path)
      return ids.kept
    }
    let merged = DocumentMerge.merge(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, path: path, driver: driver(path),
      judge: judge(ours, theirs, at: path))
    coarser += merged.fallbacks.map { CoarserMerge(path: path, reason: $0) }
    let id = try store.write(.blob, base == nil ? created(merged.text.bytes, at: path) : merged.text.bytes)
    if id != ours, id != theirs { combined.append(path) }
    if !merged.text.isClean {
      // If different places keep text of different sides, the weight of the whole file decides which version is called
      // kept.
      let side = merged.keptSides.count == 1 ? merged.keptSides.first : nil
      report(base, (side ?? preferred(ours, theirs, at: path)) == .ours ? (ours, theirs) : (theirs, ours), at: path)
    }
    return id
  }

  /// Corrects the front matter of a file that both sides created: it must name the earlier creator.
  private func created(_ bytes: [UInt8], at path: String) -> [UInt8] {
    guard let ours = self[.ours].creation(path), let theirs = self[.theirs].creation(path),
      ours.seconds != theirs.seconds
    else { return bytes }
    return Provenance.correct(bytes, to: ours.seconds < theirs.seconds ? ours : theirs)
  }

  /// Returns the three contents; nil, without reading any, if one is too large for a merge.
  private func texts(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID
  ) throws(ObjectStoreError) -> Three<[UInt8]>? {
    for id in [base, ours, theirs].compactMap(\.self) {
      guard try store.header(of: id).size <= DocumentMerge.readLimit else { return nil }
    }
    return Three(
      base: try base.map { (id) throws(ObjectStoreError) in try store.blob(id) } ?? [],
      ours: try store.blob(ours), theirs: try store.blob(theirs))
  }

  /// Returns the judge of the places of one file where only one side's text can be kept.
  private func judge(_ ours: ObjectID, _ theirs: ObjectID, at path: String) -> MergeJudge {
    // The history is read only for a file that needs it: most changes of both sides are in different places.
    func whole(_ side: MergeSide) -> Precedence { self[side].precedence(path) }
    func latest() -> Int64? {
      // A stamp may be from the clock of another machine, so one more day is plausible.
      [whole(.ours).time, whole(.theirs).time].compactMap(\.self).max().map { $0 + 86_400 }
    }
    func precedences(_ our: Range<Int>, _ their: Range<Int>) -> (ours: Precedence, theirs: Precedence) {
      (
        self[.ours].placePrecedence(path, our) ?? whole(.ours),
        self[.theirs].placePrecedence(path, their) ?? whole(.theirs)
      )
    }
    return MergeJudge(
      latestPlausible: latest(),
      side: { our, their in
        let found = precedences(our, their)
        return Precedence.decide(ours: (found.ours, ours), theirs: (found.theirs, theirs))
      },
      first: { our, their in
        let found = precedences(our, their)
        guard let our = found.ours.time, let their = found.theirs.time, our != their else { return nil }
        return our < their ? .ours : .theirs
      })
  }

  /// Records a conflict between two contents of which one is kept.
  private mutating func report(_ base: ObjectID?, _ ids: (kept: ObjectID, other: ObjectID), at path: String) {
    noteClash()
    conflicts.append(
      Conflict(path: path, reason: .content, base: base, kept: ids.kept, other: ids.other, store: store))
  }

  /// Returns the side whose version is kept if only a whole one can be.
  func preferred(_ ours: ObjectID, _ theirs: ObjectID, at path: String) -> MergeSide {
    Precedence.decide(ours: (self[.ours].precedence(path), ours), theirs: (self[.theirs].precedence(path), theirs))
  }
}
