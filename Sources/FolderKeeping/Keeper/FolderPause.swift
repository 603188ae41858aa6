/// The reason why recording is paused until an event ends the pause.
package struct FolderPause: Hashable, Sendable {
  /// The cause of a pause; the raw value is the kind in events.
  enum Cause: String, Hashable, Sendable {
    /// git is on another branch or in the middle of an operation, or its configuration cannot be handled.
    case branch
    /// The question about a branch that was moved back is open.
    case question
    /// The folder was moved, deleted or unmounted.
    case folder
    /// Stet is stopping.
    case stopping

    /// Whether git caused the pause, so that git's next change can end it.
    var isGits: Bool { self == .branch || self == .question }

    /// Whether this pause stays when a pause of another cause would begin: Stet stops, or the folder is gone, whatever git
    /// does meanwhile.
    func outlasts(_ new: Self) -> Bool {
      switch self {
      case .branch, .question: false
      case .folder: new.isGits
      case .stopping: new != .stopping
      }
    }
  }

  var cause: Cause
  /// The reason for the person.
  var reason: String
}
