/// How the exchange with the remote stands.
package struct RemoteStatus: Sendable, Codable {
  /// Its name in git's configuration, `origin`.
  package var name: String
  /// Its address, without a password.
  package var url: String
  /// `current`, `syncing`, `offline`, `refused`, `stopped` (a question is open), `local` (nothing is published,
  /// as a person decided), `unusable` (its address).
  package var state: String
  /// What happened and what to do, unless all is well.
  package var message: String?
  /// Commits here that the remote does not have.
  package var ahead: Int
  /// When the remote last answered, ISO 8601.
  package var lastContact: String?
  /// How changes are heard: `refs` (path remote), `ssh`, `polling`.
  package var hearing: String
  /// Why nothing is published: a person must agree first, or decided against it; nil where changes are published.
  package var publication: InitReport.Publication?

  /// Makes a status.
  package init(
    name: String, url: String, state: String, message: String?, ahead: Int, lastContact: String?, hearing: String
  ) {
    self.name = name
    self.url = url
    self.state = state
    self.message = message
    self.ahead = ahead
    self.lastContact = lastContact
    self.hearing = hearing
  }
}
