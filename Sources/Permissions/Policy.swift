internal import TOMLKit
package import Values
package import WorkspaceAPI

/// The settings of a folder, from `.stet/policy.toml`. Pure.
package struct Policy: Hashable, Sendable {
  /// The size in bytes above which a file is held.
  package var holdOver: Int64 = 10_000_000
  /// The paths that Stet records on this machine and never publishes.
  package var localOnly = Policy.sensitive
  /// The paths of the files whose provenance keys Stet fills in when an agent writes them.
  package var stamped: [PathGlob] = []
  /// Whether the provenance keys name the person or agent; otherwise their value is `user` or `agent`.
  package var stampsNames = false
  /// Whether Stet updates the provenance keys of a file that a person changed once the file has been idle.
  package var updatesIdle = true
  /// The idle time, in nanoseconds.
  package var idleTime: Int64 = 300_000_000_000
  package var agents = AgentRules()
  package var secrets = SecretRules()
  /// The rules for servers of the web.
  package var web = WebRules()
  /// Whether the visible conversations of sessions are files of the folder.
  package var hasChats = false
  /// The rules for large files.
  package var placeholders = PlaceholderRules()

  /// The path of the policy file.
  package static let file = ".stet/policy.toml"
  /// The settings that apply without a policy file.
  package static let standard = Policy()

  /// Files whose names show that they hold passwords and keys: protected from agents and local only unless the policy
  /// says otherwise. The template lists the same names.
  static let sensitive = PatternList([
    ".env*", "!.env.example", "credentials.json", "secrets/", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.pem",
    "*.key", "*.p12", "*.pfx",
  ])

  /// Parses the settings.
  ///
  /// Unknown keys are ignored, since a newer version may know them; in `[agents]`, `[secrets]`, `[web]` and `[sessions]`
  /// they are refused.
  ///
  /// - Throws: `PolicyError` that names the wrong line or key.
  package init(toml: String) throws(PolicyError) {
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
    web = try file.web()
    hasChats = try file.chats()
    placeholders = try file.placeholders()
  }

  private init() {}

  /// Returns the bytes of a size such as `10 MB`, `500kB`, `2 GB` or a plain number; nil for another text.
  package static func size(_ text: String) -> Int64? {
    let digits = text.prefix(while: \.isASCIIDigit)
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

/// One rule of a policy for agents' acts: `[[agents.rules]]`. Pure.
package struct PolicyRule: Hashable, Sendable {
  /// The tools of the rule, by the tool's name (`write_file`) or by the kind of access (`write`); empty for all.
  package var tools: [String] = []
  /// The paths of the rule; nil for all.
  package var paths: PatternList?
  /// The agents of the rule, by name; empty for all.
  package var agents: [String] = []
  /// The permission that the rule gives.
  package var permission: Permission

  /// Whether the rule applies to an act at a path.
  func speaks(of act: AgentAct, at path: PathIdentity) -> Bool {
    guard tools.isEmpty || tools.contains(act.kind.rawValue) || act.tool.map(tools.contains) == true else {
      return false
    }
    guard agents.isEmpty || agents.contains(where: { $0.lowercased() == act.agent.lowercased() }) else { return false }
    return paths.map { $0.covering(path) != nil } ?? true
  }
}
