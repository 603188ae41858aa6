/// The configuration of an ssh server on the loopback interface and of its clients. All of its files are in one folder:
/// the keys `host` and `user` and the list `allowed`, which the caller makes, and `known`, which ssh makes.
package struct SSHConfiguration {
  /// The folder of the keys.
  let folder: String
  /// The port on which the server listens.
  let port: Int
  /// A folder of programs that a user finds after signing in; nil for none.
  let tools: String?

  /// Creates a configuration.
  package init(folder: String, port: Int, tools: String? = nil) {
    self.folder = folder
    self.port = port
    self.tools = tools
  }

  /// The text for `sshd -f`.
  package var server: String {
    // bash reads ~/.bashrc for a command over ssh unless it is a shell within another (SHLVL).
    """
    Port \(port)
    ListenAddress 127.0.0.1
    HostKey \(folder)/host
    AuthorizedKeysFile \(folder)/allowed
    StrictModes no
    UsePAM no
    PidFile none
    PermitRootLogin yes
    PasswordAuthentication no
    SetEnv SHLVL=1\(tools.map { " PATH=\($0):/usr/local/bin:/usr/bin:/bin" } ?? "")

    """
  }

  /// The text for `ssh -F`.
  ///
  /// - Parameter alias: a name for the server, with the user who signs in; nil for none.
  package func client(alias: (name: String, user: String)? = nil) -> String {
    """
    \(alias.map { "Host \($0.name)\n  HostName 127.0.0.1\n  Port \(port)\n  User \($0.user)\n" } ?? "")\
    IdentityFile \(folder)/user
    IdentitiesOnly yes
    UserKnownHostsFile \(folder)/known
    StrictHostKeyChecking accept-new
    LogLevel ERROR

    """
  }
}
