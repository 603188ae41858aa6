internal import FoundationEssentials
internal import HTTPTransfer

/// The address of an object server and the header fields of each request to it.
package struct ServerPlace: Hashable, Sendable {
  /// The address to which `/objects/batch` is added.
  package var address: String
  /// Header fields, secrets of that address's host.
  package var fields: [String: String]

  package init(address: String, fields: [String: String] = [:]) {
    self.address = address
    self.fields = fields
  }

  /// The server's name, with its port if the address has one.
  package var host: String? {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].utf8.last == UInt8(ascii: ":"), parts[1].isEmpty else { return nil }
    return String(parts[2].split(separator: "@").last ?? parts[2])
  }

  /// Returns the address that git-lfs derives from a repository's on a web server: it ends in `.git/info/lfs`.
  package static func address(ofRepository address: String) -> String {
    var text = address[...]
    while text.utf8.last == UInt8(ascii: "/") { text = text.dropLast() }
    return text.utf8.suffix(4).elementsEqual(".git".utf8) ? "\(text)/info/lfs" : "\(text).git/info/lfs"
  }

  /// Returns the command line of `git-lfs-authenticate` on the server: the remote's path and the direction.
  package static func authentication(path: String, _ direction: TransferDirection) -> [String] {
    ["git-lfs-authenticate", path, direction.rawValue]
  }

  /// Parses the output of `git-lfs-authenticate`.
  ///
  /// - Parameter fallback: the address if the output contains none.
  /// - Throws: `TransferFault.unreadable` if the output is not such an answer.
  package init(authentication output: [UInt8], fallback: String) throws(TransferFault) {
    struct Answer: Decodable {
      var href: String?
      var header: [String: String]?
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(output)) else {
      throw .unreadable(
        "git-lfs-authenticate did not answer with JSON: \(String(decoding: output.prefix(60), as: UTF8.self))")
    }
    let href = answer.href ?? ""
    self.init(address: href.isEmpty ? fallback : href, fields: answer.header ?? [:])
  }
}

/// An HTTP request for an action of an object server.
struct ServerRequest: Sendable {
  /// The method: `GET`, `POST` or `PUT`.
  var method: String
  /// The address and its secrets.
  var action: BatchAction
  /// Fields that are not secret; the action's fields take precedence.
  var fields: [String: String]
  /// The request body.
  var body: TransferBody
  /// The receiver of a large answer.
  var sink: TransferSink?
  /// Called with the numbers of bytes sent and received.
  var progress: (@Sendable (Int, Int) -> Void)?

  init(
    _ method: String, _ action: BatchAction, fields: [String: String] = [:], body: TransferBody = .none,
    sink: TransferSink? = nil, progress: (@Sendable (Int, Int) -> Void)? = nil
  ) {
    self.method = method
    self.action = action
    let taken = Set(action.fields.keys.map { $0.lowercased() })
    self.fields = fields.merging(["Accept": BatchRequest.mediaType]) { own, _ in own }
      .filter { !taken.contains($0.key.lowercased()) }
    self.body = body
    self.sink = sink
    self.progress = progress
  }

  /// Whether the action contains its own authorization.
  var isSigned: Bool { action.fields.keys.contains { $0.lowercased() == "authorization" } }

  /// Returns the request for the loop; nil if the address is not valid.
  func made(_ deadline: TransferDeadline) -> TransferRequest? {
    guard let address = TransferAddress(action.address) else { return nil }
    return TransferRequest(method, address, fields: fields, secrets: action.fields, body: body, deadline: deadline)
  }
}
