internal import GitObjects
internal import History
internal import LargeFiles

/// Pointers that were edited to ones whose content only a remote can have.
extension WriteQueue {
  /// How long is waited for git before such a pointer is recorded, nanoseconds.
  private static let patience: Int64 = 10_000_000_000

  /// Those to ask the remote about; none while nothing is recorded.
  func pointersToAskAbout() -> [EditedPointer] { isRecording ? recorder.pointersToAskAbout() : [] }

  /// Records those whose content the remote has, and tells who wrote the others that it has not got theirs.
  ///
  /// - Returns: whether one was recorded.
  func take(_ asked: [EditedPointer], held: Set<ContentID>) async -> Bool {
    await waitToExchange(until: time.now().monotonic + Self.patience)
    guard isRecording else { return false }
    let before = recorder.tip
    observeGit()
    var isRecorded = false
    for edited in asked {
      guard held.contains(edited.pointer.id) else {
        recorder.tell(edited, isDenied: true)
        continue
      }
      // What is not recorded now is asked about with the next contact.
      guard foreign.mayWrite(at: time.now().monotonic), case .done = recorder.take(edited) else { continue }
      isRecorded = true
    }
    turnEnded(from: before)
    return isRecorded
  }

  /// Tells of pointers that nobody could be asked about.
  func tellUnasked(_ edited: [EditedPointer]) {
    guard isRecording else { return }
    for pointer in edited { recorder.tell(pointer, isDenied: false) }
    tellSaves()
  }
}
