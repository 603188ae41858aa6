internal import Models
internal import Sessions
internal import TOMLKit
internal import WorkspaceAPI

/// The person's limits for the sessions of each workspace, `budgets.toml` beside the settings of the providers.
enum SpendingFile {
  private static let name = "budgets.toml"

  /// Returns the limits; none without a file.
  ///
  /// - Throws: `VerbError` if the file cannot be read, or has a mistake: a limit that is ignored would be relied on.
  static func limits(environment: [String: String]) throws(VerbError) -> SpendingLimits {
    let settings = try PersonalSettings(environment: environment)
    guard let text = try settings.text(name) else { return SpendingLimits() }
    let path = settings.path(name)
    guard let table = try? TOMLTable(string: text) else { throw mistake("it is not TOML", path) }
    for key in table.keys where key != "day" && key != "workspace" {
      throw mistake("'\(key)' is neither day nor workspace", path)
    }
    return SpendingLimits(
      day: try limit("day", table, path), workspace: try limit("workspace", table, path))
  }

  private static func limit(
    _ name: String, _ table: TOMLTable, _ path: String
  ) throws(VerbError) -> SpendingLimits.Limit {
    guard let value = table[name] else { return SpendingLimits.Limit() }
    guard let inner = value.table else { throw mistake("\(name) is not a table, [\(name)]", path) }
    var limit = SpendingLimits.Limit()
    for key in inner.keys {
      switch key {
      case "tokens":
        guard let tokens = inner[key]?.int, tokens >= 0 else { throw mistake("\(name).tokens is not a number", path) }
        limit.tokens = tokens
      case "dollars":
        guard let number = inner[key]?.double ?? inner[key]?.int.map(Double.init), let cost = Cost(dollars: number)
        else { throw mistake("\(name).dollars is not an amount", path) }
        limit.cost = cost
      default: throw mistake("\(name).\(key) is neither tokens nor dollars", path)
      }
    }
    return limit
  }

  private static func mistake(_ what: String, _ path: String) -> VerbError {
    VerbError(
      .failed, "\(path) cannot be used: \(what).", kept: "No model was called.", next: "Correct the file.", path: path)
  }
}
