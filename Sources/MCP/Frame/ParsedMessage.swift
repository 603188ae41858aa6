internal import Values

/// A message parsed once, for both the transport, which reads its head, and the session, which executes it.
package struct ParsedMessage: Sendable {
  /// The parsed value, or the reason why it is not JSON.
  let value: Result<JSONValue, JSONFault>
  /// Whether a text in it contained half a surrogate pair, which no text can hold.
  let metHalfPair: Bool

  /// Parses a message.
  package init(_ message: [UInt8]) {
    let read = Result { () throws(JSONFault) in try JSONValue.read(message) }
    value = read.map(\.value)
    metHalfPair = (try? read.get())?.hasHalfPair ?? false
  }
}
