internal import TOMLKit
internal import Values

/// The settings of a folder, from `.stet/policy.toml`. Pure.
struct Policy: Hashable, Sendable {
  /// Files larger than this many bytes are held.
  var holdOver: Int64 = 10_000_000
  /// What is recorded on this machine and never published.
  var localOnly = Policy.sensitive
  /// Paths whose provenance keys an agent's write fills in.
  var stamped: [PathGlob] = []
  /// Whether the keys name the person or agent; else they say `user` or `agent`.
  var stampsNames = false
  /// Whether the keys of a file that a person changed are brought up to date when nobody has touched it for a time.
  var updatesIdle = true
  /// That time, in nanoseconds.
  var idleTime: Int64 = 300_000_000_000
  /// What agents may do.
  var agents = AgentRules()
  /// What is said of secrets.
  var secrets = SecretRules()

  /// What is said of large files.
  var placeholders = PlaceholderRules()

  /// The settings where there is no file.
  static let standard = Policy()

  /// Files that hold passwords and keys by their names: protected from agents and local only unless the policy says
  /// otherwise. The template names the same ones.
  static let sensitive = PatternList([
    ".env*", "!.env.example", "credentials.json", "secrets/", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.pem",
    "*.key", "*.p12", "*.pfx",
  ])

  /// Reads the settings.
  ///
  /// Unknown keys are left alone: a newer version may know them.
  ///
  /// - Throws: `PolicyError` naming the line or key that is wrong.
  init(toml: String) throws(PolicyError) {
    let table: TOMLTable
    do { table = try TOMLTable(string: toml) } catch { throw .syntax("\(error)") }
    let file = PolicyFile(table)
    if let value = file["recording", "hold_over"] {
      guard let size = Self.size(value.string ?? value.int.map(String.init) ?? "") else {
        throw .value("recording.hold_over", "a size such as \"10 MB\"")
      }
      holdOver = size
    }
    if file["recording", "local_only"] != nil {
      localOnly = PatternList(try file.texts("recording", "local_only"))
    }
    updatesIdle = try file.flag("provenance", "idle_update") ?? updatesIdle
    stampsNames = try file.flag("provenance", "stamp_names") ?? stampsNames
    if let value = file["provenance", "idle_minutes"] {
      guard let minutes = value.int, (1...1_440).contains(minutes) else {
        throw .value("provenance.idle_minutes", "a number of minutes from 1 to 1440")
      }
      idleTime = Int64(minutes) * 60_000_000_000
    }
    stamped = try file.texts("provenance", "stamp").map { PathGlob($0) }
    agents = try file.agents()
    secrets = try file.secrets()
    placeholders = try file.placeholders()
  }

  private init() {}

  /// Bytes from `10 MB`, `500kB`, `2 GB` or a plain number.
  static func size(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits) else { return nil }
    switch text.dropFirst(digits.count).drop(while: { $0 == " " }).lowercased() {
    case "", "b": return number
    case "kb": return number.multipliedReportingOverflow(by: 1_000).partialValue
    case "mb": return number.multipliedReportingOverflow(by: 1_000_000).partialValue
    case "gb": return number.multipliedReportingOverflow(by: 1_000_000_000).partialValue
    default: return nil
    }
  }
}
