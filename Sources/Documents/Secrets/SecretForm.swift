/// A well-known form of secrets: how they begin, and what follows. Pure.
///
/// Only forms that their makers gave a beginning of their own, so that hardly anything else looks like them. A JSON web
/// token is none: it says little of what it opens, and texts are full of spent ones. The forms are in the makers' manuals.
struct SecretForm: Sendable {
  /// Which bytes may follow the beginning.
  enum Alphabet: Sendable {
    /// Letters and digits.
    case alphanumeric
    /// Letters, digits, `-` and `_`.
    case url
    /// Letters, digits, `-`, `_` and `.`.
    case dotted
    /// Capitals and the digits 2 to 7.
    case base32
    /// Hexadecimal digits in small letters.
    case hex
    /// Capitals and digits.
    case capital

    /// Whether a byte is of it.
    func contains(_ byte: UInt8) -> Bool {
      let isDigit = (0x30...0x39).contains(byte)
      let isCapital = (0x41...0x5A).contains(byte)
      let isSmall = (0x61...0x7A).contains(byte)
      switch self {
      case .alphanumeric: return isDigit || isCapital || isSmall
      case .url: return isDigit || isCapital || isSmall || byte == 0x2D || byte == 0x5F
      case .dotted: return isDigit || isCapital || isSmall || byte == 0x2D || byte == 0x5F || byte == 0x2E
      case .base32: return isCapital || (0x32...0x37).contains(byte)
      case .hex: return isDigit || (0x61...0x66).contains(byte)
      case .capital: return isDigit || isCapital
      }
    }
  }

  /// What it is, for people.
  let kind: String
  /// How it begins.
  let beginning: [UInt8]
  /// What follows.
  let alphabet: Alphabet
  /// How many bytes follow.
  let length: ClosedRange<Int>
  /// A text that what follows must hold; empty for none.
  let marker: [UInt8]

  /// Makes a form.
  init(_ kind: String, _ beginning: String, _ alphabet: Alphabet, _ length: ClosedRange<Int>, marker: String = "") {
    self.kind = kind
    self.beginning = Array(beginning.utf8)
    self.alphabet = alphabet
    self.length = length
    self.marker = Array(marker.utf8)
  }

  /// Whether a byte is one that names of things are put together from: a small letter, `-`, `_` or `.`.
  static func isWordSign(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte) }

  /// All forms.
  static let all: [SecretForm] =
    ["AKIA", "ASIA"].map { SecretForm("an AWS access key", $0, .base32, 16...16) }
    + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { SecretForm("a GitHub token", $0, .alphanumeric, 36...255) }
    + [
      SecretForm("a GitHub token", "github_pat_", .url, 60...255),
      SecretForm("a GitLab token", "glpat-", .dotted, 20...300),
      SecretForm("a GitLab token", "glptt-", .hex, 40...40),
      SecretForm("a GitLab token", "gldt-", .dotted, 20...300),
      SecretForm("a GitLab token", "glrt-", .dotted, 20...300),
    ]
    + ["glcbt-", "glimt-", "glagent-", "gloas-", "glsoat-", "glft-"].map {
      SecretForm("a GitLab token", $0, .dotted, 20...300)
    }
    + ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-"].map { SecretForm("a Slack token", $0, .url, 24...300) }
    + [
      SecretForm("a Slack token", "xapp-", .url, 40...300),
      SecretForm("a Stripe key", "sk_live_", .alphanumeric, 20...255),
      SecretForm("a Stripe key", "rk_live_", .alphanumeric, 20...255),
      SecretForm("an Anthropic key", "sk-ant-", .url, 60...255),
      SecretForm("an OpenAI key", "sk-proj-", .url, 40...255),
      SecretForm("an OpenAI key", "sk-svcacct-", .url, 40...255),
      SecretForm("an OpenAI key", "sk-admin-", .url, 40...255),
      SecretForm("an OpenAI key", "sk-", .alphanumeric, 48...48, marker: "T3BlbkFJ"),
      SecretForm("an OpenRouter key", "sk-or-v1-", .hex, 64...64),
      SecretForm("a Google API key", "AIza", .url, 35...35),
      SecretForm("a Google client secret", "GOCSPX-", .url, 28...28),
      SecretForm("an npm token", "npm_", .alphanumeric, 36...36),
      SecretForm("a PyPI token", "pypi-AgEI", .url, 50...1_000),
      SecretForm("a Hugging Face token", "hf_", .alphanumeric, 34...40),
    ]
    + ["dop_v1_", "doo_v1_", "dor_v1_"].map { SecretForm("a DigitalOcean token", $0, .hex, 64...64) }
    + ["shpat_", "shpss_", "shpca_", "shppa_"].map { SecretForm("a Shopify token", $0, .hex, 32...32) }
    + [
      SecretForm("a Square token", "sq0atp-", .url, 22...22),
      SecretForm("a Square secret", "sq0csp-", .url, 43...43),
      SecretForm("a Docker Hub token", "dckr_pat_", .url, 27...40),
      SecretForm("a Vault token", "hvs.", .url, 90...300),
      SecretForm("a Databricks token", "dapi", .hex, 32...32),
      SecretForm("a Linear key", "lin_api_", .alphanumeric, 40...40),
      SecretForm("a Notion token", "ntn_", .alphanumeric, 46...46),
      SecretForm("a Grafana token", "glsa_", .url, 41...41),
      SecretForm("a New Relic key", "NRAK-", .capital, 27...27),
      SecretForm("a Figma token", "figd_", .url, 40...60),
      SecretForm("a Supabase token", "sbp_", .hex, 40...40),
      SecretForm("a Pulumi token", "pul-", .hex, 40...40),
      SecretForm("a Doppler token", "dp.pt.", .alphanumeric, 40...44),
      SecretForm("a RubyGems key", "rubygems_", .hex, 48...48),
      SecretForm("a Groq key", "gsk_", .alphanumeric, 52...52),
      SecretForm("an xAI key", "xai-", .alphanumeric, 80...80),
      SecretForm("a Replicate token", "r8_", .alphanumeric, 37...37),
      SecretForm("a Perplexity key", "pplx-", .alphanumeric, 48...56),
      SecretForm("a Tailscale key", "tskey-", .url, 30...80),
      SecretForm("a SendGrid key", "SG.", .dotted, 66...66),
      SecretForm("a Twilio key", "SK", .hex, 32...32),
      SecretForm("an age key", "AGE-SECRET-KEY-1", .capital, 58...58),
    ]
}
