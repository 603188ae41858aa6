import WorkspaceAPI
import Dispatch
import Glibc
import GitObjects
import Testing

@testable import DaemonClient

@Suite struct DirectConnectionTests {
  /// Requests in every form that a line is made for, and one that goes through the codec.
  static let requests: [WriteRequest] = [
    WriteRequest(path: "a.md", action: .put([])),
    WriteRequest(
      path: "é \"x\"\\\n\u{1}\u{1f}/b.md", action: .put(Array(0...255)), token: .zero, caller: Caller(tool: "t")),
    WriteRequest(
      path: "a", action: .put(Array("text\n".utf8)), token: .emptyBlob,
      caller: Caller(agent: "Claude \"Code\"\t", session: "4\u{7f}2", model: "m", tool: "stet write")),
    WriteRequest(path: "a", action: .append([1]), caller: Caller(agent: "x")),
  ]

  static let receipts: [WriteReceipt] = [
    WriteReceipt(path: "a b/é.md", token: .emptyBlob, commit: .emptyTree),
    WriteReceipt(path: "a", token: nil, commit: nil, merged: true, unchanged: true, held: "too large (>10 MB)"),
    WriteReceipt(path: "a \"b\"", token: .emptyBlob, commit: nil, unchanged: true),
  ]

  @Test(arguments: requests) func `a line made without the codec asks the same`(request: WriteRequest) throws {
    guard let line = WriteLine.request(request, id: 7) else {
      if case .put = request.action { Issue.record("a content is not put") }
      return
    }
    let head = try RPCCodec.head(from: line)
    #expect(head.id == .number(7) && head.method == "write")
    let same = try RPCCodec.parameters(of: WriteRequest.self, head, from: line)
    #expect("\(same)" == "\(request)")
  }

  @Test(arguments: receipts) func `a receipt read without the codec says the same`(receipt: WriteReceipt) throws {
    let line = try RPCCodec.line(RPCAnswer(id: .number(1), result: receipt))
    let read = WriteLine.receipt(line)
    // The codec reads lines with an escape.
    #expect((read == nil) == line.contains(UInt8(ascii: "\\")))
    if let read { #expect("\(read)" == "\(receipt)") }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"result":null}"#, #"{"jsonrpc":"2.0","id":1,"result":{"path":"a","merged":false}}"#,
    #"{"result":{"path":"a","token":"12","merged":false,"unchanged":false}}"#,
    #"{"result":{"path":"a","merged":false,"unchanged":false}} "#,
    #"{"result":{"path":"a","merged":false,"unchanged":false},"error":{"code":1}}"#,
    #"{"result":{"path":"a","merged":false,"unchanged":false"#, #"{"result":{"path":["a"]}}"#,
  ])
  func `what is no plain receipt is left to the codec`(line: String) {
    #expect(WriteLine.receipt(Array(line.utf8)) == nil)
  }

  @Test func `an error that names a text is no receipt`() throws {
    let line = try RPCCodec.line(RPCAnswer(id: .number(1), error: RPCErrorBody(error: FakeVerbs.error)))
    #expect(WriteLine.receipt(line) == nil)
  }

  @Test(arguments: requests) func `a direct call asks and gives what a client's does`(request: WriteRequest)
    async throws
  {
    let (near, far) = (FakeVerbs(), FakeVerbs())
    let folder = try await ServedFolder(far)
    let path = folder.path
    let receipt = await Self.blocking { Result { try DirectConnection(path: path).write(request) } }
    await folder.end()
    let expected = try await near.write(request)
    #expect(try "\(receipt.get())" == "\(expected)")
    #expect(far.requests == near.requests)
  }

  @Test func `a direct call fails with the daemon's error, and with a sentence where the daemon ends`() async throws {
    let folder = try await ServedFolder(FakeVerbs(failing: FakeVerbs.error))
    let path = folder.path
    let failed = await Self.blocking { Result { try DirectConnection(path: path).write(Self.requests[0]) } }
    #expect(throws: FakeVerbs.error) { try failed.get() }
    let connection = try DirectConnection(path: path)
    await folder.end()
    let gone = Result { try connection.write(Self.requests[0]) }
    #expect(throws: CallTable.gone) { try gone.get() }
    #expect(throws: SocketError.nobodyListens(path: path.string)) { try DirectConnection(path: path) }
  }

  /// Runs a call that blocks on a thread of its own.
  static func blocking<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}
