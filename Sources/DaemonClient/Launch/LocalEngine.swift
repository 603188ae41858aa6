package import GitObjects
package import WorkspaceAPI

/// The commands' access to a workspace's engine in this process: to create, serve and merge.
///
/// The program's main file passes it to the command line. The command line calls the daemon for everything else and
/// cannot see the engine.
package struct LocalEngine: Sendable {
  /// The destination of a daemon's log.
  package enum Log: Sendable {
    /// `.git/stet/log`, bounded, with the output of a crash.
    case file
    /// A function that receives each line.
    case lines(@Sendable (String) -> Void)
  }

  /// The end of a call of `serve`.
  package enum ServiceEnd: Hashable, Sendable {
    /// The daemon served until it was stopped.
    case stopped
    /// Another process serves this workspace.
    case anotherServes
    /// The daemon served, and ended because it lost its folder or its lock.
    case lost(VerbError)
  }

  /// Loads the libraries that opening a workspace needs; returns when they are loaded.
  package var loadLibraries: @Sendable () async -> Void
  /// Makes a folder a workspace.
  package var initialize: @Sendable (WorkspaceSettings, InitOptions) async throws(VerbError) -> InitReport
  /// Clones a workspace from an address, with the remote's own branch if none is named.
  package var clone:
    @Sendable (_ url: String, _ branch: String?, WorkspaceSettings) async throws(VerbError) -> InitReport
  /// Agrees that a workspace is published to its remote.
  package var allowPublication: @Sendable (_ root: String) throws(VerbError) -> Void
  /// Returns the reason to refuse a search by an agent's own tool in a workspace that no daemon serves; nil to allow it.
  package var judgeSearch: @Sendable (BracketRequest, _ root: String) async -> String?
  /// Merges one file's versions for stock git.
  package var merge: @Sendable (FileMergeRequest) -> FileMergeReport
  /// Merges two commits of any repository and measures it.
  package var tryMerge:
    @Sendable (_ root: String, _ ours: ObjectID, _ theirs: ObjectID, _ rounds: Int) throws(VerbError) ->
      TrialMergeReport
  /// Serves a workspace until it is stopped; notifies the process that started it. Throws only before it serves.
  package var serve:
    @Sendable (WorkspaceSettings, Log, @escaping @Sendable (StartReport) -> Void) async throws(VerbError) -> ServiceEnd

  /// Creates an access of its functions.
  package init(
    loadLibraries: @escaping @Sendable () async -> Void,
    initialize: @escaping @Sendable (WorkspaceSettings, InitOptions) async throws(VerbError) -> InitReport,
    clone: @escaping @Sendable (String, String?, WorkspaceSettings) async throws(VerbError) -> InitReport,
    allowPublication: @escaping @Sendable (String) throws(VerbError) -> Void,
    judgeSearch: @escaping @Sendable (BracketRequest, String) async -> String?,
    merge: @escaping @Sendable (FileMergeRequest) -> FileMergeReport,
    tryMerge: @escaping @Sendable (String, ObjectID, ObjectID, Int) throws(VerbError) -> TrialMergeReport,
    serve:
      @escaping @Sendable (WorkspaceSettings, Log, @escaping @Sendable (StartReport) -> Void) async throws(VerbError) ->
      ServiceEnd
  ) {
    self.loadLibraries = loadLibraries
    self.initialize = initialize
    self.clone = clone
    self.allowPublication = allowPublication
    self.judgeSearch = judgeSearch
    self.merge = merge
    self.tryMerge = tryMerge
    self.serve = serve
  }
}

/// The environment that a daemon passes on to git, ssh and the person's hooks.
package enum LocalEnvironment {
  /// The variables that tie git to one repository, one index or one author (`git rev-parse --local-env-vars` and the
  /// author's).
  ///
  /// A daemon that a git hook or an agent started must not keep them for its whole life.
  package static let tied: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY",
    "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_NAME",
    "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE", "GIT_QUARANTINE_PATH", "GIT_CEILING_DIRECTORIES",
  ]

  /// Returns the environment without these variables and without those that name an agent: git and the person's hooks
  /// are not the agent that started the daemon.
  package static func cleaned(_ environment: [String: String]) -> [String: String] {
    environment.filter { !tied.contains($0.key) && !AgentEvidence.names.contains($0.key) }
  }
}
