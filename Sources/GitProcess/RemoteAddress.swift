/// The address of a remote, as git's configuration has it.
package enum RemoteAddress: Hashable, Sendable {
  /// A directory on this machine.
  case path(String)
  /// A directory on this machine, written `file://…`: git accesses it like a server.
  case file(String)
  /// A directory on a server that is reached by ssh.
  case ssh(SSHAddress)
  /// A server that is reached by `https://` or `http://`.
  case web(WebAddress)

  /// The form for people and for JSON, never with a password.
  package var display: String {
    switch self {
    case .path(let path): path
    case .file(let path): "file://" + path
    case .ssh(let address): address.display
    case .web(let address): address.display
    }
  }

  /// The server's name; nil for a directory on this machine.
  package var hostName: String? {
    switch self {
    case .path, .file: nil
    case .ssh(let address): address.host
    case .web(let address): address.host
    }
  }

  /// Whether the host is a known public one; these ask for at most about six pushes a minute (review C4).
  package var isPublicHost: Bool {
    let host: String
    switch self {
    case .path, .file: return false
    case .ssh(let address): host = address.host.lowercased()
    case .web(let address): host = address.host.lowercased()
    }
    return ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "git.sr.ht"].contains { name in
      host == name || host.hasSuffix("." + name)
    }
  }
}

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

/// A repository on a web server.
package struct WebAddress: Hashable, Sendable {
  /// `https` or `http`.
  package var scheme: String
  /// The account in the address; a password is dropped when the address is read.
  package var user: String?
  package var host: String
  /// The port if it is not the scheme's own.
  package var port: Int?
  /// The path, with its leading slash.
  package var path: String

  /// The form for people.
  package var display: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme)://\(user.map { $0 + "@" } ?? "")\(name)\(port.map { ":\($0)" } ?? "")\(path)"
  }
}
