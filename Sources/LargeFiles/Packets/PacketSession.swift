/// A conversation with `git-lfs-transfer`: a message, then its answer.
struct PacketSession {
  /// The program's output.
  var lines: ServerLines

  /// Starts a conversation.
  init(_ lines: ServerLines) { self.lines = lines }

  /// Sends a message.
  ///
  /// - Parameters:
  /// - body: the lines after the delimiter; nil for a message without a body.
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
