extension RemoteAddress {
  /// Parses an address in any form that git accepts.
  ///
  /// - Parameters:
  ///   - text: the effective address (`git ls-remote --get-url`), to which `insteadOf` has been applied.
  ///   - home: the person's home directory, for a local `~/…`.
  /// - Throws: `RemoteAddressError` with the reason.
  package init(_ text: String, home: String? = nil) throws(RemoteAddressError) {
    guard !text.isEmpty else { throw .empty }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw .malformed(String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 })))
    }
    if let (scheme, rest) = Self.scheme(of: text) {
      self = try Self.read(scheme: scheme, rest: rest, text: text)
    } else if text.hasPrefix("/") {
      self = .path(text)
    } else if text.hasPrefix("~") {
      guard text == "~" || text.hasPrefix("~/"), let home, home.hasPrefix("/") else { throw .home(text) }
      self = .path(home + text.dropFirst())
    } else if let address = try Self.readSCP(text) {
      self = .ssh(address)
    } else {
      throw .relative(text)
    }
  }

  /// Returns the scheme before `://` (or a transport helper's before `::`) in lower case, and the text after it; nil
  /// without a scheme.
  private static func scheme(of text: String) -> (scheme: String, rest: Substring)? {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == ".") }
    guard name.count > 1 else { return nil }
    let rest = text[name.endIndex...]
    if rest.hasPrefix("://") { return (name.lowercased(), rest.dropFirst(3)) }
    if rest.hasPrefix("::") { return (name.lowercased() + "::", rest.dropFirst(2)) }
    return nil
  }

  private static func read(
    scheme: String, rest: Substring, text: String
  ) throws(RemoteAddressError) -> RemoteAddress {
    switch scheme {
    case "file":
      guard rest.hasPrefix("/") else { throw .relative(text) }
      return .file(String(rest))
    case "ssh", "git+ssh", "ssh+git":
      let (authority, path) = split(rest)
      let parts = try readAuthority(authority, text: text)
      guard path.count > 1 else { throw .malformed(text) }
      let directory = path.hasPrefix("/~") ? path.dropFirst() : path
      return .ssh(SSHAddress(user: parts.user, host: parts.host, port: parts.port, path: String(directory)))
    case "http", "https":
      let (authority, path) = split(rest)
      let parts = try readAuthority(authority, text: text)
      return .web(
        WebAddress(scheme: scheme, user: parts.user, host: parts.host, port: parts.port, path: String(path)))
    default: throw .scheme(scheme)
    }
  }

  private static func split(_ rest: Substring) -> (authority: Substring, path: Substring) {
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    return (rest[..<slash], rest[slash...])
  }

  private static func readAuthority(
    _ authority: Substring, text: String
  ) throws(RemoteAddressError) -> (user: String?, host: String, port: Int?) {
    // A password may hold an unescaped '@', so the last one ends it. The error must not repeat the text then.
    let shown = authority.contains("@") ? "the address" : text
    var place = authority
    var user: String?
    if let at = authority.lastIndex(of: "@") {
      user = String(authority[..<at].prefix { $0 != ":" })
      place = authority[authority.index(after: at)...]
    }
    var host = place
    var port: Int?
    if place.hasPrefix("["), let close = place.firstIndex(of: "]") {
      host = place[place.index(after: place.startIndex)..<close]
      place = place[place.index(after: close)...]
    } else {
      let colon = place.firstIndex(of: ":") ?? place.endIndex
      host = place[..<colon]
      place = place[colon...]
    }
    if place.hasPrefix(":"), place.count > 1 {
      guard let number = Int(place.dropFirst()), (1...65_535).contains(number) else { throw .malformed(shown) }
      port = number
    } else if !place.isEmpty, place != ":" {
      throw .malformed(shown)
    }
    guard isSafe(host), user.map({ isSafe($0[...]) }) ?? true else { throw .malformed(shown) }
    return (user, String(host), port)
  }

  /// Parses `[user@]host:path` without a slash before the colon; returns nil for another form.
  private static func readSCP(_ text: String) throws(RemoteAddressError) -> SSHAddress? {
    var rest = text[...]
    var user: String?
    if let at = rest.firstIndex(of: "@"), !rest[..<at].contains(where: { $0 == "/" || $0 == ":" }) {
      user = String(rest[..<at])
      rest = rest[rest.index(after: at)...]
    }
    let host: Substring
    if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") {
      host = rest[rest.index(after: rest.startIndex)..<close]
      rest = rest[rest.index(after: close)...]
      guard rest.hasPrefix(":") else { throw .malformed(text) }
    } else {
      guard let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") else { return nil }
      host = rest[..<colon]
      rest = rest[colon...]
    }
    let path = rest.dropFirst()
    guard isSafe(host), user.map({ isSafe($0[...]) }) ?? true, !path.isEmpty else { throw .malformed(text) }
    return SSHAddress(user: user, host: String(host), port: nil, path: String(path))
  }

  /// Returns whether a host or account is safe: ssh would read a name that begins with a dash as an option.
  private static func isSafe(_ name: Substring) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && !name.contains(" ")
  }
}

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
