/// The state of the exchange with the remote.
package struct RemoteStatus: Sendable, Codable {
  /// Its name in git's configuration, `origin`.
  package var name: String
  /// Its address, without a password.
  package var url: String
  /// `current`, `syncing`, `offline`, `refused`, `stopped` (a question is open), `local` (nothing is published,
  /// as a person decided), `unusable` (its address).
  package var state: String
  /// The error and the next step in words; nil if there is no error.
  package var message: String?
  /// The number of local commits that the remote lacks.
  package var ahead: Int
  /// The time of the remote's last answer, ISO 8601.
  package var lastContact: String?
  /// The method of detecting changes: `refs` (path remote), `ssh`, `polling`.
  package var hearing: String
  /// The reason why nothing is published: a person must agree first, or decided against it; nil if changes are
  /// published.
  package var publication: InitReport.Publication?

  /// Creates a status.
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
