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
