package import GitObjects
package import LargeFiles
package import WorkTree

/// Contents exchanged for their placeholders, and placeholders exchanged for contents: the tip has both as the same
/// version, so no commit is made.
extension Recorder {
  /// Exchanges the file at a path for the written one, if that is still wanted, and deletes the displaced one.
  ///
  /// - Parameters:
  ///   - slot: the result of `run`.
  ///   - mayWrite: whether files may be replaced now; otherwise the written one is deleted.
  package func endPlacing(
    _ placing: LargePlacement, in slot: String, mayWrite: Bool = true
  ) throws(RecordError) -> ExchangeOutcome {
    let (outcome, displaced) = try exchangeLarge(placing, in: slot, mayWrite: mayWrite)
    if let displaced, !displaced.drop() { keepDisplaced(displaced) }
    return outcome
  }

  /// Exchanges the content of a large file for its placeholder, unless somebody has the file open or it changed.
  ///
  /// The displaced content is deleted at once if it is certainly the expected one, because the purpose is to free its
  /// space. The caller must know whether it exists elsewhere.
  package func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer) throws(RecordError) -> ExchangeOutcome {
    let placing: LargePlacement
    switch try swapper.beginEvicting(path, pointer) {
    case .failure(let stop): return stop.outcome
    case .success(let begun): placing = begun
    }
    let slot = try RecordError.mapping { try placing.run() }
    return try endPlacing(placing, in: slot)
  }

  /// Exchanges the file at a path for the written one, if that is still wanted.
  ///
  /// - Returns: the outcome, and the displaced file, which the caller must `drop` beside the turns when the exchange is
  ///   durable. A file that cannot be dropped is passed to `keepDisplaced`. A stop before that leaves it to the next
  ///   start.
  package func exchangeLarge(
    _ placing: LargePlacement, in slot: String, mayWrite: Bool = true
  ) throws(RecordError) -> (outcome: ExchangeOutcome, displaced: LargeDisplaced?) {
    let done = try swapper.exchange(placing, in: slot, mayWrite: mayWrite)
    if let rescue = done.rescue { WriteTurn(recorder: self).merge([rescue]) }
    return (done.outcome, done.displaced)
  }

  /// Keeps a displaced file that was not deleted: somebody has it open, or it is not the expected one and is merged.
  package func keepDisplaced(_ file: LargeDisplaced) {
    if let rescue = swapper.keep(file) { WriteTurn(recorder: self).merge([rescue]) }
  }
}

/// Pointers edited to ones whose content only a remote can have: they are held first, and the remote is asked beside
/// the turns.
extension Recorder {
  /// Records an edited pointer as a version of its path, by its author: a remote just confirmed that it has the
  /// content.
  ///
  /// - Returns: the outcome; nil if it is not the last pointer that was written there. A refusal because the file is
  ///   being saved is to be asked about again.
  package func take(_ edited: EditedPointer) -> WriteOutcome? {
    guard swapper.editedPointers.all[edited.path]?.blob == edited.blob else { return nil }
    swapper.vouched = [edited.pointer.id]
    defer { swapper.vouched = [] }
    let write = Write(
      path: edited.path, action: .place(mode: edited.mode, blob: edited.blob), base: .version(edited.base),
      origin: edited.origin)
    let outcome = perform([write])[0]
    guard case .done = outcome else { return outcome }
    swapper.editedPointers.set(nil, at: edited.path)
    return outcome
  }
}
