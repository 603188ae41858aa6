internal import GitObjects
internal import MCP

extension ToolArguments {
  /// Reads arguments; converts an argument's fault to the tool's failure.
  func read<V>(_ body: (ToolArguments) throws(ArgumentFault) -> V) throws(ToolFailure) -> V {
    do throws(ArgumentFault) { return try body(self) } catch { throw ToolFailure(error) }
  }

  /// Returns whether there is a value under a name.
  func has(_ name: String) -> Bool { members.contains { $0.isNamed(name) && $0.value != .null } }

  /// Returns a text that is required.
  func required(_ name: String) throws(ToolFailure) -> String {
    try read { arguments throws(ArgumentFault) in try arguments.text(name) }
  }

  /// Returns a text, if one is given.
  func given(_ name: String) throws(ToolFailure) -> String? {
    try read { arguments throws(ArgumentFault) in try arguments.text(ifGiven: name) }
  }

  /// Returns a number of at least one, if one is given; never more than `most`.
  func count(_ name: String, most: Int) throws(ToolFailure) -> Int? {
    guard let count = try read({ arguments throws(ArgumentFault) in try arguments.integer(ifGiven: name) }) else {
      return nil
    }
    guard count > 0 else { throw ToolFailure("Invalid arguments: \"\(name)\" must be at least 1.") }
    return min(count, most)
  }

  /// Returns the number of results that the cursor of a tool skips; 0 without a cursor.
  func skip(of tool: String) throws(ToolFailure) -> Int {
    guard let cursor = try given("cursor") else { return 0 }
    guard let place = Int(cursor), (0...1_000_000).contains(place) else {
      throw ToolFailure("This cursor was not given out by \(tool).")
    }
    return place
  }

  /// Returns the token, if one is given: zero for `absent`.
  ///
  /// - Throws: `ToolFailure` for a text that is no token.
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
