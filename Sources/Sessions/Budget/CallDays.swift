internal import Values

/// The calls of models outside sessions as they travel: a file for each day in UTC, with the lines of `CallLog`. Pure.
package enum CallDays {
  /// Returns the lines that are calls, by the name of the file of their day, such as `2026-11-27.jsonl`.
  ///
  /// - Parameters:
  ///   - bytes: whole lines.
  ///   - redact: returns a line without its secrets.
  package static func files(
    _ bytes: some Sequence<UInt8>, redact: (_ line: [UInt8]) -> [UInt8]
  ) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for line in CallLog.lines(bytes).calls {
      let day = ISOTime.text(line.call.time / 1_000).prefix(10)
      files["\(day)\(CallLog.ending)", default: []] += redact(line.bytes) + [0x0A]
    }
    return files
  }

  /// Returns whether a text is the name of such a file.
  package static func isFile(_ name: String) -> Bool {
    guard name.hasSuffix(CallLog.ending) else { return false }
    let day = String(name.dropLast(CallLog.ending.count))
    return ISOTime.seconds(day).map { ISOTime.text($0).hasPrefix(day) } ?? false && day.utf8.count == 10
  }

  /// Returns the lines of a file at the remote, and behind them those of this machine that it does not have. Each call is
  /// there once.
  package static func joined(_ there: [UInt8], _ here: [UInt8]) -> [UInt8] {
    var known = Set(CallLog.lines(there).calls.map(\.call.id))
    var joined = there
    for line in CallLog.lines(here).calls where known.insert(line.call.id).inserted {
      if let last = joined.last, last != 0x0A { joined.append(0x0A) }
      joined += line.bytes + [0x0A]
    }
    return joined
  }
}
