internal import Glibc
internal import Testing
internal import Values

@testable internal import MCP

@Suite struct StdioTests {
  @Test(arguments: 1...7)
  func `lines are the same however they come in`(step: Int) {
    let bytes = Array("one\r\n\n{\"two\":2}\n0123456789\nthree".utf8)
    var framer = LineFramer(limit: 9)
    var pieces: [LineFramer.Piece] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      pieces += framer.take(bytes[start..<min(start + step, bytes.count)])
    }
    if let last = framer.finish() { pieces.append(last) }
    #expect(
      pieces == [.line(Array("one".utf8)), .line(Array("{\"two\":2}".utf8)), .tooLong, .line(Array("three".utf8))])
  }

  /// Serves what a client sends at once; returns its answers, a line each.
  private func conversation(_ lines: [String], limit: Int = 1 << 20) async -> [JSONValue] {
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    #expect(pipe(&input) == 0 && pipe(&output) == 0)
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    #expect(write(input[1], text, text.count) == text.count)
    close(input[1])
    let server = StdioServer(server: Samples.server, input: input[0], output: output[1], limit: limit) {
      call, progress in
      progress(ToolProgress(done: 1, total: 2))
      return ToolResult(content: [.text("did \(call.tool)")])
    }
    await server.run()
    close(output[1])
    var framer = LineFramer(limit: 1 << 20)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var answers: [JSONValue] = []
    while case let count = read(output[0], &buffer, buffer.count), count > 0 {
      for case .line(let line) in framer.take(buffer[..<count]) {
        if let answer = try? JSONValue(line) { answers.append(answer) }
      }
    }
    close(input[0])
    close(output[0])
    return answers
  }

  @Test func `what is at work when the client closes its end is answered`() async {
    let calls = (1...100).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"tools/call","params":{"name":"a"}}"# }
    let answers = await conversation([Samples.initialize("2025-11-25")] + calls)
    #expect(Set(answers.compactMap { $0["id"]?.integer }) == Set(0...100))
    #expect(answers.count == 101)
  }

  @Test func `progress comes before the answer`() async {
    let answers = await conversation([
      Samples.initialize("2025-11-25"),
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":7}}}"#,
    ])
    #expect(answers.map { $0["method"]?.text } == [nil, "notifications/progress", nil])
  }

  @Test func `a line that is too long is answered, and the next one served`() async {
    let answers = await conversation(
      [String(repeating: "x", count: 5_000), #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#], limit: 1_000)
    #expect(answers.first?["error"]?["code"] == -32600)
    #expect(answers.last?["id"] == 1)
  }
}
