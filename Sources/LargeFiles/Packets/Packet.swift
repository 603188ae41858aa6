/// A packet of git's protocols: four hexadecimal digits of length, then the bytes.
enum Packet: Hashable, Sendable {
  /// Bytes of a message.
  case data([UInt8])
  /// The end of a message.
  case flush
  /// The separator of a message's two parts.
  case delimiter

  /// The largest number of bytes in one packet.
  static let longest = 65_516

  /// Creates a packet of one line of text.
  static func text(_ line: String) -> Packet { .data(Array("\(line)\n".utf8)) }

  /// The encoded packet.
  var bytes: [UInt8] {
    switch self {
    case .flush: return Array("0000".utf8)
    case .delimiter: return Array("0001".utf8)
    case .data(let bytes):
      let digits = Array("0123456789abcdef".utf8)
      let length = bytes.count + 4
      return [12, 8, 4, 0].map { digits[length >> $0 & 15] } + bytes
    }
  }

  /// The packet's line without its newline; nil for a packet without data.
  var line: String? {
    guard case .data(var bytes) = self else { return nil }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ServerLines {
  /// Returns the next packet; nil at the end of the output, and if the bytes are not a packet.
  mutating func packet() async -> Packet? {
    guard let head = await bytes(4) else { return nil }
    var length = 0
    for byte in head {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): length = length << 4 | Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): length = length << 4 | Int(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): length = length << 4 | Int(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    switch length {
    case 0: return .flush
    case 1: return .delimiter
    case 4...: return await bytes(length - 4).map { .data($0) }
    default: return nil
    }
  }

  /// Returns the lines of the packets up to the next flush or delimiter, and which of the two it was; nil if the output
  /// ends before that.
  mutating func packetLines() async -> (lines: [String], end: Packet)? {
    var lines: [String] = []
    while let packet = await packet() {
      guard let line = packet.line else { return (lines, packet) }
      lines.append(line)
    }
    return nil
  }
}
