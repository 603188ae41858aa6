internal import Testing
internal import Values

@testable internal import MCP

/// Frames that no client should send (reliability 143, 144).
@Suite struct HostileFrameTests {
  @Test(arguments: [
    ("", -32700), ("{", -32700), ("GET / HTTP/1.1", -32700), ("\u{0}", -32700), ("{\"a\":1,\"a\":1}", -32700),
    ("null", -32600), ("7", -32600), ("\"x\"", -32600), ("{}", -32600), ("[]", -32600), ("[1]", -32600),
    (#"{"id":1}"#, -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, -32600),
  ])
  func `a line that is no request is answered with what is wrong`(line: String, code: Int) {
    var session = Samples.session()
    let answers = session.answers(line)
    #expect(answers.count == 1)
    #expect(answers.first?["error"]?["code"]?.integer == code)
    #expect(answers.first?["id"] != .some(.null))
  }

  @Test(arguments: [#"{"jsonrpc":"2.0","id":3,"result":{}}"#, #"{"jsonrpc":"2.0","id":3,"error":{"code":1}}"#])
  func `an answer that nobody asked for is passed over`(line: String) {
    var session = Samples.session()
    #expect(session.answers(line).isEmpty)
  }

  @Test func `a huge id goes back as it came`() {
    var session = Samples.session()
    let id = String(repeating: "9", count: 400)
    #expect(session.answers(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#).first?["id"] == .number(id))
  }

  @Test(arguments: 1...40)
  func `any bytes are survived, and answered once at most`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let samples = [
      Samples.initialize("2025-03-26"), #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(Samples.meta)}}"#,
      #"{"jsonrpc":"2.0","id":"é","method":"tools/call","params":{"name":"a","arguments":{"p":"\ud83d\ude00"}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"é"}}"#,
    ]
    var session = ServerSession(server: Samples.server)
    for _ in 0..<200 {
      var line = Array(samples[Int.random(in: 0..<samples.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 0...4, using: &random) where !line.isEmpty {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line.removeSubrange(place..<min(line.count, place + 9))
        default: line.insert(contentsOf: line[place...].prefix(7), at: place)
        }
      }
      let effects = session.receive(line)
      let isArray = line.first { $0 != 0x20 } == UInt8(ascii: "[")
      #expect(effects.count <= 1 || isArray, "seed \(seed): \(String(decoding: line, as: UTF8.self))")
      for effect in effects {
        guard case .send(let frame) = effect else { continue }
        let answer = try? JSONValue(frame)
        #expect(answer?["jsonrpc"] == "2.0", "seed \(seed)")
        #expect(!frame.contains(UInt8(ascii: "\n")), "seed \(seed)")
      }
    }
  }
}

/// Numbers that are the same for the same seed (splitmix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
