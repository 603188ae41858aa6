internal import FileSystem
internal import GitObjects
internal import Merge

/// The meaning of a save whose editor may have loaded the file before somebody else changed it.
extension SaveLedger {
  /// The greatest number of bytes of versions that a save is compared with. The present version and the one before it
  /// are compared whatever their size: without a second one each save counts as made from the present version.
  private static let compared = 4 << 20

  /// Returns the meaning of a save, and whether the version that it was made from is certainly among the known ones.
  func judge(
    _ text: [UInt8], _ blob: ObjectID, at path: WorkspacePath, _ known: PathVersions
  ) throws(ObjectStoreError) -> (StaleSave, isCertain: Bool) {
    let versions = known.list
    // Whether somebody read each version; nil if unknown.
    var wasRead = versions.map { version -> Bool? in
      if version.neverStood { return false }
      if version.isPlaced { return version.witness.flatMap { tree.wasRead($0) } }
      return version.isMoved ? nil : true
    }
    // A version that was mapped and is still open was read without an event.
    if wasRead[0] == false, !versions[0].neverStood, (try? tree.use(of: FileLocation(path))) == .read {
      wasRead[0] = true
    }
    if let base = versions.firstIndex(where: { $0.blob == blob && !$0.isAbsent }) {
      // The same buffer again, after its save was merged and before anybody saw that.
      return (versions[0].repairs == blob && wasRead[0] == false ? .merge(base: base) : .replacement, true)
    }
    // A text that existed before, at any time and path: a copy is restored.
    if store.contains(blob), !wasTemporary(blob, at: path) { return (.replacement, true) }
    var candidates: [StaleSave.Version] = []
    var room = Self.compared
    for (version, wasRead) in zip(versions, wasRead) {
      if version.isAbsent {
        candidates.append(StaleSave.Version(text: nil))
        break
      }
      guard let content = try? store.blob(version.blob) else { break }
      room -= content.count + text.count
      if room < 0, candidates.count > 1 { break }
      candidates.append(
        StaleSave.Version(
          text: content, isUnread: wasRead == false, wasRead: wasRead == true, writer: writer(of: version)))
    }
    let verdict = StaleSave.classify(text, versions: candidates, gitRanLately: gitRanLately)
    guard candidates.count < versions.count || known.isCut else { return (verdict, true) }
    // The nearest of the known versions: an older one may be nearer.
    switch verdict {
    case .merge(let base) where base == candidates.count - 1: return (.notice(base: base), false)
    case .notice(let base): return (verdict, base < candidates.count - 1)
    default: return (verdict, true)
    }
  }

  /// Returns whether a content is known only from another file that was made lately and is deleted: an editor's
  /// temporary, which was observed before it got the file's name.
  private func wasTemporary(_ blob: ObjectID, at path: WorkspacePath) -> Bool {
    let known = recent.temporaries(holding: blob).filter { $0 != path }
    return !known.isEmpty && known.allSatisfy { (try? tree.stamp(of: FileLocation($0))) == .some(nil) }
  }

  /// Returns the writer of a version.
  private func writer(of version: RecentVersion) -> StaleSave.Writer {
    guard version.isPlaced else { return .person }
    if case .agent? = version.origin?.author { return .agent }
    return .elsewhere
  }

  /// Records a notice about the changes that a replacement removes, if others wrote them.
  func noteReplacement(
    of path: WorkspacePath, by blob: ObjectID, _ text: [UInt8], _ versions: [RecentVersion], in plan: inout TurnPlan
  ) {
    let base =
      versions.firstIndex { $0.blob == blob && !$0.isAbsent } ?? versions.firstIndex { !$0.isPlaced && !$0.isMoved }
      ?? versions.count - 1
    guard let unseen = UnseenVersions(versions, base: base, of: blob, besides: unseen[path]?.unseen) else { return }
    // A text that was changed throughout may hold all of them. Content left by a power cut is among the versions, and
    // was never stored.
    if (try? missedTexts(unseen, over: text, at: path).isNothing) == true { return }
    plan.note(.replaced, unseen, path, names(unseen, path))
  }

  /// Returns the names of the authors of the versions that a save had not seen, each once.
  func names(_ unseen: UnseenVersions, _ path: WorkspacePath) -> [String] {
    var names: [String] = []
    for step in unseen.steps where step.version.isPlaced || step.version.isMoved {
      let origin = origin(of: step.version, at: path)
      let name = origin.author.signatureName(person: origin.person?.name ?? identity.name)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the version that a displaced text was made from, if that is older than the expected one.
  ///
  /// Others' changes between the two are restored. The text is merged in any case, so there is no question, unless it
  /// replaces everything. A text that is nearest to the one that displaced it is kept as it is. Its editor may not have
  /// seen that one, so the missing changes are a question.
  func olderBase(
    of write: Write, _ text: [UInt8], over onDisk: (id: ObjectID?, text: [UInt8]), in plan: inout TurnPlan
  ) throws(ObjectStoreError) -> (id: ObjectID?, text: [UInt8])? {
    seedVersions()
    guard case .version(let expected) = write.base, let known = recent.versions(of: write.path, at: time.now().seconds),
      let place = known.list.firstIndex(where: { $0.blob == expected && !$0.isAbsent })
    else { return nil }
    let versions = PathVersions(Array(known.list[place...]), isCut: known.isCut)
    let blob = store.id(of: .blob, text)
    switch try judge(text, blob, at: write.path, versions).0 {
    case .ordinary where expected != onDisk.id || LineDiff.isInserted(text, into: onDisk.text): return nil
    case .ordinary, .replacement:
      noteReplacement(of: write.path, by: blob, text, versions.list, in: &plan)
      return nil
    case .merge(let base), .notice(let base):
      let version = versions.list[base]
      return version.isAbsent ? (nil, []) : (version.blob, try store.blob(version.blob))
    }
  }
}
