import Documents
import FoundationEssentials
import Testing

/// Secrets without a beginning of their own, settings with passwords, and encodings.
@Suite struct SecretKindTests {
  /// Letters as a key has them; drawn once, of no service. No key is written here in one piece.
  private static let letters = "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ1tKvMzNbWrCyPhSgDjFlUeOa0I"
  private static let hex = "9f3a7c1e5b80d2469f0e8a7b3c5d1f62e4a90b7c8d3f1e6a5b2c4d0f9e8a7b61"
  private static let github = "gh" + "p_" + letters.prefix(36)

  private static func drawn(_ length: Int, from start: Int = 0) -> String {
    String(String(repeating: letters + letters.reversed(), count: 5).dropFirst(start).prefix(length))
  }

  private static func digits(_ length: Int) -> String { String((hex + hex.reversed() + hex).prefix(length)) }

  private static let samples: [(String, String)] = [
    ("an AWS secret key", "aws: \(drawn(40))"),
    ("an AWS secret key", "AWS secret access key\n\(drawn(20))/\(drawn(19, from: 20))"),
    ("a key", "aws_secret_access_key = \(drawn(40))"),
    ("a Slack webhook", "https://hooks." + "slack.com/services/T\(drawn(8))/B\(drawn(9))/\(drawn(24))"),
    ("a Google refresh token", "1/" + "/0\(drawn(60))"),
    (
      "a private key",
      "PuTTY-User-" + "Key-File-3: ssh-ed25519\nEncryption: none\nComment: me\nPublic-Lines: 2\nAAAAC3Nz\nAAAA\n"
        + "Private-Lines: 1\n\(drawn(90))\nPrivate-MAC: \(hex)\n"
    ),
    ("a Twilio token", "A" + "C\(digits(32)):\(String(digits(64).suffix(32)))"),
    ("a key", "TWILIO_AUTH_TOKEN=\(digits(32))"),
    ("a Mailgun key", "key" + "-\(digits(32))"),
    ("a Telegram token", "bot 123456789" + ":AA\(drawn(33))"),
    ("a Discord token", "M" + "\(drawn(23)).G\(drawn(5)).\(drawn(38))"),
    ("a Discord webhook", "https://discord" + ".com/api/webhooks/112233445566778899/\(drawn(68))"),
    ("an Azure storage key", "AccountName=me;Account" + "Key=\(drawn(86))=="),
    ("an Azure client secret", "abc8" + "Q~\(drawn(34))"),
    ("a Notion token", "secret" + "_\(drawn(43))"),
    ("a Terraform token", drawn(14) + ".atlas" + "v1.\(drawn(67))"),
    ("a Postman key", "PM" + "AK-\(digits(24))-\(digits(34))"),
    ("a Cloudflare origin key", "v1" + ".0-\(digits(24))-\(digits(146))"),
    ("an Atlassian token", "ATA" + "TT3\(drawn(180))"),
    ("a key", "CLOUDFLARE_API_TOKEN=\(drawn(40))"),
    ("an address with a password", "postgres://app:Kx7pq2mZ9@db.internal:5432/app"),
    ("an address with a password", "redis://:\(drawn(24))@10.0.0.7:6379"),
    ("a password", "password = Kx7!pq2mZ"), ("a password", "  DB_PASSWORD: \"Kx7pq2mZ\""),
    ("a password", "spring.datasource.password=Kx7pq2mZ94\n"), ("a password", "mysql --password=Kx7pq2mZ94 -u me"),
    ("a password", "{\"user\":\"me\",\"password\":\"Kx7!pq2mZ\"}"), ("a key", "client_secret: '\(drawn(32))'"),
    ("a key", "export API_KEY=\(digits(40))"),
  ]

  @Test(arguments: samples)
  func `each kind is found in a text`(kind: String, text: String) {
    for text in [text, "one\n\(text)\ntwo\n"] {
      #expect(SecretScanner.secrets(in: Array(text.utf8)).map(\.kind) == [kind], "\(text)")
    }
  }

