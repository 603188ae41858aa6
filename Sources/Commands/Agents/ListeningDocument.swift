internal import HTTPDoor

/// The address of `stet mcp --http`, for people and programs: `{"tokenFile", "url"}`.
struct ListeningDocument: Codable, Hashable, Sendable {
  /// The address for messages.
  var url: String
  /// The file with the token of each request.
  var tokenFile: String

  /// Creates the document of a server on a port, for the workspace at `root`.
  init(port: Int, root: String) {
    url = "http://127.0.0.1:\(port)\(AccessRule.path)"
    tokenFile = TokenFile.path(in: root)
  }

  /// The text for people.
  var text: String {
    """
    Agents of this computer reach the workspace at \(url)
    Each request carries the token in \(tokenFile):
      Authorization: Bearer TOKEN
    Ends with Ctrl-C.

    """
  }
}
