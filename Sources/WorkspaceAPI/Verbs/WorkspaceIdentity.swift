/// The identity of the person and the machine, found by the frontend; libraries read no environment.
package struct WorkspaceIdentity: Sendable, Codable, Hashable {
  /// The person's name, from git's configuration.
  package var name: String
  /// The person's mail address.
  package var email: String
  /// This machine's name, as commits show it.
  package var machine: String
  /// Whether git's configuration lacks the name or the address, so that the login replaces it.
  package var isGuessed: Bool

  package init(name: String, email: String, machine: String, isGuessed: Bool = false) {
    self.name = name
    self.email = email
    self.machine = machine
    self.isGuessed = isGuessed
  }

  /// The warning about a guessed identity; nil for one from git's configuration.
  package var warning: String? {
    guard isGuessed else { return nil }
    return "git's configuration does not name you: your changes are recorded as '\(name) <\(email)>'; "
      + "'git config --global user.name NAME' and 'git config --global user.email ADDRESS' name you"
  }
}

/// The person's identity from git's configuration, with the files that it was read from.
package struct PersonalConfiguration: Sendable, Hashable {
  /// The person and the machine.
  package var identity: WorkspaceIdentity
  /// The files that git read, and those that git would read if they existed; absolute paths.
  package var files: [String]
  /// Whether git could read the configuration; otherwise the identity is the login.
  package var isRead: Bool

  package init(identity: WorkspaceIdentity, files: [String], isRead: Bool = true) {
    self.identity = identity
    self.files = files
    self.isRead = isRead
  }
}
