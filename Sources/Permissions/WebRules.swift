internal import TOMLKit
package import WorkspaceAPI

/// The rules for servers of the web that agents' sessions read; `[web]` in the policy file. Pure.
package struct WebRules: Hashable, Sendable {
  /// A rule: `[[web.rules]]`.
  package struct Rule: Hashable, Sendable {
    /// The servers.
    package var hosts: [HostPattern]
    /// The permission that it gives.
    package var permission: Permission
  }

  /// The permission for servers without a rule.
  package var usual = Permission.ask
  /// The rules, in order: the last one that names a server decides.
  package var rules: [Rule] = []

  /// Returns the permission to read a server, `HOST:PORT`.
  package func permission(for server: String) -> Permission {
    rules.last { $0.hosts.contains { $0.matches(server) } }?.permission ?? usual
  }
}

/// A pattern of servers: `example.org`, `*.example.org` for all hosts below it, `*` for all; `:8080` restricts it to a
/// port. Pure.
package struct HostPattern: Hashable, Sendable {
  private let host: String
  private let port: String?
  /// Whether the hosts below the host are meant.
  private let isBelow: Bool

  /// Reads a pattern; nil for a text that is none, such as an address with a path.
  package init?(_ text: String) {
    let (host, port) = Self.parts(text)
    let isBelow = host.hasPrefix("*.")
    let rest = isBelow ? String(host.dropFirst(2)) : host
    let isPlain = rest.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte) || byte >= 128 || "-_.:[]".utf8.contains(byte)
    }
    guard !rest.isEmpty, rest == "*" && !isBelow || isPlain, port.map({ UInt16($0) != nil }) ?? true else { return nil }
    (self.host, self.port, self.isBelow) = (rest, port, isBelow)
  }

  /// Returns whether a server, `HOST:PORT`, is meant.
  package func matches(_ server: String) -> Bool {
    let (name, number) = Self.parts(server)
    guard port == nil || port == number else { return false }
    return host == "*" || (isBelow ? name.hasSuffix("." + host) : name == host)
  }

  /// Returns the host, without case and the dot of the root, and the port.
  private static func parts(_ text: String) -> (host: String, port: String?) {
    var host = Substring(text.lowercased())
    var port: String?
    // The colons of an address of IPv6 are in brackets.
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      port = String(host[host.index(after: colon)...])
      host = host[..<colon]
    }
    while host.hasSuffix("."), host.count > 1 { host.removeLast() }
    return (String(host), port)
  }
}

extension PolicyFile {
  /// Returns the rules for servers of the web.
  ///
  /// - Throws: `PolicyError` for an invalid value, and for an unknown key: a server that it was meant to refuse would be
  ///   read.
  package func web() throws(PolicyError) -> WebRules {
    guard let section = try section("web", knowing: ["permission", "rules"]) else { return WebRules() }
    var web = WebRules()
    if let value = section["permission"] { web.usual = try Self.permission(value, "web.permission") }
    for table in try tables("web", "rules") {
      for key in table.keys where key != "hosts" && key != "permission" {
        throw .value("web.rules.\(key)", "a key that this version knows")
      }
      let hosts = "a list of hosts, such as \"example.org\" or \"*.example.org:8080\""
      guard let names = table["hosts"], let permission = table["permission"] else {
        throw .value("web.rules", "a table with hosts and permission")
      }
      let texts = try Self.texts(names, "web.rules.hosts", hosts)
      let patterns = texts.compactMap { HostPattern($0) }
      guard patterns.count == texts.count else { throw .value("web.rules.hosts", hosts) }
      web.rules.append(
        WebRules.Rule(hosts: patterns, permission: try Self.permission(permission, "web.rules.permission")))
    }
    return web
  }

  /// Returns whether the visible conversations of sessions are files of the folder.
  ///
  /// - Throws: `PolicyError` for an invalid value, and for an unknown key.
  func chats() throws(PolicyError) -> Bool {
    guard try section("sessions", knowing: ["chats"]) != nil else { return false }
    return try flag("sessions", "chats") ?? false
  }
}
