internal import HTTPTransfer

/// A user name and a password in the form of `git credential`.
package struct Credential: Hashable, Sendable {
  /// The origin they belong to: protocol, host and, if git is configured to use it, path.
  package var origin: [String: String]
  /// The user name.
  package var user: String
  /// The password or token.
  package var password: String

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

/// The functions of `git credential`, supplied by the layer that may start programs.
package struct CredentialSource: Sendable {
  /// Returns a credential without asking on a terminal; nil if there is none.
  package var fill: @Sendable (_ origin: [String: String]) async -> Credential?
  /// Notifies the helpers that the credential was accepted, so that they keep it.
  package var approve: @Sendable (Credential) async -> Void
  /// Notifies the helpers that the credential was rejected, so that they delete it.
  package var reject: @Sendable (Credential) async -> Void

  package init(
    fill: @escaping @Sendable ([String: String]) async -> Credential?,
    approve: @escaping @Sendable (Credential) async -> Void, reject: @escaping @Sendable (Credential) async -> Void
  ) {
    self.fill = fill
    self.approve = approve
    self.reject = reject
  }

  /// A source without credentials.
  package static let none = CredentialSource(fill: { _ in nil }, approve: { _ in }, reject: { _ in })
}

/// The credentials of each origin: requested once, and confirmed or rejected to the helpers once.
actor SignIn {
  private let source: CredentialSource
  private var known: [TransferAddress.Origin: Credential] = [:]
  private var approved: Set<TransferAddress.Origin> = []
  private var refused: Set<TransferAddress.Origin> = []

  /// Creates a store without credentials that asks a source.
  init(_ source: CredentialSource) { self.source = source }

  /// Returns the `Authorization` value for an origin; nil if the origin has not required one yet.
  func field(for origin: TransferAddress.Origin) -> String? { known[origin]?.field }

  /// Notes that the origin accepted the credential.
  func accepted(_ origin: TransferAddress.Origin, _ field: String?) async {
    guard let field, let credential = known[origin], credential.field == field else { return }
    if approved.insert(origin).inserted { await source.approve(credential) }
  }

  /// Returns another credential, after the origin rejected the one that was sent or required one.
  ///
  /// - Returns: the value of the field to try next; nil if there is none.
  func wanted(_ origin: TransferAddress.Origin, sent field: String?) async -> String? {
    // Another request has found one meanwhile.
    if let credential = known[origin], credential.field != field { return credential.field }
    if let credential = known.removeValue(forKey: origin) {
      approved.remove(origin)
      refused.insert(origin)
      await source.reject(credential)
    }
    // A helper that returns the same credential again would be asked for ever.
    guard !refused.contains(origin) else { return nil }
    let isUsual = origin.port == (origin.scheme == "https" ? "443" : "80")
    let host = isUsual ? origin.host : "\(origin.host):\(origin.port)"
    guard let credential = await source.fill(["protocol": origin.scheme, "host": host]) else { return nil }
    known[origin] = credential
    return credential.field
  }
}
