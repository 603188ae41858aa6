internal import ArgumentParser

/// The values of a prompt's variables: `--set topic=whales`.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("The value of a variable; repeatable.", valueName: "name=value"))
  var values: [String] = []

  /// Refuses a value without a name.
  func validate() throws {
    for value in values where value.first == "=" || !value.contains("=") {
      throw ValidationError("--set takes name=value, not '\(value)'.")
    }
  }

  /// The values by the names of their variables; the last one of a name counts.
  var given: [String: String] {
    let pairs = values.map { value in
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
