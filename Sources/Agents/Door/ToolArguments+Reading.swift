internal import GitObjects
internal import MCP

extension ToolArguments {
  /// Reads arguments; what is wrong with them is the tool's failure.
  func read<V>(_ body: (ToolArguments) throws(ArgumentFault) -> V) throws(ToolFailure) -> V {
    do throws(ArgumentFault) { return try body(self) } catch { throw ToolFailure(error) }
  }

  /// A text that must be there.
  func required(_ name: String) throws(ToolFailure) -> String {
    try read { arguments throws(ArgumentFault) in try arguments.text(name) }
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
