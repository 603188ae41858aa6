internal import LargeFiles
package import Recording
internal import WorkTree

/// Records edited pointers whose content only a remote can have.
///
/// Belongs to the executor of `FolderKeeper`.
package struct EditedPointerDesk {
  let recorder: Recorder
  let time: any TimeSource
  let folder: FolderState
  let reports: FolderReports
  let placing: LargePlacing
  let frame: TurnFrame

  /// The timeout of the wait for git before such a pointer is recorded, in nanoseconds.
  private static let patience: Int64 = 10_000_000_000

  /// The number of attempts to record it, and the growth of the delay between them in nanoseconds: about a second in
  /// total.
  private static let tries: (count: UInt64, pause: UInt64) = (7, 50_000_000)

  /// Returns the pointers to ask the remote about; none while nothing is recorded.
  package func pointersToAskAbout() -> [EditedPointer] {
    guard folder.isRecording else { return [] }
    defer { reports.publishSaves() }
    return recorder.swapper.pointersToAskAbout()
  }

  /// Whether there are edited pointers.
  package var hasEditedPointers: Bool { recorder.swapper.hasEditedPointers }

  /// Records the pointers whose content the remote has; notifies the writers of the others that the remote lacks the
  /// content.
  ///
  /// - Returns: whether a pointer was recorded.
  func take(_ asked: [EditedPointer], held: Set<ContentID>, isolation: isolated (any Actor)? = #isolation) async
    -> Bool
  {
    await placing.waitToExchange(until: time.now().monotonic + Self.patience)
    var isRecorded = false
    if folder.isRecording {
      for edited in asked where !held.contains(edited.pointer.id) { recorder.swapper.tell(edited, isDenied: true) }
      reports.publishSaves()
    }
    for edited in asked where folder.isRecording && held.contains(edited.pointer.id) {
      // A pointer that is not recorded now is asked about at the next contact.
      for attempt in 0..<Self.tries.count {
        // The previous file is being placed again, or a child that is being started holds copies of the daemon's
        // descriptors; no event reports its exec.
        if attempt > 0 { try? await Task.sleep(nanoseconds: attempt * Self.tries.pause) }
        guard let isDone = record(edited) else { break }
        if isDone {
          isRecorded = true
          break
        }
      }
      await Task.yield()
    }
    recorder.swapper.keepEditedPointers()
    return isRecorded
  }

  /// Records a pointer; returns whether that succeeded, or nil if the path has another content in the meantime.
  private func record(_ edited: EditedPointer) -> Bool? {
    let before = recorder.tip
    frame.observeGit()
    guard folder.allows(.write) else { return false }
    defer { frame.turnEnded(from: before) }
    guard let outcome = recorder.take(edited) else { return nil }
    if case .done = outcome { return true }
    return false
  }

  /// Notifies the writers of pointers for which no remote could be asked.
  package func reportUnasked(_ edited: [EditedPointer]) {
    guard folder.isRecording else { return }
    for pointer in edited { recorder.swapper.tell(pointer, isDenied: false) }
    recorder.swapper.keepEditedPointers()
    reports.publishSaves()
  }
}
