internal import HTTPDoor

/// Where `stet mcp --http` listens, for people and programs: `{"tokenFile", "url"}`.
struct ListeningDocument: Codable, Hashable, Sendable {
  /// The address that messages go to.
  var url: String
  /// The file with the token that each request carries.
  var tokenFile: String

  /// The document of a server on a port, for the workspace at `root`.
  init(port: Int, root: String) {
    url = "http://127.0.0.1:\(port)\(AccessRule.path)"
    tokenFile = TokenFile.path(in: root)
  }

  /// What people read.
  var text: String {
    """
    Agents of this computer reach the workspace at \(url)
    Each request carries the token in \(tokenFile):
      Authorization: Bearer TOKEN
    Ends with Ctrl-C.

    """
  }
}
