/// A conversation with `git-lfs-transfer`: a message, then its answer.
struct PacketSession {
  /// The program's output.
  var lines: ServerLines

  /// Starts a conversation.
  init(_ lines: ServerLines) { self.lines = lines }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - body: the lines after the delimiter; nil for a message without a body.
  ///   - isOpen: whether more of the body follows.
  func send(_ command: String, _ arguments: [String], _ body: [String]?, isOpen: Bool = false) async {
    var packets = ([command] + arguments).map { Packet.text($0) }
    if let body { packets += [.delimiter] + body.map { Packet.text($0) } }
    if !isOpen { packets.append(.flush) }
    // If the program does not read it, no answer arrives either.
    _ = await lines.stream.write(packets.flatMap(\.bytes))
  }

  /// Reads the head of an answer; reads an error completely.
  mutating func status() async -> Result<PacketStatus, TransferFault> {
    guard let (head, end) = await lines.packetLines() else { return .failure(ShellPeer.cut) }
    guard let status = PacketStatus(head, hasBody: end == .delimiter) else {
      return .failure(.unreadable("git-lfs-transfer answered '\(head.first?.prefix(60) ?? "")'"))
    }
    guard !status.isGood else { return .success(status) }
    var words: [String] = []
    if status.hasBody, let (body, _) = await lines.packetLines() { words = body }
    let message = words.map { $0.hasPrefix("message ") ? String($0.dropFirst(8)) : $0 }.joined(separator: " ")
    return .failure(
      .status(status.code, message: message.isEmpty ? "no reason given" : String(message.prefix(500)), retryAfter: nil))
  }

  /// Reads an answer that consists of lines.
  mutating func answer() async -> Result<(status: PacketStatus, lines: [String]), TransferFault> {
    switch await status() {
    case .failure(let fault): return .failure(fault)
    case .success(let status):
      guard status.hasBody else { return .success((status, [])) }
      guard let (body, _) = await lines.packetLines() else { return .failure(ShellPeer.cut) }
      return .success((status, body))
    }
  }
}

/// The head of an answer of `git-lfs-transfer`: an HTTP status and arguments.
struct PacketStatus: Hashable, Sendable {
  /// The HTTP status.
  var code: Int
  /// The arguments by name.
  var arguments: [String: String] = [:]
  /// Whether a body follows, up to a flush packet.
  var hasBody: Bool

  /// Parses the lines before the flush or delimiter; nil if they are not a status.
  init?(_ lines: [String], hasBody: Bool) {
    guard let first = lines.first, first.hasPrefix("status "), let code = Int(first.dropFirst("status ".count)) else {
      return nil
    }
    self.code = code
    self.hasBody = hasBody
    for line in lines.dropFirst() {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { arguments[String(parts[0])] = String(parts[1]) }
    }
  }

  /// Whether the status is 2xx.
  var isGood: Bool { (200..<300).contains(code) }
}

extension PacketStatus {
  /// Parses an answer to a batch: `OID SIZE ACTION [name=value]…`, one line for each object and action.
  ///
  /// Objects that were not requested are ignored; an object that the answer leaves out is refused, so that no object
  /// waits for ever.
  static func answer(_ lines: [String], to request: BatchRequest, host: String) -> BatchAnswer {
    var verdicts: [ContentID: BatchVerdict] = [:]
    for pointer in request.pointers {
      verdicts[pointer.id] = .refused(code: 0, message: "\(host) did not answer for it")
    }
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count >= 3, let id = ContentID(hex: Array(words[0].utf8)), verdicts[id] != nil else { continue }
      switch words[2] {
      case "noop":
        verdicts[id] =
          request.direction == .upload ? .present : .refused(code: 404, message: "\(host) does not have it")
      case "upload" where request.direction == .upload, "download" where request.direction == .download:
        verdicts[id] = .move(action(words.dropFirst(3)), verify: nil)
      default: continue
      }
    }
    return BatchAnswer(verdicts)
  }

  private static func action(_ words: ArraySlice<Substring>) -> BatchAction {
    var action = BatchAction(address: "")
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "id", "token": action.fields[parts[0]] = parts[1]
      case "expires-in": action.lifetime = Int(parts[1]).map { .seconds(max(0, min($0, 2_147_483_647))) }
      default: continue
      }
    }
    return action
  }
}

/// A packet of git's protocols: four hexadecimal digits of length, then the bytes.
enum Packet: Hashable, Sendable {
  /// Bytes of a message.
  case data([UInt8])
  /// The end of a message.
  case flush
  /// The separator of a message's two parts.
  case delimiter

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
