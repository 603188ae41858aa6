internal import Recording
internal import Threads
internal import WorkTree

/// Starts the copies and reads of very large files, which run beside the turns.
///
/// Belongs to the executor of `FolderKeeper`.
package struct LargeCopies {
  let recorder: Recorder
  let events: EventHub
  let folder: FolderState
  let frame: TurnFrame

  /// Copies the next very large file into the store, beside the turns: hashing and compressing 1 GB takes seconds.
  func copyLarge() {
    if let copy = recorder.swapper.beginCopy() { frame.start(.copy(copy)) }
  }

  /// Reads the next very large displaced file, beside the turns, before it is deleted.
  func readDisplaced() {
    if let (slot, reading) = recorder.log.beginReadingDisplaced() { frame.start(.readDisplaced(slot: slot, reading)) }
  }

  /// Ends the read of a displaced file.
  func displacedWasRead(
    _ slot: String, _ result: Result<LargeCopy.Result?, any Error>, isolation: isolated (any Actor)? = #isolation
  ) async {
    let before = recorder.tip
    do throws(RecordError) {
      try recorder.endReadingDisplaced(slot, result)
      while folder.isRecording, !recorder.log.endCheckpoint(within: .short) { await Task.yield() }
    } catch { events.publish(.problem, "a displaced file could not be read: \(error.description)") }
    readDisplaced()
    frame.turnEnded(from: before)
    frame.schedule()
  }

  /// Runs a copy on its own thread.
  static func run(_ copy: LargeCopy, root: String) async -> Result<LargeCopy.Result?, any Error> {
    await onThread("stet.copy", isBackground: true) {
      Result { try copy.run(into: RepositoryStore.open(root: root)) }
    }
  }
}
