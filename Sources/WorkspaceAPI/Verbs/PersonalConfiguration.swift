/// The person's identity from git's configuration, with the files that it was read from.
package struct PersonalConfiguration: Sendable, Hashable {
  /// The person and the machine.
  package var identity: WorkspaceIdentity
  /// The files that git read, and those that git would read if they existed; absolute paths.
  package var files: [String]
  /// Whether git could read the configuration; otherwise the identity is the login.
  package var isRead: Bool

  /// Creates a configuration.
  package init(identity: WorkspaceIdentity, files: [String], isRead: Bool = true) {
    self.identity = identity
    self.files = files
    self.isRead = isRead
  }
}
