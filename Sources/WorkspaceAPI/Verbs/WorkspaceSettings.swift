/// The location of a workspace, and the parts of its surroundings that it may use.
package struct WorkspaceSettings: Sendable {
  /// The folder, absolute.
  package var root: String
  /// The person and the machine.
  package var identity: WorkspaceIdentity
  /// The folder for sockets, `$XDG_RUNTIME_DIR/stet` or its replacement, mode 0700.
  package var runtimeDirectory: String
  /// The environment for git and ssh children: `HOME`, `PATH`, `SSH_AUTH_SOCK` and the person's other variables.
  package var environment: [String: String]
  /// Whether the workspace exchanges with the remote while it is open; false if it is opened only to record.
  package var exchanges = true
  /// The files that the identity was read from.
  package var identityFiles: [String] = []
  /// Reads git's configuration again; blocks for a child process. Nil if the identity never changes.
  package var readConfiguration: (@Sendable () -> PersonalConfiguration)?
  /// Called with the progress of a set-up, on any thread; nil if it is not shown.
  package var tellSetUp: (@Sendable (SetUpProgress) -> Void)?
  /// The folder in which the kernel lists batteries.
  package var powerSupplies = "/sys/class/power_supply"

  /// Creates settings.
  package init(root: String, identity: WorkspaceIdentity, runtimeDirectory: String, environment: [String: String]) {
    self.root = root
    self.identity = identity
    self.runtimeDirectory = runtimeDirectory
    self.environment = environment
  }
}

/// The progress of a set-up.
package enum SetUpProgress: Hashable, Sendable {
  /// The percentage of the remote's objects that git has fetched.
  case fetching(percent: Int)
  /// The number of files that were passed to git to be written into the folder, of all.
  case writing(files: Int, of: Int)
  /// The number of the folder's files that were compared with the recorded ones, of all.
  case recording(files: Int, of: Int)

  /// Reads a line of `git clone --progress`; nil for any line other than that of the received objects.
  package init?(git line: some StringProtocol) {
    guard let rest = line.split(separator: "Receiving objects:", maxSplits: 1, omittingEmptySubsequences: false).last,
      rest.count < line.count, let percent = Int(rest.drop { $0 == " " }.prefix { $0 != "%" })
    else { return nil }
    self = .fetching(percent: percent)
  }
}
