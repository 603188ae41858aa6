internal import Glibc
package import SystemPackage
internal import Values

/// The settings with which every git child of a workspace is started.
package struct GitSetting: Hashable, Sendable {
  /// The repository (`…/.git`).
  package var gitDirectory: FilePath
  /// The remote's name in its configuration.
  package var remote: String
  /// The environment of the program that started Stet: `PATH`, `HOME`, the ssh agent, proxies.
  package var environment: [String: String]
  /// The person's ssh command: `GIT_SSH_COMMAND`, else after `readRemote` `core.sshCommand` or `GIT_SSH`, else nil.
  package var sshCommand: String?
  /// The directory of the multiplexed connection's socket (0700); nil for none.
  package var runtimeDirectory: String?
  /// Checks of `git fsck` that this history failed when it was adopted: on receipt they only warn (review C15).
  package var toleratedChecks: [String]
  /// The time limits of a child.
  package var deadline: ChildDeadline

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

  /// Returns the reference in which git keeps the remote's branch after a fetch.
  package func trackingReference(_ branch: String) -> String { "refs/remotes/\(remote)/\(branch)" }

  /// Returns a child that runs git with these arguments: no prompts, no hooks, no automatic gc, C locale.
  ///
  /// - Parameter withoutIndex: whether git reads no index, which at 100,000 files saves a third of a fetch
  ///   (baselines.md).
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

  /// Checks for which git would refuse a whole fetch, and which Stet handles itself (decision 24): names and order in
  /// trees, which `TreeCleaning` corrects; odd commits, which can be read all the same; and files that only git's own
  /// code for submodules and attributes reads, which checks them again.
  private static let ownChecks = [
    "hasDot", "hasDotdot", "hasDotgit", "fullPathname", "nullSha1", "zeroPaddedFilemode", "badFilemode",
    "treeNotSorted",
    "duplicateEntries", "gitmodulesBlob", "gitmodulesLarge", "gitmodulesName", "gitmodulesPath", "gitmodulesParse",
    "gitmodulesSymlink", "gitmodulesUpdate", "gitmodulesUrl", "gitattributesBlob", "gitattributesLarge",
    "gitattributesLineLength", "gitattributesSymlink", "gitignoreSymlink", "mailmapSymlink", "nulInCommit",
    "zeroPaddedDate", "badTimezone", "missingSpaceBeforeDate", "missingSpaceBeforeEmail", "missingNameBeforeEmail",
    "missingEmail", "badEmail", "badName", "badDate", "badDateOverflow", "multipleAuthors",
  ]

  /// The options of every git child. `fetch.unpackLimit`: fetched objects stay a pack, which git syncs, and never
  /// become loose files, which it does not sync (F6). The journal of an adoption relies on it.
  private static let options: [String] = [
    "gc.auto=0", "maintenance.auto=false", "core.hooksPath=/dev/null", "core.askPass=", "credential.interactive=never",
    "fetch.fsckObjects=true", "fetch.unpackLimit=1", "fetch.recurseSubmodules=no", "fetch.writeCommitGraph=false",
    "push.recurseSubmodules=no", "push.followTags=false",
  ].flatMap { ["-c", $0] }

  /// Returns the remote's effective address (`insteadOf` applied), and a setting with the person's ssh command from
  /// git's configuration.
  ///
  /// Starts one child for each; called when the engine starts and after a change of the configuration.
  ///
  /// - Throws: `TransportError.failed` if git cannot be run; `.missing` if there is no such remote.
  package func readRemote() async throws(TransportError) -> (address: String, setting: GitSetting) {
    let found = try await child(["config", "--get-all", "remote.\(remote).url"]).run(deadline: .configuration)
    // Only status 1 means that there is none: git that was killed, or could not read a file, gives no answer.
    if found.status == 1 || found.status == 0 && found.output.isEmpty { throw .missing("no remote named '\(remote)'") }
    guard found.status == 0 else { throw GitFailure.error(status: found.status, text: found.errors) }
    let url = try await child(["ls-remote", "--get-url", remote]).run(deadline: .configuration)
    guard url.status == 0 else { throw GitFailure.error(status: url.status, text: url.errors) }
    var setting = self
    if sshCommand == nil {
      let own = try await child(["config", "--get", "core.sshCommand"]).run(deadline: .configuration)
      if own.status == 0 { setting.sshCommand = own.output.split(separator: "\n").first.map(String.init) }
      // Stet's own command would hide git's last source, which is a program without arguments.
      if setting.sshCommand == nil, let program = environment["GIT_SSH"], !program.isEmpty {
        setting.sshCommand = SSHCommand.quotedIfNeeded(program)
      }
    }
    return (String(url.output.prefix { $0 != "\n" }), setting)
  }

  /// Letters and digits that identify this folder on this machine, the same each time.
  package var folderName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = gethostname(&buffer, buffer.count - 1)
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } + Array("\0\(gitDirectory)".utf8)
    // The hash distinguishes folders and hides nothing.
    return String(FNV1a(name).value, radix: 16)
  }

  /// Returns a child that runs a command line in a server's login shell, over the connection that git's children share.
  ///
  /// A local shell splits the person's ssh command as git would.
  package func secureShell(_ address: SSHAddress, _ command: String) -> ChildProcess {
    var child = child([])
    let line = child.environment["GIT_SSH_COMMAND"] ?? "ssh"
    let port = address.port.map { ["-p", String($0)] } ?? []
    child.program = "/bin/sh"
    child.arguments = ["-c", line + " \"$@\"", "ssh", "-T"] + port + [address.destination, command]
    return child
  }
}
