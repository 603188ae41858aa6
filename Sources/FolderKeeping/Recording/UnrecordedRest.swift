internal import Recording
package import WorkspaceAPI

/// The reasons why not everything that was saved could be recorded in time.
extension VerbError {
  /// An adoption is placing files.
  static let filesArriving = VerbError(
    .busy, "Files that came from elsewhere are still being brought into the folder.",
    kept: "History has everything.", next: "Ask again in a moment; they come by themselves.")

  /// Saved files are being read.
  static let unreadSaves = VerbError(
    .busy, "Many files were saved, and not all of them are read yet.", kept: "The files are as they are.",
    next: "Ask again in a moment; they are recorded by themselves.")

  /// A part of the folder cannot be read.
  static let unreadFolder = VerbError(
    .failed, "A part of the folder could not be read, so not everything that was saved is recorded yet.",
    kept: "The files are as they are.", next: "'stet doctor' says what it is; it is tried again by itself.")

  /// git holds its lock.
  static let gitAtWork = VerbError(
    .busy, "git is at work in the folder (.git/index.lock), so what was saved meanwhile is not recorded yet.",
    kept: "Files are as they were saved.",
    next: "End the git command; if none runs, remove .git/index.lock. Waiting changes are then recorded.")
}

extension RecorderState {
  /// Checks that recording is active.
  ///
  /// - Throws: `VerbError` if recording is paused or read-only.
  package func require() throws(VerbError) {
    switch self {
    case .recording: break
    case .paused(let reason): throw VerbError(RecordError.paused(reason))
    case .readOnly(let reason): throw VerbError(RecordError.readOnly(reason))
    }
  }
}
