import Documents
import Testing

@Suite struct SecretScannerTests {
  /// Letters as a key has them; drawn once, of no service.
  private static let letters = "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ1tKvMzNbWrCyPhSgDjFlUeOa0I"
  private static let hex = "9f3a7c1e5b80d2469f0e8a7b3c5d1f62e4a90b7c8d3f1e6a5b2c4d0f9e8a7b61"

  private static func key(_ beginning: String, _ length: Int) -> String {
    // In two parts: this file is no leak either.
    beginning + String((letters + letters.reversed()).prefix(length))
  }

  private static let capitals = "Q7ZKVFRXLMT4WBNH"
  private static let samples: [(String, String)] = [
    ("an AWS access key", "AK" + "IA" + capitals), ("a GitHub token", key("gh" + "p_", 36)),
    ("a GitHub token", key("github" + "_pat_", 82)), ("a GitLab token", key("glp" + "at-", 20)),
    ("a Slack token", key("xox" + "b-", 50)), ("a Stripe key", key("sk_" + "live_", 24)),
    ("an OpenAI key", key("sk-" + "proj-", 60)), ("an Anthropic key", key("sk-" + "ant-", 95)),
    ("a Google API key", key("AI" + "za", 35)), ("an npm token", key("npm" + "_", 36)),
    ("an OpenAI key", "sk-" + letters.prefix(20) + "T3Blbk" + "FJ" + letters.suffix(20)),
    ("a DigitalOcean token", "dop" + "_v1_" + hex), ("a Hugging Face token", key("h" + "f_", 34)),
    (
      "a private key",
      "-----BEGIN " + "RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA" + letters + "\n" + letters.reversed() + "\n-----END"
    ),
    (
      "a private key", #""-----BEGIN "# + #"PRIVATE KEY-----\nMIIEvgIBADANBg"# + letters + #"\n"# + letters + "-----END"
    ),
  ]

  @Test(arguments: samples)
  func `keys of well-known forms are found wherever they stand`(kind: String, key: String) {
    for text in [key, "token: \(key)\n", "x=\"\(key)\";", "https://u:\(key)@example.org", "eins\nzwei (\(key)).\n"] {
      let found = SecretScanner.secrets(in: Array(text.utf8))
      #expect(found.map(\.kind) == [kind], "\(text)")
    }
  }

  @Test func `a secret is found where it stands`() {
    let key = Self.key("gh" + "p_", 36)
    let bytes = Array("one\ntwo \(key).\n\(key)".utf8)
    let found = SecretScanner.secrets(in: bytes)
    #expect(found.map { $0.line(in: bytes) } == [2, 3])
    #expect(found.first.map { String(decoding: bytes[$0.range], as: UTF8.self) } == key)
  }

  @Test(
    arguments: [
      "gh" + "p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "AK" + "IAIOSFODNN7EXAMPLE", "ghp_ is how it begins",
      "-----BEGIN " + "PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq7Zk2VfR9xLmT4wBn8Hs\n",
      "-----BEGIN " + "RSA PRIVATE KEY----- begins such a file", "sk-learn and sk-proj-management are words",
      "gh" + "p_abcdefghijklmnopqrstuvwxyz0123456789", "sk_" + "test_q7Zk2VfR9xLmT4wBn8HsJ3dY", "npm_config_registry",
      "9f3a7c1e5b80d2469f0e8a7b3c5d1f62e4a90b7c",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
      "-----BEGIN "
        + "PRIVATE KEY-----\nyour private key goes here, and there is quite a lot of it, over several lines\n-----",
    ])
  func `what only looks like a key is none`(text: String) {
    #expect(SecretScanner.secrets(in: Array(text.utf8)).isEmpty)
  }

  @Test func `what is no text holds none, and nothing begins within a word`() {
    let key = Self.key("gh" + "p_", 36)
    #expect(SecretScanner.secrets(in: Array("\0\(key)".utf8)).isEmpty)
    #expect(SecretScanner.secrets(in: Array("a\(key)".utf8)).isEmpty)
    #expect(SecretScanner.secrets(in: Array("\(key)\0".utf8)).isEmpty)
  }

  @Test func `any bytes are looked through`() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var state = seed
    let starts = ["-----BEGIN ", "sk-", "AKIA", "gh" + "p_", "SG.", "-"]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes += Array(starts[Int(state >> 40) % starts.count].utf8)
        bytes += (0..<Int(state >> 60)).map { UInt8(truncatingIfNeeded: (state >> 20) &+ UInt64($0 * 7)) }
      }
      for found in SecretScanner.secrets(in: bytes) {
        #expect(found.range.upperBound <= bytes.count && !found.range.isEmpty, "seed \(seed)")
      }
    }
  }
}
