internal import Testing
internal import Values

@testable internal import MCP

/// Frames as no client should send them (reliability 144).
@Suite struct FrameFuzzTests {
  private static let frames = [
    Samples.initialize("2025-11-25"), Samples.initialize("2025-03-26"),
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"path":"é\u0301\ud83d\ude00","n":[1,2.5e3,null,true]},"_meta":{"progressToken":7}}}"#,
    #"{"jsonrpc":"2.0","id":"x","method":"tools/list"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{\#(Samples.meta)}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"subscriptions/listen","params":{\#(Samples.meta),"notifications":{"resourceSubscriptions":["file:///a"]}}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"file:///n/a.md"}}"#,
    #"[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","id":6,"method":"resources/list"}]"#,
  ].map { Array($0.utf8) }

  private struct Chance {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(1, limit)))
    }
  }

  private static func broken(_ frame: [UInt8], _ chance: inout Chance) -> [UInt8] {
    var frame = frame
    let pieces = [
      "\"", "{", "}", "[", "]", ",", ":", "\\ud800", "\u{0}", "1e999", "-", "null", "\"id\":1,", "\u{FF}", "[[[[[[[[",
    ]
    for _ in 0...chance.below(4) {
      let place = chance.below(frame.count)
      switch chance.below(5) {
      case 0: frame[place] = UInt8(chance.below(256))
      case 1: frame.remove(at: place)
      case 2: frame.insert(contentsOf: Array(pieces[chance.below(pieces.count)].utf8), at: place)
      case 3:
        frame.insert(
          contentsOf: frame[place..<min(frame.count, place + chance.below(40))], at: chance.below(frame.count))
      default: frame.removeSubrange(place..<min(frame.count, place + chance.below(20)))
      }
      if frame.isEmpty { frame = [UInt8(ascii: "x")] }
    }
    return frame
  }

  @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
  func `whatever comes, each frame that is sent is one, and no request is answered twice`(seed: UInt64) {
    var chance = Chance(state: seed)
    for round in 0..<200 {
      var server = Samples.server
      server.templates = [ResourceTemplate(uri: "file:///n/{+path}", name: "file", description: "")]
      var session = ServerSession(server: server)
      var answered: [JSONValue: Int] = [:]
      var asked: [JSONValue: Int] = [:]
      for _ in 0..<20 {
        let frame = Self.frames[chance.below(Self.frames.count)]
        let line = chance.below(3) == 0 ? frame : Self.broken(frame, &chance)
        if let value = JSONValue(line: line) {
          for message in value.elements ?? [value] { if let id = message["id"] { asked[id, default: 0] += 1 } }
        }
        var effects = session.receive(line)
        for effect in effects {
          switch effect {
          case .call(let key, _): effects += session.finish(key: key, ToolResult(content: [.text("did")]))
          case .resources(let key, _): effects += session.finish(key: key, ResourceAnswer.page([], next: nil))
          case .send, .watch, .cancel: break
          }
        }
        for case .send(let sent) in effects {
          guard let answer = JSONValue(line: sent) else {
            Issue.record("seed \(seed), round \(round): no JSON")
            return
          }
          #expect(answer["jsonrpc"] == "2.0", "seed \(seed)")
          #expect(answer["error"]?["code"]?.integer ?? -1 < 0, "seed \(seed)")
          if let id = answer["id"] { answered[id, default: 0] += 1 }
        }
      }
      for (id, count) in answered { #expect(count <= asked[id, default: 0], "seed \(seed), round \(round): \(id)") }
    }
  }
}