  @Test(arguments: [
    "password = os.environ[\"DB_PASSWORD\"]", "password: ${DB_PASSWORD}", "password = getPassword1(user)", "password=",
    "password = your-Passw0rd", "password: changeme123", "The password: it is in the safe", "Password = 12345678",
    "let password = user.password1", "token: 3f2504e0-4f89-11d3-9a0c-0305e82c3301", "secret: sha256",
    "api_key = settings.PRODUCTION_API_KEY_2", "privateKey: Curve25519.KeyAgreement.PrivateKey",
    "let accessKey: XWingMLKEM768X25519.PrivateKey", "https://user:pass@example.com/a",
    "postgres://user:password@localhost/db",
    "https://github.com/a/b@v1.2.3", "ssh://git@host:22/a", "http://[::1]:8080/@me", "mailto:a:b@c.de",
    "https://host/path:with@sign", "e.g. 12345678:AA", "v1.0-rc", "secret_name_of_the_thing_that_nobody_has_seen_today",
    "aws s3 cp Sources/WorkspaceEngine/Recording/RuleBook x", "aws commit 9f3a7c1e5b80d2469f0e8a7b3c5d1f62e4a90b7c",
    "M.abc123.rest of it", "class A.B.C", "if password == \"Kx7!pq2mZ\" {", "password::Hash1234567890abcdefgh",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "TWljaGFlbCBsaWtlcyB0byByZWFkIGJvb2tzIGFib3V0IGdhcmRlbnMgYW5kIHRyZWVz",
  ])
  func `references, examples, names and prose are none`(text: String) {
    for text in [text, "one\n\(text)\ntwo\n"] {
      #expect(SecretScanner.secrets(in: Array(text.utf8)).isEmpty, "\(text)")
    }
  }

  private static func utf16(_ text: String, _ order: [Int], mark: Bool = true) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return order.map { bytes[$0] }
    }
  }

  private static let encodings: [(String, [UInt8])] = {
    let text = "line one\ntoken: \(github)\n"
    let base64 = Data(text.utf8).base64EncodedString()
    return [
      ("UTF-16, little end first", utf16(text, [1, 0])), ("UTF-16, big end first", utf16(text, [0, 1])),
      ("UTF-16 without a mark", utf16(text, [1, 0], mark: false)),
      ("Markdown's escapes", Array(text.replacing("_", with: "\\_").utf8)),
      ("between zero bytes", [0, 0, 1] + Array(text.utf8) + [0]),
      ("Base64", Array("value \(base64)".utf8)),
      ("Base64 for addresses", Array("?x=\(base64.replacing("+", with: "-").replacing("/", with: "_"))".utf8)),
      ("Base64 of the key alone", Array("x: \(Data(github.utf8).base64EncodedString())".utf8)),
      (
        "Base64 in lines of 76",
        Array(Data(("a note before it. " + text).utf8).base64EncodedString(options: .lineLength76Characters).utf8)
      ),
      (
        "hexadecimal digits",
        Array("0x".utf8) + Array(" \(text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())".utf8)
      ),
    ]
  }()

  @Test(arguments: encodings)
  func `a key is found in each encoding, and is the same secret`(name: String, bytes: [UInt8]) {
    let found = SecretScanner.secrets(in: bytes)
    #expect(found.map(\.kind) == ["a GitHub token"], "\(name)")
    #expect(found.map(\.bytes) == [Array(Self.github.utf8)], "\(name)")
  }

  /// The folders of `STET_CORPUS`, separated by colons.
  private static let corpus = ProcessInfo.processInfo.environment["STET_CORPUS"]

  @Test(.enabled(if: corpus != nil, "STET_CORPUS names folders with source and prose"))
  func `at most one file of source and prose in 1,000 is held`() throws {
    var files = 0
    var held: [String] = []
    for folder in (Self.corpus ?? "").split(separator: ":") {
      for name in try FileManager.default.subpathsOfDirectory(atPath: String(folder)) {
        let path = "\(folder)/\(name)"
        guard let content = FileManager.default.contents(atPath: path), content.count < 2_000_000, !content.isEmpty
        else {
          continue
        }
        files += 1
        // A key in a test is a key.
        let found = SecretScanner.secrets(in: Array(content)).filter { $0.kind != "a private key" }
        if let first = found.first { held.append("\(path):\(first.line): \(first.kind)") }
      }
    }
    #expect(held.count * 1_000 <= files, "\(held.count) of \(files): \(held.joined(separator: "\n"))")
  }
}
