/// Why a text is not the address of a remote.
package enum RemoteAddressError: Error, Hashable, Sendable {
  /// There is no text.
  case empty
  /// A path that would mean another directory in another place.
  case relative(String)
  /// A way of transport that is not used here; the text is its scheme.
  case scheme(String)
  /// No host, a host or account that ssh would take for an option, a control character, or a port that is none.
  case malformed(String)
  /// `~` without a known home directory.
  case home(String)
}

extension RemoteAddressError: CustomStringConvertible {
  /// The sentence for people: what is wrong and what would be right.
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
