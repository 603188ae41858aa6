/// A message that was read once: for the transport, which looks at its head, and for the session that takes it.
package struct ParsedMessage: Sendable {
  /// What it is, or why it is no JSON.
  let value: Result<JSONValue, JSONFault>
  /// Whether a text in it held half a surrogate pair, which no text can hold.
  let metHalfPair: Bool

  /// Reads a message.
  package init(_ message: [UInt8]) {
    var parser = JSONParser(message)
    value = Result { () throws(JSONFault) in try parser.whole() }
    metHalfPair = parser.metHalfPair
  }
}
