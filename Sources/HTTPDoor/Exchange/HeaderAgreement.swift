internal import FoundationEssentials
package import HTTPTypes
package import MCP

/// The check that a stateless message's headers agree with its body: proxies act on the headers, so a difference could
/// be exploited (2026-07-28, Streamable HTTP, "Server Validation").
package struct HeaderAgreement: Sendable {
  private static let version = HTTPField.Name("MCP-Protocol-Version")
  private static let method = HTTPField.Name("Mcp-Method")
  private static let name = HTTPField.Name("Mcp-Name")

  /// Returns the first difference for people; nil if there is none.
  package static func difference(_ headers: HTTPFields, _ message: MessageHead) -> String? {
    if let text = difference("MCP-Protocol-Version", version, headers, message.version) { return text }
    if let text = difference("Mcp-Method", method, headers, message.method) { return text }
    return message.mustBeNamed ? difference("Mcp-Name", name, headers, message.name) : nil
  }

  /// Returns the unsupported revision in a session message's header; nil if there is none.
  package static func unknownVersion(_ headers: HTTPFields) -> String? {
    guard let version, let named = headers[version] else { return nil }
    return ProtocolVersion(rawValue: named) == nil ? named : nil
  }

  private static func difference(
    _ label: String, _ field: HTTPField.Name?, _ headers: HTTPFields, _ expected: String?
  ) -> String? {
    let values = field.map { headers[values: $0] } ?? []
    guard values.count == 1, let value = values.first else {
      return "Header mismatch: \(label) must be in the headers exactly once."
    }
    guard let decoded = decode(value) else { return "Header mismatch: \(label) is not well encoded." }
    guard let expected, decoded.utf8.elementsEqual(expected.utf8) else {
      return "Header mismatch: \(label) and the message body differ."
    }
    return nil
  }

  /// Decodes a value; one that a header cannot hold has the form `=?base64?…?=`.
  private static func decode(_ value: String) -> String? {
    let start = "=?base64?", end = "?="
    guard value.hasPrefix(start), value.hasSuffix(end), value.count >= start.count + end.count else { return value }
    let encoded = String(value.dropFirst(start.count).dropLast(end.count))
    // Written again, so that there is one way to write each.
    guard let data = Data(base64Encoded: encoded), data.base64EncodedString() == encoded else { return nil }
    return String(validating: data, as: UTF8.self)
  }
}
