/// Where a workspace lives and what it may use of the surroundings.
package struct WorkspaceSettings: Sendable {
  /// The folder, absolute.
  package var root: String
  /// The person and the machine.
  package var identity: WorkspaceIdentity
  /// The folder for sockets, `$XDG_RUNTIME_DIR/stet` or its stand-in, mode 0700.
  package var runtimeDirectory: String
  /// The environment for git and ssh children: `HOME`, `PATH`, `SSH_AUTH_SOCK` and what else the person's has.
  package var environment: [String: String]
  /// Whether it exchanges with the remote while it is open; one that is opened only to record does not.
  package var exchanges = true
  /// The files that the identity was read from.
  package var identityFiles: [String] = []
  /// Reads git's configuration again; blocks for a child process. Nil where the identity never changes.
  package var readConfiguration: (@Sendable () -> PersonalConfiguration)?
  /// Told how far a set-up is, on any thread; nil where nobody looks.
  package var tellSetUp: (@Sendable (SetUpProgress) -> Void)?
  /// Where the kernel tells of batteries.
  package var powerSupplies = "/sys/class/power_supply"

  /// Makes settings.
  package init(root: String, identity: WorkspaceIdentity, runtimeDirectory: String, environment: [String: String]) {
    self.root = root
    self.identity = identity
    self.runtimeDirectory = runtimeDirectory
    self.environment = environment
  }
}
