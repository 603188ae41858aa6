import Models
import TestSupport
import Testing

@Suite struct `A stream of server-sent events` {
  static let cases: [(String, String, [ServerSentEvent])] = [
    ("one line", "data: a\n\n", [ServerSentEvent(data: "a")]),
    ("only one blank after the colon is no data", "data:  a\n\ndata:b\n\n", [.init(data: " a"), .init(data: "b")]),
    ("lines of data are joined", "data: a\ndata\ndata: b\n\n", [.init(data: "a\n\nb")]),
    (
      "a type holds for one event", "event: x\ndata: 1\n\ndata: 2\n\n", [.init(type: "x", data: "1"), .init(data: "2")]
    ),
    (
      "an id holds until the next", "id: 7\ndata: 1\n\ndata: 2\n\n",
      [.init(data: "1", id: "7"), .init(data: "2", id: "7")]
    ),
    ("an id with NUL is none", "id: 7\nid: a\u{0}b\ndata: 1\n\n", [.init(data: "1", id: "7")]),
    ("comments are ignored", ": ping\n\n:\ndata: 1\n: x\n\n", [.init(data: "1")]),
    ("an event without data is none", "event: x\n\ndata: 1\n\n", [.init(data: "1")]),
    ("empty data is an event", "data\n\ndata:\n\n", [.init(data: ""), .init(data: "")]),
    ("other fields are ignored", "error: {}\nretry: 10\n\ndata: 1\n\n", [.init(data: "1")]),
    ("an event without its empty line is none", "data: 1\n\ndata: 2\n", [.init(data: "1")]),
    ("CR ends a line", "data: 1\rdata: 2\r\r", [.init(data: "1\n2")]),
    ("CRLF ends one line", "data: 1\r\ndata: 2\r\n\r\n", [.init(data: "1\n2")]),
    ("line ends may be mixed", "data: 1\r\ndata: 2\rdata: 3\n\r\n", [.init(data: "1\n2\n3")]),
    ("a byte order mark at the beginning is skipped", "\u{FEFF}data: 1\n\n", [.init(data: "1")]),
    (
      "a byte order mark elsewhere is text", "data: 1\n\n\u{FEFF}data: 2\n\ndata: \u{FEFF}3\n\n",
      [.init(data: "1"), .init(data: "\u{FEFF}3")]
    ),
    ("a colon in the data is text", "data: a:b\n\n", [.init(data: "a:b")]),
    ("names are exact", "Data: 1\ndata : 2\n data: 3\ndata: 4\n\n", [.init(data: "4")]),
    ("letters beyond ASCII are kept", "data: é😀\n\n", [.init(data: "é😀")]),
  ]

  @Test(arguments: cases)
  func `is read as the standard says`(rule: String, text: String, events: [ServerSentEvent]) {
    var parser = ServerSentEventParser()
    #expect(parser.take(text.utf8) == events, "\(rule)")
  }

  @Test func `shows an event when its empty line has come, also one that ends with CR`() {
    var parser = ServerSentEventParser()
    #expect(parser.take("data: 1\r\n".utf8).isEmpty)
    #expect(parser.take("\r".utf8) == [.init(data: "1")])
    #expect(parser.take("\ndata: 2\n\n".utf8) == [.init(data: "2")])
  }

  @Test func `bytes that are no UTF-8 become replacement characters`() {
    var parser = ServerSentEventParser()
    #expect(parser.take(Array("data: a".utf8) + [0xFF] + Array("b\n\n".utf8)) == [.init(data: "a\u{FFFD}b")])
  }

  @Test(arguments: Seeds.blocks(plain: 400, long: 20_000))
  func `gives the same events however its bytes are divided`(seeds: Range<UInt64>) {
    let pieces: [[UInt8]] =
      [
        "data: ", "data:", "data", "event: x", "id: 7", ": c", "\n", "\r", "\r\n", "\n\n", "\u{FEFF}", "é😀", "a", ":",
        " ",
        "retry: 1", "\u{0}",
      ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...40, using: &random) { bytes += pieces.randomElement(using: &random) ?? [] }
      var whole = ServerSentEventParser()
      let expected = whole.take(bytes)
      var divided = ServerSentEventParser()
      var events: [ServerSentEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(rest.count, 7), using: &random)
        events += divided.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(events == expected, "STET_SEED=\(seed): \(bytes)")
    }
  }
}
