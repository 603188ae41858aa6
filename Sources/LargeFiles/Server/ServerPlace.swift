internal import FoundationEssentials

/// Where an object server answers, and what it is told with each question.
package struct ServerPlace: Hashable, Sendable {
  /// The address to which `/objects/batch` is added.
  package var address: String
  /// Header fields, secrets of that address's host.
  package var fields: [String: String]

  /// Makes a place.
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

  /// The address that git-lfs takes for a repository on a web server: `.git/info/lfs` is added to it.
  package static func address(ofRepository address: String) -> String {
    var text = address[...]
    while text.utf8.last == UInt8(ascii: "/") { text = text.dropLast() }
    return text.utf8.suffix(4).elementsEqual(".git".utf8) ? "\(text)/info/lfs" : "\(text).git/info/lfs"
  }

  /// What `git-lfs-authenticate` is started with on the server: the path as the remote has it, and the way.
  package static func authentication(path: String, _ direction: TransferDirection) -> [String] {
    ["git-lfs-authenticate", path, direction.rawValue]
  }

  /// Reads what `git-lfs-authenticate` says.
  ///
  /// - Parameter fallback: the address where it gives none.
  /// - Throws: `TransferFault.unreadable` where it is no such answer.
  package init(authentication output: [UInt8], fallback: String) throws(TransferFault) {
    struct Answer: Decodable {
      var href: String?
      var header: [String: String]?
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(output)) else {
      throw .unreadable("git-lfs-authenticate says no JSON: \(String(decoding: output.prefix(60), as: UTF8.self))")
    }
    let href = answer.href ?? ""
    self.init(address: href.isEmpty ? fallback : href, fields: answer.header ?? [:])
  }
}
