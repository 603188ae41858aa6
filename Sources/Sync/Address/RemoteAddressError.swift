/// The reason why a text is not the address of a remote.
package enum RemoteAddressError: Error, Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The path is relative: in another directory it would mean another one.
  case relative(String)
  /// The transport is not supported; the text is its scheme.
  case scheme(String)
  /// The text has no host, a host or account that ssh would read as an option, a control character, or an invalid port.
  case malformed(String)
  /// The text has `~` without a known home directory.
  case home(String)
}

extension RemoteAddressError: CustomStringConvertible {
  /// The sentence for people: the problem and the remedy.
  package var description: String {
    switch self {
    case .empty:
      "the remote's address is empty; give a path, host:path, ssh://… or https://…"
    case .relative(let text):
      "'\(text)' is a relative path; give the remote's full path, so that it means one place: git remote set-url origin /…"
    case .scheme(let scheme):
      "remotes by '\(scheme)' are not supported; use a path, host:path, ssh://… or https://…"
    case .malformed(let text):
      "'\(text)' is not an address; give a path, host:path, ssh://user@host:port/path or https://host/path"
    case .home(let text):
      "'\(text)' cannot be expanded; give the remote's full path, beginning with '/'"
    }
  }
}
