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
