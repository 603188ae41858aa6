/// A user name and a password in the form of `git credential`.
package struct Credential: Hashable, Sendable {
  /// The origin they belong to: protocol, host and, if git is configured to use it, path.
  package var origin: [String: String]
  /// The user name.
  package var user: String
  /// The password or token.
  package var password: String

  /// Creates a credential.
  package init(origin: [String: String], user: String, password: String) {
    self.origin = origin
    self.user = user
    self.password = password
  }

  /// Returns the input of `git credential fill`; nil if a value contains a line break, which would start another line.
  package static func question(_ origin: [String: String]) -> String? {
    guard origin.allSatisfy({ !$0.value.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 } }) else { return nil }
    return origin.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined() + "\n"
  }

  /// The input of `git credential approve` and `reject`.
  package var answer: String? {
    Self.question(origin.merging(["username": user, "password": password]) { $1 })
  }

  /// Parses the output of `git credential fill`; nil if it contains no credential.
  package init?(filled text: String, origin: [String: String]) {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    guard let user = values["username"], let password = values["password"] else { return nil }
    self.init(origin: origin, user: user, password: password)
  }

  /// The value of the `Authorization` header field (RFC 7617).
  package var field: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array("\(user):\(password)".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = group.reduce(0) { $0 << 8 | Int($1) }
      word <<= (3 - group.count) * 8
      for place in 0..<4 {
        text.append(place <= group.count ? digits[word >> (18 - place * 6) & 63] : UInt8(ascii: "="))
      }
    }
    return "Basic " + String(decoding: text, as: UTF8.self)
  }
}
