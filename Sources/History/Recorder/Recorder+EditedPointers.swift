internal import GitObjects
internal import LargeFiles

/// Pointers that were edited to ones whose content only a remote can have: held first, asked about beside the turns.
extension Recorder {
  /// Holds a pointer until it is known whether a remote has what it points to.
  func hold(_ edited: EditedPointer) {
    editedPointers.set(edited, at: edited.path)
    hasNewEditedPointers = true
  }

  /// Whether pointers were edited since this was asked last.
  package func takeNewsOfEditedPointers() -> Bool {
    guard hasNewEditedPointers else { return false }
    hasNewEditedPointers = false
    keepEditedPointers()
    return true
  }

  /// Whether there are pointers to ask a remote about.
  package var hasEditedPointers: Bool { !editedPointers.all.isEmpty }

  /// Keeps over a stop what is known of them: once for all that were edited, taken or told of together.
  package func keepEditedPointers() { editedPointers.store(in: tree) }

  /// The pointers to ask a remote about, in order of their paths; those are forgotten over which something else is recorded
  /// by now, which is told where a placeholder stands there.
  package func pointersToAskAbout() -> [EditedPointer] {
    for (path, edited) in editedPointers.all.sorted(by: { $0.key < $1.key }) {
      let recorded = (try? entry(at: path)) ?? nil
      if recorded?.id == edited.base, store.contains(edited.blob) { continue }
      editedPointers.set(nil, at: path)
      guard recorded?.id != edited.blob, recorded.flatMap({ pointer(in: $0.id) }) != nil, cache[path]?.isLarge != true
      else { continue }
      saveNotices.append(SaveNotice(path: path, kind: .placeholder, others: [], overlaps: 0))
    }
    keepEditedPointers()
    return editedPointers.all.values.sorted { $0.path < $1.path }
  }

  /// Records an edited pointer as a version of its path, by who wrote it: a remote said just now that it has the content.
  ///
  /// - Returns: what became of it; nil where it is not the last that was written there. What is refused since something is
  ///   being saved there is to be asked about again.
  package func take(_ edited: EditedPointer) -> WriteOutcome? {
    guard editedPointers.all[edited.path]?.blob == edited.blob else { return nil }
    vouched = [edited.pointer.id]
    defer { vouched = [] }
    let write = Write(
      path: edited.path, action: .place(mode: edited.mode, blob: edited.blob), base: .version(edited.base),
      origin: edited.origin)
    let outcome = perform([write])[0]
    guard case .done = outcome else { return outcome }
    editedPointers.set(nil, at: edited.path)
    return outcome
  }

  /// Tells, once, that an edited pointer does not stand.
  ///
  /// - Parameter isDenied: whether the remote said that it has not got the content; else it could not be asked, and will be.
  package func tell(_ edited: EditedPointer, isDenied: Bool) {
    guard var known = editedPointers.all[edited.path], known.blob == edited.blob else { return }
    if !known.isTold || isDenied {
      saveNotices.append(
        SaveNotice(path: edited.path, kind: isDenied ? .placeholder : .unasked, others: [], overlaps: 0))
    }
    known.isTold = true
    editedPointers.set(isDenied ? nil : known, at: edited.path)
  }
}
