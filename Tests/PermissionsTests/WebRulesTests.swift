import Testing
import WorkspaceAPI

@testable import Permissions

@Suite struct WebRulesTests {
  private static let text = """
    [web]
    permission = "ask"
    [[web.rules]]
    hosts = ["*.example.org", "docs.test:8443", "[::1]", "BÜCHER.test"]
    permission = "allow"
    [[web.rules]]
    hosts = ["private.example.org"]
    permission = "deny"
    """

  @Test(
    arguments: [
      ("www.example.org:443", "allow"), ("a.b.example.org:8080", "allow"), ("example.org:443", "ask"),
      ("badexample.org:443", "ask"), ("private.example.org:443", "deny"), ("PRIVATE.Example.org.:80", "deny"),
      ("docs.test:8443", "allow"), ("docs.test:443", "ask"), ("[::1]:80", "allow"), ("bücher.test:443", "allow"),
      ("other.test:443", "ask"), ("127.0.0.1:80", "ask"),
    ] as [(String, String)])
  func `the last rule that names a server decides`(server: String, permission: String) throws {
    let policy = try Policy(toml: Self.text)
    #expect(policy.web.permission(for: server).rawValue == permission)
  }

  @Test func `without a rule the person is asked, and a rule for all names every server`() throws {
    #expect(Policy.standard.web.permission(for: "a.test:443") == .ask)
    #expect(try Policy(toml: "[web]\npermission = \"deny\"\n").web.permission(for: "a.test:443") == .deny)
    let all = try Policy(toml: "[[web.rules]]\nhosts = [\"*\"]\npermission = \"allow\"\n")
    #expect(all.web.permission(for: "a.test:9") == .allow)
  }

  @Test(
    arguments: [
      ("[web]\nallow = [\"a.test\"]\n", "web.allow"), ("web = 1\n", "web "),
      ("[web]\npermission = \"yes\"\n", "web.permission"),
      ("[[web.rules]]\nhosts = [\"https://a.test\"]\npermission = \"allow\"\n", "web.rules.hosts"),
      ("[[web.rules]]\nhosts = [\"a*.test\"]\npermission = \"allow\"\n", "web.rules.hosts"),
      ("[[web.rules]]\nhosts = [\"a.test:x\"]\npermission = \"allow\"\n", "web.rules.hosts"),
      ("[[web.rules]]\nhosts = [\"a.test\"]\n", "web.rules"), ("[web]\nrules = 1\n", "web.rules"),
      ("[sessions]\nchats = 1\n", "sessions.chats"), ("[sessions]\nchat = true\n", "sessions.chat"),
    ] as [(String, String)])
  func `a mistake names its key`(text: String, key: String) {
    let error = #expect(throws: PolicyError.self) { try Policy(toml: text) }
    #expect(error.map { "\($0)".hasPrefix(key) } == true, "\(error.map { "\($0)" } ?? "")")
  }
}
