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
