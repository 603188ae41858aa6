internal import GitObjects
internal import History
internal import LargeFiles

/// Pointers that were edited to ones whose content only a remote can have.
extension WriteQueue {
  /// How long is waited for git before such a pointer is recorded, nanoseconds.
  private static let patience: Int64 = 10_000_000_000
  /// How often is tried to record it, and for how much longer is waited each time, nanoseconds: about a second in all.
  private static let tries: (count: UInt64, pause: UInt64) = (7, 50_000_000)

  /// Those to ask the remote about; none while nothing is recorded.
  func pointersToAskAbout() -> [EditedPointer] {
    guard isRecording else { return [] }
    defer { tellSaves() }
    return recorder.pointersToAskAbout()
  }

  /// Whether there are any.
  var hasEditedPointers: Bool { recorder.hasEditedPointers }

  /// Records those whose content the remote has, and tells who wrote the others that it has not got theirs.
  ///
  /// - Returns: whether one was recorded.
  func take(_ asked: [EditedPointer], held: Set<ContentID>) async -> Bool {
    await waitToExchange(until: time.now().monotonic + Self.patience)
    var isRecorded = false
    if isRecording {
      for edited in asked where !held.contains(edited.pointer.id) { recorder.tell(edited, isDenied: true) }
      tellSaves()
    }
    for edited in asked where isRecording && held.contains(edited.pointer.id) {
      // What is not recorded now is asked about with the next contact.
      for attempt in 0..<Self.tries.count {
        // What stood there is being placed again, or a child that is being started has copies of our own descriptors.
        if attempt > 0 { try? await Task.sleep(nanoseconds: attempt * Self.tries.pause) }
        guard let isDone = record(edited) else { break }
        if isDone {
          isRecorded = true
          break
        }
      }
      await Task.yield()
    }
    recorder.keepEditedPointers()
    return isRecorded
  }

  /// Whether it was recorded; nil where it never will be: another one was written there meanwhile.
  private func record(_ edited: EditedPointer) -> Bool? {
    let before = recorder.tip
    observeGit()
    guard allows(.write) else { return false }
    defer { turnEnded(from: before) }
    guard let outcome = recorder.take(edited) else { return nil }
    if case .done = outcome { return true }
    return false
  }

  /// Tells of pointers that nobody could be asked about.
  func tellUnasked(_ edited: [EditedPointer]) {
    guard isRecording else { return }
    for pointer in edited { recorder.tell(pointer, isDenied: false) }
    recorder.keepEditedPointers()
    tellSaves()
  }
}
