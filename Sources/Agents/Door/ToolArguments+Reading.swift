internal import GitObjects
internal import MCP

extension ToolArguments {
  /// Reads arguments; what is wrong with them is the tool's failure.
  func read<V>(_ body: (ToolArguments) throws(ArgumentFault) -> V) throws(ToolFailure) -> V {
    do throws(ArgumentFault) { return try body(self) } catch { throw ToolFailure(error) }
  }

  /// Whether something is given under a name.
  func has(_ name: String) -> Bool { members.contains { $0.isNamed(name) && $0.value != .null } }

  /// A text that must be there.
  func required(_ name: String) throws(ToolFailure) -> String {
    try read { arguments throws(ArgumentFault) in try arguments.text(name) }
  }

  /// A text, where one is given.
  func given(_ name: String) throws(ToolFailure) -> String? {
    try read { arguments throws(ArgumentFault) in try arguments.text(ifGiven: name) }
  }

  /// A number of at least one, where one is given; never more than `most`.
  func count(_ name: String, most: Int) throws(ToolFailure) -> Int? {
    guard let count = try read({ arguments throws(ArgumentFault) in try arguments.integer(ifGiven: name) }) else {
      return nil
    }
    guard count > 0 else { throw ToolFailure("Invalid arguments: \"\(name)\" must be at least 1.") }
    return min(count, most)
  }

  /// The token, where one is given: zero for `absent`.
  ///
  /// - Throws: `ToolFailure` for what is no token.
  func token() throws(ToolFailure) -> ObjectID? {
    guard let text = try read({ arguments throws(ArgumentFault) in try arguments.text(ifGiven: "token") }) else {
      return nil
    }
    if text == "absent" { return .zero }
    guard let id = ObjectID(hex: text) else {
      throw ToolFailure(
        "\"token\" is no version token: give the 40 digits that reading the file gave you, or \"absent\".")
    }
    return id
  }
}
