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

  /// The directory on this machine; nil for a remote elsewhere.
  package var directory: String? {
    switch self {
    case .path(let path), .file(let path): path
    case .ssh, .web: nil
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
