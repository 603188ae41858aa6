import HTTPDoor
import HTTPTypes
import MCP
import Testing

/// A stateless message's headers (2026-07-28, Streamable HTTP, "Server Validation").
struct HeaderAgreementTests {
  private static func message(_ method: String, _ params: String = "") -> MessageHead {
    MessageHead(
      ParsedMessage(
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
            .utf8)))
  }

  private static func headers(_ fields: [(String, String)]) -> HTTPFields {
    var headers = HTTPFields()
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }
    return headers
  }

  private static let version = ("MCP-Protocol-Version", "2026-07-28")
  private static let whale = message("resources/read", #""uri":"stet:///W\u00e4l.md","#)

  private static let agreeing: [([(String, String)], MessageHead)] = [
    ([version, ("Mcp-Method", "tools/list")], message("tools/list")),
    ([version, ("mcp-method", "tools/call"), ("MCP-NAME", "a b")], message("tools/call", #""name":"a b","#)),
    ([version, ("Mcp-Method", "resources/read"), ("Mcp-Name", "=?base64?c3RldDovLy9Xw6RsLm1k?=")], whale),
    ([version, ("Mcp-Method", "tools/list"), ("Mcp-Name", "anything")], message("tools/list")),
  ]

  @Test(arguments: agreeing)
  func `headers that say what the body says agree`(fields: [(String, String)], message: MessageHead) {
    #expect(HeaderAgreement.difference(Self.headers(fields), message) == nil)
  }

  private static let differing: [([(String, String)], MessageHead)] = [
    ([("Mcp-Method", "tools/list")], message("tools/list")),
    ([version], message("tools/list")),
    ([("MCP-Protocol-Version", "2025-11-25"), ("Mcp-Method", "tools/list")], message("tools/list")),
    ([version, version, ("Mcp-Method", "tools/list")], message("tools/list")),
    ([version, ("Mcp-Method", "tools/call")], message("tools/list")),
    ([version, ("Mcp-Method", "Tools/list")], message("tools/list")),
    ([version, ("Mcp-Method", "tools/call")], message("tools/call", #""name":"a","#)),
    ([version, ("Mcp-Method", "tools/call"), ("Mcp-Name", "b")], message("tools/call", #""name":"a","#)),
    ([version, ("Mcp-Method", "tools/call"), ("Mcp-Name", "a")], message("tools/call")),
    ([version, ("Mcp-Method", "resources/read"), ("Mcp-Name", "=?base64?c3RldA=?=")], whale),
    ([version, ("Mcp-Method", "resources/read"), ("Mcp-Name", "=?base64?!!!!?=")], whale),
  ]

  @Test(arguments: differing)
  func `a header that is missing, doubled, ill encoded or different is named`(
    fields: [(String, String)], message: MessageHead
  ) {
    #expect(HeaderAgreement.difference(Self.headers(fields), message)?.hasPrefix("Header mismatch: M") == true)
  }
}
