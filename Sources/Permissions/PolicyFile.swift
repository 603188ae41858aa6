internal import GitObjects
internal import TOMLKit
internal import WorkspaceAPI

/// The values of a policy file, each checked for its type.
struct PolicyFile {
  private let table: TOMLTable

  /// Takes the table of a file.
  init(_ table: TOMLTable) { self.table = table }

  /// The value of a key in a section; nil if the key is missing.
  subscript(section: String, key: String) -> TOMLValueConvertible? { table[section]?.table?[key] }

  /// Returns a Boolean value; nil if the key is missing.
  ///
  /// - Throws: `PolicyError` if the value is no Boolean.
  func flag(_ section: String, _ key: String) throws(PolicyError) -> Bool? {
    guard let value = self[section, key] else { return nil }
    guard let flag = value.bool else { throw .value("\(section).\(key)", "true or false") }
    return flag
  }

  /// Returns a list of strings; empty if the key is missing.
  ///
  /// - Throws: `PolicyError` if the value is no list of strings.
  func texts(_ section: String, _ key: String) throws(PolicyError) -> [String] {
    guard let value = self[section, key] else { return [] }
    return try Self.texts(value, "\(section).\(key)", "a list of patterns")
  }

  /// Returns the rules for agents.
  ///
  /// - Throws: `PolicyError` for an invalid value, and for an unknown key: a path that the key was meant to protect
  ///   would not be protected.
  func agents() throws(PolicyError) -> Policy.AgentRules {
    let known = ["protected", "read_only", "append_only", "may_write_instructions", "rules", "ask_in_client"]
    guard try section("agents", knowing: known) != nil else { return Policy.AgentRules() }
    return Policy.AgentRules(
      protected: self["agents", "protected"] == nil
        ? Policy.sensitive : PatternList(try texts("agents", "protected")),
      readOnly: PatternList(try texts("agents", "read_only")),
      appendOnly: PatternList(try texts("agents", "append_only")), writableInstructions: try writableInstructions(),
      rules: try rules(),
      asksInClient: try flag("agents", "ask_in_client") ?? true)
  }

  /// Returns the instruction files that agents may write.
  ///
  /// - Throws: `PolicyError` for anything but the path of an instruction file: for a pattern, or for a file that a
  ///   program executes.
  private func writableInstructions() throws(PolicyError) -> Set<String> {
    let key = "may_write_instructions"
    let paths = try texts("agents", key)
    func isWhole(_ path: String) -> Bool {
      !path.contains { $0 == "*" || $0 == "?" } && (try? WorkspacePath(path))?.string.hasSameBytes(as: path) == true
    }
    guard paths.allSatisfy({ isWhole($0) && ControlFiles.isInstruction($0) }) else {
      throw .value("agents.\(key)", "a list of paths of instructions for agents, such as \"AGENTS.md\"")
    }
    return Set(paths)
  }

  /// Returns the rules for secrets.
  ///
  /// - Throws: `PolicyError` for an invalid value, and for an unknown key.
  func secrets() throws(PolicyError) -> SecretRules {
    guard try section("secrets", knowing: ["hold", "exempt", "allow"]) != nil else { return SecretRules() }
    return SecretRules(
      holds: try flag("secrets", "hold") ?? true, exempt: PatternList(try texts("secrets", "exempt")),
      allowed: Set(try texts("secrets", "allow")))
  }

  /// Returns a section; nil if it is missing.
  ///
  /// - Throws: `PolicyError` if it is no table, or for an unknown key.
  func section(_ name: String, knowing keys: [String]) throws(PolicyError) -> TOMLTable? {
    guard let value = table[name] else { return nil }
    guard let section = value.table else { throw .value(name, "a table, [\(name)]") }
    for key in section.keys where !keys.contains(key) {
      throw .value("\(name).\(key)", "a key that this version knows")
    }
    return section
  }

  /// Returns the tables of a list; empty if the key is missing.
  ///
  /// - Throws: `PolicyError` if the value is no list of tables.
  func tables(_ section: String, _ key: String) throws(PolicyError) -> [TOMLTable] {
    guard let value = self[section, key] else { return [] }
    let wanted = PolicyError.value("\(section).\(key)", "a list of tables, [[\(section).\(key)]]")
    guard let list = value.array else { throw wanted }
    var tables: [TOMLTable] = []
    for element in list {
      guard let table = element.table else { throw wanted }
      tables.append(table)
    }
    return tables
  }

  /// Returns a permission.
  ///
  /// - Throws: `PolicyError` for any other value, and for none.
  static func permission(_ value: (any TOMLValueConvertible)?, _ key: String) throws(PolicyError) -> Permission {
    guard let permission = value?.string.flatMap(Permission.init(rawValue:)) else {
      throw .value(key, "\"allow\", \"ask\" or \"deny\"")
    }
    return permission
  }

  private func rules() throws(PolicyError) -> [PolicyRule] {
    var rules: [PolicyRule] = []
    for table in try tables("agents", "rules") {
      var rule = PolicyRule(permission: try Self.permission(table["permission"], "agents.rules.permission"))
      for key in table.keys {
        guard let value = table[key] else { continue }
        switch key {
        case "tools": rule.tools = try Self.texts(value, "agents.rules.tools", "a list of tools' names")
        case "agents": rule.agents = try Self.texts(value, "agents.rules.agents", "a list of agents' names")
        case "paths": rule.paths = PatternList(try Self.texts(value, "agents.rules.paths", "a list of patterns"))
        case "permission": break
        // A rule with an unknown condition would apply to more, or to less, than its author meant.
        default: throw .value("agents.rules.\(key)", "a key that this version knows")
        }
      }
      rules.append(rule)
    }
    return rules
  }

  /// Returns the strings of a list.
  ///
  /// - Throws: `PolicyError` with the expected value if the value is no list of strings.
  static func texts(
    _ value: any TOMLValueConvertible, _ key: String, _ wanted: String
  ) throws(PolicyError) -> [String] {
    guard let list = value.array else { throw .value(key, wanted) }
    var texts: [String] = []
    for element in list {
      guard let text = element.string else { throw .value(key, wanted) }
      texts.append(text)
    }
    return texts
  }
}

/// The reason why a policy file cannot be used; the previous settings stay in force.
package enum PolicyError: Error, Hashable, Sendable {
  /// The file is not TOML; with the parser's message.
  case syntax(String)
  /// The file cannot be read; with the system's message.
  case unreadable(String)
  /// The value of a key is invalid; with the key and the expected value.
  case value(String, String)
}

extension PolicyError: CustomStringConvertible {
  /// The sentence for the person.
  package var description: String {
    switch self {
    case .syntax(let text): ".stet/policy.toml cannot be read (\(text)); the earlier settings stay in force"
    case .unreadable(let reason):
      ".stet/policy.toml cannot be read (\(reason)); the earlier settings stay in force"
    case .value(let key, let wanted):
      "\(key) in .stet/policy.toml is not \(wanted); the earlier settings stay in force"
    }
  }
}
