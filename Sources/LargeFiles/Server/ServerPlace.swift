internal import FoundationEssentials

/// The address of an object server and the header fields of each request to it.
package struct ServerPlace: Hashable, Sendable {
  /// The address to which `/objects/batch` is added.
  package var address: String
  /// Header fields, secrets of that address's host.
  package var fields: [String: String]

  /// Creates a place.
  package init(address: String, fields: [String: String] = [:]) {
    self.address = address
    self.fields = fields
  }

  /// The server's name, with its port where the address has one.
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
