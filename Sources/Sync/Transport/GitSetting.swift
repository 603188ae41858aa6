package import SystemPackage

/// What every git child of one workspace is started with.
package struct GitSetting: Hashable, Sendable {
  /// The repository (`…/.git`).
  package var gitDirectory: FilePath
  /// The remote's name in its configuration.
  package var remote: String
  /// The environment of whoever started Stet: `PATH`, `HOME`, the ssh agent, proxies.
  package var environment: [String: String]
  /// The person's ssh command: `GIT_SSH_COMMAND`, else `core.sshCommand`, else nil.
  package var sshCommand: String?
  /// Where the multiplexed connection's socket goes (0700); nil for none.
  package var runtimeDirectory: String?
  /// Checks of `git fsck` that this history failed when it was adopted: set to warn on receipt (review C15).
  package var toleratedChecks: [String]
  /// When a child is given up.
  package var deadline: ChildDeadline

  /// Makes a setting.
  package init(
    gitDirectory: FilePath, remote: String = "origin", environment: [String: String], sshCommand: String? = nil,
    runtimeDirectory: String? = nil, toleratedChecks: [String] = [], deadline: ChildDeadline = .exchange
  ) {
    self.gitDirectory = gitDirectory
    self.remote = remote
    self.environment = environment
    self.sshCommand = sshCommand ?? environment["GIT_SSH_COMMAND"]
    self.runtimeDirectory = runtimeDirectory
    self.toleratedChecks = toleratedChecks
    self.deadline = deadline
  }

  /// The reference in which git keeps what the remote's branch was when last asked.
  package func trackingReference(_ branch: String) -> String { "refs/remotes/\(remote)/\(branch)" }

  /// A child that runs git with these arguments: no prompts, no hooks, no automatic gc, C locale.
  ///
  /// - Parameter withoutIndex: git then reads no index, which at 100,000 files is a third of a fetch (baselines.md).
  package func child(_ arguments: [String], withoutIndex: Bool = false) -> ChildProcess {
    var variables = environment
    for name in [
      "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
      "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_QUARANTINE_PATH", "GIT_EXTERNAL_DIFF", "LANGUAGE",
    ] { variables[name] = nil }
    variables["GIT_DIR"] = gitDirectory.string
    if withoutIndex { variables["GIT_INDEX_FILE"] = gitDirectory.appending("stet/no-index").string }
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["GIT_OPTIONAL_LOCKS"] = "0"
    variables["GIT_ASKPASS"] = ""
    variables["SSH_ASKPASS_REQUIRE"] = "never"
    variables["LC_ALL"] = "C"
    variables["GIT_SSH_COMMAND"] = SSHCommand.line(own: sshCommand, runtimeDirectory: runtimeDirectory)
    return ChildProcess(
      program: "git",
      arguments: Self.options + (Self.ownChecks + toleratedChecks).flatMap { ["-c", "fetch.fsck.\($0)=warn"] }
        + arguments,
      environment: variables, directory: gitDirectory)
  }

  /// What git would refuse a whole fetch for and Stet takes care of itself (decision 24): names and order in trees, which
  /// `TreeCleaning` sets right, odd commits, which are read all the same, and files that only git's own submodule
  /// commands and attributes read, which look at them again.
  private static let ownChecks = [
    "hasDot", "hasDotdot", "hasDotgit", "fullPathname", "nullSha1", "zeroPaddedFilemode", "badFilemode",
    "treeNotSorted",
    "duplicateEntries", "gitmodulesBlob", "gitmodulesLarge", "gitmodulesName", "gitmodulesPath", "gitmodulesParse",
    "gitmodulesSymlink", "gitmodulesUpdate", "gitmodulesUrl", "gitattributesBlob", "gitattributesLarge",
    "gitattributesLineLength", "gitattributesSymlink", "gitignoreSymlink", "mailmapSymlink", "nulInCommit",
    "zeroPaddedDate", "badTimezone", "missingSpaceBeforeDate", "missingSpaceBeforeEmail", "missingNameBeforeEmail",
    "missingEmail", "badEmail", "badName", "badDate", "badDateOverflow", "multipleAuthors",
  ]

  /// `fetch.unpackLimit`: what is fetched stays a pack, which git syncs, and never becomes loose files, which it does
  /// not (F6): the journal of an adoption relies on it.
  private static let options: [String] = [
    "gc.auto=0", "maintenance.auto=false", "core.hooksPath=/dev/null", "core.askPass=", "credential.interactive=never",
    "fetch.fsckObjects=true", "fetch.unpackLimit=1", "fetch.recurseSubmodules=no", "fetch.writeCommitGraph=false",
    "push.recurseSubmodules=no", "push.followTags=false",
  ].flatMap { ["-c", $0] }
}
