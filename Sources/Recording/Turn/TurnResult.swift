internal import FileSystem
internal import GitObjects
internal import WorkTree

/// A failed append of which a part, or all, is in the file.
struct PartialAppend {
  var path: WorkspacePath
  /// The origin of the text.
  var origin: WriteOrigin
  /// Whether the whole text is in the file.
  var isWhole: Bool
}

/// The result of a turn.
struct TurnResult {
  /// The commits on the tip, oldest first.
  var commits: [ObjectID] = []
  /// The commit of each draft of the plan; nil where it changed nothing or is held.
  var commitOfDraft: [Int: ObjectID] = [:]
  /// Placements that did not happen, with the error.
  var failed: [Int: FileError] = [:]
  /// The failed appends of which a part is in the file, by placement.
  var partial: [Int: PartialAppend] = [:]
  /// Displaced texts that were not expected, to be merged in the next turn.
  var rescues: [Rescue] = []
  /// Paths whose appended text follows a save that was not observed.
  var overtaken: [WorkspacePath] = []
  /// Paths that are now held because of a secret in them.
  var secrets: [WorkspacePath: HeldReason] = [:]
}
