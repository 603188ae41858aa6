/// Pointers edited to ones whose content only a remote can have: they are held first, and the remote is asked beside
/// the turns.
extension LargeSwapper {
  /// Holds a pointer until it is known whether a remote has its content.
  func hold(_ edited: EditedPointer) {
    editedPointers.add(edited)
  }

  /// Returns whether pointers were edited since the last call.
  package func takeNewsOfEditedPointers() -> Bool {
    guard editedPointers.takeNews() else { return false }
    keepEditedPointers()
    return true
  }

  /// Whether there are pointers to ask a remote about.
  package var hasEditedPointers: Bool { !editedPointers.all.isEmpty }

  /// Stores the pointers for the next start; once for all that were edited, taken or reported together.
  package func keepEditedPointers() { editedPointers.store(in: tree) }

  /// Returns the pointers to ask a remote about, in order of their paths. Pointers over which another version is
  /// recorded meanwhile are dropped, with a notice if a placeholder is at the path.
  package func pointersToAskAbout() -> [EditedPointer] {
    for (path, edited) in editedPointers.all.sorted(by: { $0.key < $1.key }) {
      let recorded = (try? tips.entry(at: path)) ?? nil
      if recorded?.id == edited.base, store.contains(edited.blob) { continue }
      editedPointers.set(nil, at: path)
      guard recorded?.id != edited.blob, recorded.flatMap({ disk.pointer(in: $0.id) }) != nil,
        disk.cache[path]?.isLarge != true
      else { continue }
      saves.notices.append(SaveNotice(path: path, kind: .placeholder, others: [], overlaps: 0))
    }
    keepEditedPointers()
    return editedPointers.all.values.sorted { $0.path < $1.path }
  }

  /// Reports, once, that an edited pointer has no effect.
  ///
  /// - Parameter isDenied: whether the remote does not have the content; otherwise it could not be asked, and will be.
  package func tell(_ edited: EditedPointer, isDenied: Bool) {
    guard var known = editedPointers.all[edited.path], known.blob == edited.blob else { return }
    if !known.isReported || isDenied {
      saves.notices.append(
        SaveNotice(path: edited.path, kind: isDenied ? .placeholder : .unasked, others: [], overlaps: 0))
    }
    known.isReported = true
    editedPointers.set(isDenied ? nil : known, at: edited.path)
  }
}
