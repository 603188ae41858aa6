internal import FolderKeeping
internal import GitProcess
internal import WorkTree
internal import WorkspaceAPI

/// The parts of a workspace that its exchange and its verbs share.
struct WorkspaceParts: Sendable {
  /// The folder's settings.
  let settings: WorkspaceSettings
  let keeper: FolderKeeper
  let largeFiles: LargeFileDesk
  /// The person's questions.
  let questions: QuestionList
  /// The events of the workspace.
  let events: EventHub
  /// The claims that an adoption waits for.
  let claims: ClaimDesk
  /// The search for secrets in commits.
  let secrets: SecretDesk
  /// The repair of the object store.
  let rescue: ObjectRescue
  /// The search index.
  let index: IndexDesk
  /// The person's git.
  let git: GitReader
  /// The clock.
  let time: any TimeSource
}
