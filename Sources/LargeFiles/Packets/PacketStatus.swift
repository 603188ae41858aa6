/// The head of an answer of `git-lfs-transfer`: a status of HTTP's and arguments.
struct PacketStatus: Hashable, Sendable {
  /// The status.
  var code: Int
  /// Its arguments, by name.
  var arguments: [String: String] = [:]
  /// Whether more follows, up to a flush.
  var hasBody: Bool

  /// Reads the lines before the flush or delimiter; nil where they are no status.
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

  /// Whether it is a success.
  var isGood: Bool { (200..<300).contains(code) }
}

extension PacketStatus {
  /// Reads an answer to a batch: `OID SIZE ACTION [name=value]…`, one line for each object and action.
  ///
  /// What was not asked for is passed over; what is not answered for is refused, so that no object waits for ever.
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
          request.direction == .upload ? .present : .refused(code: 404, message: "\(host) has not got it")
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
