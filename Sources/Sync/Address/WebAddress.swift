/// A repository on a web server.
package struct WebAddress: Hashable, Sendable {
  /// `https` or `http`.
  package var scheme: String
  /// The account in the address; a password is dropped when the address is read.
  package var user: String?
  /// The host.
  package var host: String
  /// The port if it is not the scheme's own.
  package var port: Int?
  /// The path, with its leading slash.
  package var path: String

  /// Makes an address.
  package init(scheme: String, user: String?, host: String, port: Int?, path: String) {
    self.scheme = scheme
    self.user = user
    self.host = host
    self.port = port
    self.path = path
  }

  /// The form for people.
  package var display: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme)://\(user.map { $0 + "@" } ?? "")\(name)\(port.map { ":\($0)" } ?? "")\(path)"
  }
}
