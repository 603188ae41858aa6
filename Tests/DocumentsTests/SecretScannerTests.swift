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

  /// One of each further form, by its beginning in two parts, what follows it, and how long that is.
  private static let others: [(kind: String, first: String, second: String, letters: String, length: Int)] = [
    ("a GitLab token", "glso", "at-", letters, 20), ("a GitLab token", "glag", "ent-", letters, 50),
    ("a DigitalOcean token", "doo", "_v1_", hex, 64), ("a Shopify token", "shp", "ss_", hex, 32),
    ("a Square token", "sq0", "atp-", letters, 22), ("a Square secret", "sq0", "csp-", letters, 43),
    ("a Docker Hub token", "dckr", "_pat_", letters, 27), ("a Vault token", "hv", "s.", letters, 95),
    ("a Databricks token", "da", "pi", hex, 32), ("a Linear key", "lin", "_api_", letters, 40),
    ("a Notion token", "nt", "n_", letters, 46), ("a Grafana token", "gl", "sa_", letters, 41),
    ("a New Relic key", "NR", "AK-", "Q7ZKVFRXLMT4WBNH9J2D8C5GPEU", 27), ("a Figma token", "fig", "d_", letters, 45),
    ("a Supabase token", "sb", "p_", hex, 40), ("a Pulumi token", "pu", "l-", hex, 40),
    ("a Doppler token", "dp.", "pt.", letters, 43), ("a RubyGems key", "ruby", "gems_", hex, 48),
    ("a Groq key", "gs", "k_", letters, 52), ("an xAI key", "xa", "i-", letters, 80),
    ("a Replicate token", "r", "8_", letters, 37), ("a Perplexity key", "ppl", "x-", letters, 48),
    ("a Tailscale key", "ts", "key-", letters, 40), ("a Twilio key", "S", "K", hex, 32),
    ("a PyPI token", "pypi", "-AgEI", letters, 100), ("a SendGrid key", "S", "G.", letters, 66),
    ("a Stripe key", "rk_", "live_", letters, 24), ("a Slack token", "xa", "pp-", letters, 60),
    ("a Google client secret", "GOC", "SPX-", letters, 28), ("an OpenRouter key", "sk-", "or-v1-", hex, 64),
    ("an age key", "AGE-SECRET", "-KEY-1", "Q7ZKVFRXLMT4WBNH9J2D8C5GPEU6A3Y0SNQ7ZKVFRXLMT4WBNH9J2D8C5G", 58),
  ]

  @Test(arguments: others.indices)
  func `each form is found in a setting, and is none where it is one letter short or within a word`(index: Int) {
    let (kind, first, second, letters, length) = Self.others[index]
    let body = String((letters + letters.reversed()).prefix(length))
    let key = first + second + body
    for text in [
      "export TOKEN=\(key)\n", "  \"token\": \"\(key)\",\n", "Bearer \(key)", "[\(key)](https://example.org)",
    ] {
      #expect(SecretScanner.secrets(in: Array(text.utf8)).map(\.kind) == [kind], "\(text)")
    }
    for text in [first + second + body.prefix(15), "a" + key, "x_" + key, String(key.reversed())] {
      #expect(SecretScanner.secrets(in: Array(text.utf8)).isEmpty, "\(text)")
    }
  }

  /// Texts of notes, programs and logs that open nothing.
  private static let harmless = [
    "commit 9f3a7c1e5b80d2469f0e8a7b3c5d1f62e4a90b7c\nAuthor: Ann\n",
    "sha256:9f3a7c1e5b80d2469f0e8a7b3c5d1f62e4a90b7c8d3f1e6a5b2c4d0f9e8a7b61  whales.tar\n",
    "\"integrity\": \"sha512-q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ1tKvMzNbWrCyPhSgDjFlUeOa0Ia0OeUlFjDgShPyCrWbNzMvKt1Qg==\"",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIq7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ1tK ann@desk",
    "-----BEGIN "
      + "CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq7Zk2VfR9xLmT4wBn8Hs\n-----END CERTIFICATE-----\n",
    "-----BEGIN "
      + "PGP PUBLIC KEY BLOCK-----\n\nmQENBFq7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ1tKvMzNbWrCyPhSgDjFlUeOa0I\n",
    "![](data:image/png;base64,iVBORw0KGgo" + "AKIA" + "Q7ZKVFRXLMT4WBNHq7Zk2VfR9xLmT4wBn8HsJ3dY)",
    "AK" + "IAQ7ZKVFRXLMT4WBNHQ7ZKVF is longer than a key is",
    "<div class=\"sk-fading-circle sk-circle1 sk-child\"></div>",
    "fig" + "d_token_for_the_design_system_of_the_whole_team_here",
    "github" + "_pat_is_read_from_the_environment_of_the_program_that_calls_it",
    "sk-" + "proj-notes-about-the-new-project-and-what-became-of-the-old-one",
    "hf_transfer and hf_hub_download_with_all_the_files_of_it",
    "xox" + "b-your-token-from-the-page-of-the-app", "glp" + "at-<your_access_token>", "AI" + "zaSy... (39 letters)",
    "gsk_ and r8_ and pul- begin keys; npm" + "_config_cache_is_a_folder_of_the_person",
    "dapi" + "-documentation-of-all-parts-of-it",
    "SK" + "ILLS-FRAMEWORK-FOR-THE-INFORMATION-AGE",
    "SG" + ".is-a-country-code.and-so-is-this-sentence.with-dots.between-all-of-its-words-x",
    "tskey" + "-auth-is-how-the-keys-of-that-maker-begin-and-nothing-else", "DAPI" + "9F3A7C1E5B80D2469F0E8A7B3C5D1F62",
  ]

  @Test(arguments: harmless)
  func `what notes and programs are full of is none`(text: String) {
    #expect(SecretScanner.secrets(in: Array(text.utf8)).isEmpty)
  }

  @Test(arguments: samples)
  func `keys of well-known forms are found wherever they stand`(kind: String, key: String) {
    for text in [key, "token: \(key)\n", "x=\"\(key)\";", "https://u:\(key)@example.org", "eins\nzwei (\(key)).\n"] {
      let found = SecretScanner.secrets(in: Array(text.utf8))
      #expect(found.map(\.kind) == [kind], "\(text)")
    }
  }

  @Test func `a secret is found where it is`() {
    let key = Self.key("gh" + "p_", 36)
    let found = SecretScanner.secrets(in: Array("one\ntwo \(key).\n\(key)".utf8))
    #expect(found.map(\.line) == [2, 3])
    #expect(found.first.map { String(decoding: $0.bytes, as: UTF8.self) } == key)
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

  @Test func `nothing begins within a word, and a file with zeros is looked through for keys only`() {
    let key = Self.key("gh" + "p_", 36)
    #expect(SecretScanner.secrets(in: Array("a\(key)".utf8)).isEmpty)
    #expect(SecretScanner.secrets(in: Array("\(key)a".utf8)).count == 1, "a longer key is one too")
    for text in ["\0\(key)", "\(key)\0", "\0\0\u{7f}\(key)\n\0"] {
      #expect(SecretScanner.secrets(in: Array(text.utf8)).map(\.kind) == ["a GitHub token"])
    }
    #expect(SecretScanner.secrets(in: Array("\0password = Kx7!pq2mZ\n".utf8)).isEmpty, "a program has such bytes")
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
        #expect(!found.bytes.isEmpty && found.line > 0, "seed \(seed)")
      }
    }
  }
}
