internal import Documents
internal import GitObjects
internal import LargeFiles

/// Pointers that were edited to ones whose content only a remote can have: held first, asked about beside the turns.
extension Recorder {
  /// How many commits of what is held are looked through for the one that says who wrote a pointer.
  private static let mostHeld = 1_000

  /// Holds a pointer until it is known whether a remote has what it points to.
  func hold(_ edited: EditedPointer) {
    editedPointers.set(edited, at: edited.path)
    hasNewEditedPointers = true
    editedPointers.store(in: tree)
  }

  /// Whether pointers were edited since this was asked last.
  package func takeNewsOfEditedPointers() -> Bool {
    defer { hasNewEditedPointers = false }
    return hasNewEditedPointers
  }

  /// The pointers to ask a remote about, in order of their paths; those are forgotten over which something else is recorded
  /// by now.
  package func pointersToAskAbout() -> [EditedPointer] {
    for edited in editedPointers.all.values {
      if (try? entry(at: edited.path))?.id == edited.base, store.contains(edited.blob) { continue }
      editedPointers.set(nil, at: edited.path)
    }
    editedPointers.store(in: tree)
    return editedPointers.all.values.sorted { $0.path < $1.path }
  }

  /// Records an edited pointer as a version of its path, by who wrote it: a remote said just now that it has the content.
  ///
  /// - Returns: what became of it. What is refused since something is being saved there is to be asked about again.
  package func take(_ edited: EditedPointer) -> WriteOutcome {
    vouched = [edited.pointer.id]
    defer { vouched = [] }
    let write = Write(
      path: edited.path, action: .place(mode: edited.mode, blob: edited.blob), base: .version(edited.base),
      origin: origin(ofHeld: edited))
    let outcome = perform([write])[0]
    guard case .done = outcome else { return outcome }
    editedPointers.set(nil, at: edited.path)
    editedPointers.store(in: tree)
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
    editedPointers.store(in: tree)
  }

  /// Whose an edited pointer is: what the commit says that holds it.
  private func origin(ofHeld edited: EditedPointer) -> WriteOrigin {
    guard let heldTip, let line = try? graph.firstParents(of: heldTip, limit: Self.mostHeld) else { return .person }
    var holding: Commit?
    for id in line {
      guard let commit = try? graph.commit(id) else { break }
      let entry = try? editor.entry(at: edited.path.string, of: commit.tree)
      if entry?.id == edited.blob { holding = commit } else if holding != nil { break }
    }
    guard let holding else { return .person }
    let message = CommitMessage(parsing: holding.message)
    return WriteOrigin(author: message.author ?? .user, model: message.model, tool: message.tool)
  }
}
