/// Why recording is paused until somebody ends it.
struct FolderPause: Hashable, Sendable {
  /// What the pause is for; the raw value is the kind that events name.
  enum Cause: String, Hashable, Sendable {
    /// git is on another branch or in the middle of something, or its configuration cannot be handled.
    case branch
    /// The question about a branch that was moved back is open.
    case question
    /// The folder was moved, deleted or unmounted.
    case folder
    /// Stet is stopping.
    case stopping

    /// Whether git caused the pause, so that git's next move can end it.
    var isGits: Bool { self == .branch || self == .question }
  }

  /// What it is for.
  var cause: Cause
  /// The same for people.
  var reason: String
}
