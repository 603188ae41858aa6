/// What git's configuration says of the person, and where it was read.
package struct PersonalConfiguration: Sendable, Hashable {
  /// The person and the machine.
  package var identity: WorkspaceIdentity
  /// The files it was read from, and those that git would read if they existed; absolute paths.
  package var files: [String]
  /// Whether git could read it; else the identity is the login.
  package var isRead: Bool

  /// Makes a configuration.
  package init(identity: WorkspaceIdentity, files: [String], isRead: Bool = true) {
    self.identity = identity
    self.files = files
    self.isRead = isRead
  }
}
