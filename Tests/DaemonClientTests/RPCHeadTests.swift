import FoundationEssentials
import Testing

@testable import DaemonClient

@Suite struct RPCHeadTests {
  static let lines = [
    #"{"jsonrpc":"2.0","id":7,"result":[{"path":"a.md","id":9,"method":"no"}]}"#,
    #"{"result":{"id":1,"text":"}\",\"id\":3"},"id":7,"jsonrpc":"2.0"}"#,
    #"{"method":"event","params":{"subscription":4,"list":[[1,2],{}]}}"#,
    #"{"id":"a é","result":{}}"#, #"{"id":"a \"b\"","result":{}}"#, #"{"id":null,"error":{"code":-1}}"#,
    #"{"id":-3,"result":null,"more":[]}"#, #"{"i\u0064":5,"result":true}"#, #"{ "id" : 5 }"#, #"{"id":5.0}"#,
    #"{"\\":1,"id":5}"#, "{}",
  ]

  @Test(arguments: lines) func `a head is read as JSON's own reader does`(line: String) throws {
    let expected = try JSONDecoder().decode(RPCHead.self, from: Data(line.utf8))
    #expect(RPCHead(Array(line.utf8)) == expected)
  }

  @Test(arguments: ["", "{", "[1]", #"{"id":7"#, #"{"id":7}x"#, #"{"id":"\"#, #"{"result":{"id":7}"#, "7"])
  func `what is no whole object has no head`(line: String) {
    #expect(RPCHead(Array(line.utf8)) == nil)
  }
}
