/// Facts about the person and the machine that the frontend found out; libraries read no environment.
package struct WorkspaceIdentity: Sendable, Codable, Hashable {
  /// The person's name, from git's configuration.
  package var name: String
  /// The person's mail address.
  package var email: String
  /// This machine's name, as commits show it.
  package var machine: String

  /// Makes an identity.
  package init(name: String, email: String, machine: String) {
    self.name = name
    self.email = email
    self.machine = machine
  }
}

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

  /// Makes settings.
  package init(root: String, identity: WorkspaceIdentity, runtimeDirectory: String, environment: [String: String]) {
    self.root = root
    self.identity = identity
    self.runtimeDirectory = runtimeDirectory
    self.environment = environment
  }
}

/// What `init` or `clone` made.
package struct InitReport: Sendable, Codable {
  /// The folder.
  package var root: String
  /// Whether it was made new, or an existing folder or repository was adopted.
  package var created: Bool
  /// How many files were recorded.
  package var files: Int
  /// Rules by which peculiarities of an existing repository are handled, one sentence each.
  package var notes: [String]

  /// Makes a report.
  package init(root: String, created: Bool, files: Int, notes: [String]) {
    self.root = root
    self.created = created
    self.files = files
    self.notes = notes
  }
}
