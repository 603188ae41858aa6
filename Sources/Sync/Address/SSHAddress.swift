/// A directory on a server that is reached by ssh.
package struct SSHAddress: Hashable, Sendable {
  /// The account on the server; nil leaves it to ssh's configuration.
  package var user: String?
  /// The host, without the brackets of an IPv6 address; may be an alias of ssh's configuration.
  package var host: String
  /// The port; nil leaves it to ssh's configuration.
  package var port: Int?
  /// The directory on the server: absolute, below a home directory (`~/…`, `~name/…`), or relative to the account's
  /// home.
  package var path: String

  /// Makes an address.
  package init(user: String?, host: String, port: Int?, path: String) {
    self.user = user
    self.host = host
    self.port = port
    self.path = path
  }

  /// `user@host`, as ssh takes it.
  package var destination: String { user.map { "\($0)@\(host)" } ?? host }

  /// The form for people.
  package var display: String {
    let name = host.contains(":") ? "[\(host)]" : host
    let account = user.map { $0 + "@" } ?? ""
    guard let port else { return "\(account)\(name):\(path)" }
    return "ssh://\(account)\(name):\(port)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }
}
