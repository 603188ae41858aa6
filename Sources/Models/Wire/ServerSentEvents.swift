internal import Values

/// One event of a stream of server-sent events.
package struct ServerSentEvent: Hashable, Sendable {
  /// The type; `message` if the server gave none.
  package var type: String
  /// The data, its lines joined by newlines.
  package var data: String
  /// The last id that the server gave in this stream; empty without one.
  package var id: String

  package init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

/// An incremental parser of server-sent events as in the HTML standard (9.2.6). Pure: the same bytes give the same
/// events, however they are divided.
///
/// A line ends with LF, CR or CRLF, and an event with an empty line. An event without its empty line at the end of the
/// stream is discarded. The field `retry` has no effect because nothing reconnects.
package struct ServerSentEventParser: Sendable {
  private var line: [UInt8] = []
  /// Whether the previous byte was a CR: an LF after it ends no second line.
  private var isAfterReturn = false
  private var isFirstLine = true
  private var type = ""
  private var data: String?
  private var id = ""

  /// Creates a parser at the beginning of a stream.
  package init() {}

  /// Returns the events that end in the next bytes.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      let isSecondHalf = isAfterReturn && byte == 0x0A
      isAfterReturn = byte == 0x0D
      if isSecondHalf { continue }
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        continue
      }
      if let event = endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer {
      line.removeAll(keepingCapacity: true)
      isFirstLine = false
    }
    let text = isFirstLine ? line.dropFirst(ByteOrderMark.length(in: line)) : line[...]
    guard !text.isEmpty else { return dispatch() }
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    var value = text[colon...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    // A line that begins with a colon has an empty name: it is a comment.
    switch String(decoding: text[..<colon], as: UTF8.self) {
    case "event": type = String(decoding: value, as: UTF8.self)
    case "data":
      let more = String(decoding: value, as: UTF8.self)
      data = data.map { $0 + "\n" + more } ?? more
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      type = ""
      data = nil
    }
    return data.map { ServerSentEvent(type: type.isEmpty ? "message" : type, data: $0, id: id) }
  }
}
