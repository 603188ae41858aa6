package import GitObjects

/// The entries of the audit's files, with a check that they are unchanged. Pure.
package struct AuditCheck: Sendable {
  /// The calls, oldest first.
  package private(set) var entries: [AuditEntry] = []
  /// The problems in words; empty if there are none.
  package private(set) var problems: [String] = []
  /// The last line.
  package private(set) var head: AuditHead?
  private var hashes: [Int: String] = [:]
  private var first: Int?

  /// Reads files, oldest first, and checks each line against the one before.
  package init(files: [[UInt8]], hash: ([UInt8]) -> ObjectID) {
    var callers: [Int: AuditLine] = [:]
    var last: (number: Int, hash: String)?
    var log = ""
    for file in files {
      for bytes in file.split(separator: UInt8(ascii: "\n")) {
        guard let (line, text, said) = AuditLine.parse(bytes) else {
          problems.append("after entry \(last?.number ?? 0) there is a line that cannot be read")
          continue
        }
        if last == nil {
          first = line.n
          last = (line.n - 1, line.k == "day" ? line.s ?? "" : "")
        }
        if let last, line.n != last.number + 1 {
          problems.append("entry \(line.n) follows entry \(last.number)")
        } else if let last, hash(Array(last.hash.utf8) + text).hex != said {
          problems.append("entry \(line.n) was changed, or the entry before it was")
        }
        last = (line.n, said)
        hashes[line.n] = said
        switch line.k {
        case "day": log = line.a ?? ""
        case "who": callers[line.n] = line
        default:
          guard let caller = line.w.flatMap({ callers[$0] }) else {
            problems.append("entry \(line.n) does not name its caller")
            continue
          }
          entries.append(AuditEntry(line, caller))
        }
        head = AuditHead(log: log, number: line.n, hash: said)
      }
    }
  }

  /// Checks the entries against the heads that commits name, which nobody can change once they are published.
  ///
  /// - Parameters:
  ///   - heads: those of this store, and whether entries of their age are already deleted.
  ///   - written: the last line that the daemon knows of; it can be later than all heads in commits.
  /// - Returns: further problems, in words.
  package func problems(against heads: [(head: AuditHead, isOld: Bool)], written: AuditHead? = nil) -> [String] {
    var found: [String] = []
    if let written, hashes[written.number] != written.hash {
      found.append("entry \(written.number), which the daemon wrote last, is missing or was changed")
    } else if let written, let head, head.number > written.number {
      found.append("after entry \(written.number), which the daemon wrote last, there are others")
    }
    for (head, isOld) in heads {
      if let known = hashes[head.number] {
        if known != head.hash { found.append("entry \(head.number) is not the one that a commit names") }
      } else if !isOld || head.number >= first ?? 0 && first != nil {
        found.append("entry \(head.number), which a commit names, is missing")
      }
    }
    return found
  }
}

extension AuditEntry {
  fileprivate init(_ line: AuditLine, _ caller: AuditLine) {
    self.init(
      agent: caller.a ?? "", session: caller.s, model: caller.m, tool: caller.x, act: line.k, path: line.p,
      other: line.o, version: line.v, refused: line.e)
    (pattern, count, files) = (line.q, line.c, line.f)
    number = line.n
    time = line.t
  }
}
