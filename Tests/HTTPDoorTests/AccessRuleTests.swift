import HTTPDoor
import HTTPTypes
import Testing

/// Decides access to the endpoint from the head alone (scenarios 140 and 141).
struct AccessRuleTests {
  private static let token = AccessToken(bytes: Array(repeating: 0xAB, count: 32))
  private static let rule = AccessRule(port: 7717, token: token, longestBody: 1_000)

  private static func request(
    _ method: HTTPRequest.Method = .post, host: String? = "127.0.0.1:7717", path: String = "/mcp",
    with fields: [(String, String)] = []
  ) -> HTTPRequest {
    var headers = HTTPFields()
    let given = Set(fields.map(\.0))
    for (name, value) in [
      ("Authorization", "Bearer \(token.text)"), ("Content-Type", "application/json"),
      ("Accept", "application/json, text/event-stream"), ("Content-Length", "10"),
    ] where !given.contains(name) {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    for (name, value) in fields where !value.isEmpty {
      if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }
    return HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers)
  }

  private static let letIn: [HTTPRequest] = [
    request(), request(host: "localhost:7717"), request(host: "LocalHost:7717"), request(.delete), request(.get),
    request(with: [("Origin", "http://127.0.0.1:7717")]), request(with: [("Origin", "http://localhost:7717")]),
    request(with: [("Content-Type", "application/json; charset=utf-8")]), request(with: [("Accept", "")]),
    request(with: [("Accept", "*/*")]), request(with: [("Content-Length", "")]),
    request(with: [("Content-Length", "1000")]), request(with: [("Authorization", "bearer \(token.text)")]),
    request(with: [("Authorization", "BEARER \(token.text)")]),
  ]

  @Test(arguments: letIn)
  func `a program of this computer that has the token gets in`(request: HTTPRequest) {
    #expect(Self.rule.refusal(of: request) == nil)
  }

  private static let turnedAway: [(HTTPRequest, Int)] = [
    (request(host: nil), 403), (request(host: "127.0.0.1"), 403), (request(host: "127.0.0.1:80"), 403),
    (request(host: "evil.example:7717"), 403), (request(host: "127.0.0.1.evil.example:7717"), 403),
    (request(host: "user@127.0.0.1:7717"), 403), (request(host: "0.0.0.0:7717"), 403),
    (request(with: [("Origin", "null")]), 403), (request(with: [("Origin", "http://evil.example")]), 403),
    (request(with: [("Origin", "http://localhost")]), 403),
    (request(with: [("Origin", "https://localhost:7717")]), 403),
    (request(with: [("Origin", "http://localhost:7717"), ("Origin", "http://evil.example")]), 403),
    (request(with: [("Origin", "http://localhost:7717.evil.example")]), 403),
    (request(path: "/"), 404), (request(path: "/mcp/"), 404), (request(path: "/mcp?token=\(token.text)"), 404),
    (request(.options), 405), (request(.head), 405), (request(.put), 405),
    (request(with: [("Authorization", "")]), 401), (request(with: [("Authorization", token.text)]), 401),
    (request(with: [("Authorization", "Basic \(token.text)")]), 401),
    (request(with: [("Authorization", "Bearer \(token.text)0")]), 401),
    (request(with: [("Authorization", "Bearer \(token.text.dropLast())")]), 401),
    (request(with: [("Authorization", "Bearer \(token.text.dropLast())c")]), 401),
    (request(with: [("Authorization", "Bearer \(token.text)"), ("Authorization", "Bearer x")]), 401),
    (request(.delete, with: [("Authorization", "Bearer x")]), 401),
    (request(with: [("Content-Type", "text/plain")]), 415), (request(with: [("Content-Type", "")]), 415),
    (request(with: [("Content-Type", "application/x-www-form-urlencoded")]), 415),
    (request(with: [("Accept", "text/html")]), 406), (request(with: [("Content-Length", "1001")]), 413),
  ]

  @Test(arguments: turnedAway)
  func `everybody else is turned away, each by a status of its own`(request: HTTPRequest, status: Int) {
    #expect(Self.rule.refusal(of: request)?.status.code == status)
  }

  @Test func `a token is read from its file as it was written, and nothing else is one`() {
    #expect(AccessToken(reading: Self.token.text + "\n") == Self.token)
    #expect(AccessToken(reading: Self.token.text) == Self.token)
    for text in ["", "\n", Self.token.text + "0", String(Self.token.text.dropLast()), Self.token.text.uppercased()] {
      #expect(AccessToken(reading: text) == nil)
    }
  }
}
