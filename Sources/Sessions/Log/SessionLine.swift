internal import Models
internal import Values

/// A line of a session's log: a step with the number of its append and its time. Pure.
package struct SessionLine: Hashable, Sendable {
  /// The number of the append that wrote the line; the lines of one append have the same.
  package var number: Int
  /// The time in milliseconds since 1970.
  package var time: Int64
  package var step: SessionStep

  /// The possible numbers and times: a line may come from the remote.
  private static let range = 0...(1 << 50)

  /// Creates a line.
  package init(number: Int, time: Int64, step: SessionStep) {
    self.number = number
    self.time = time
    self.step = step
  }

  /// The line as JSON, with the newline.
  package var bytes: [UInt8] {
    let head = [
      JSONMember(name: "n", value: .number(String(number))), JSONMember(name: "t", value: .number(String(time))),
    ]
    return JSONValue.object(head + (StepCodec.value(step).members ?? [])).line + [0x0A]
  }

  /// Reads a line without its newline; returns nil for any other bytes.
  package init?(_ bytes: [UInt8]) {
    guard let value = JSONValue(line: bytes), let number = value["n"]?.integer, let time = value["t"]?.integer,
      Self.range.contains(number), Self.range.contains(time), let step = StepCodec.step(value)
    else { return nil }
    self.init(number: number, time: Int64(time), step: step)
  }
}

/// The lines of a log, and the bytes behind them that a power cut left. Pure.
package struct SessionLines: Hashable, Sendable {
  package private(set) var lines: [SessionLine] = []
  /// The length in bytes of the whole lines; the bytes after it are cut off before the next append.
  package private(set) var length = 0
  /// The number of the first unreadable line that does not belong to the last append; nil if there is none. Such a log
  /// was damaged, and is never continued.
  package private(set) var damaged: Int?

  /// Whether the session had not begun: a kill or a power cut came before the first line was whole. A log with a line
  /// end but without a readable line was damaged.
  package private(set) var isUnbegun = false

  /// Reads the bytes of a log.
  ///
  /// An append is durable before anything else happens. So a power cut can only have torn the last one, and nothing was
  /// done yet because of it.
  package init(_ bytes: [UInt8]) {
    var start = 0
    var torn: Int?
    var number = 0
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: 0x0A)
      let line = end.flatMap { SessionLine(Array(bytes[start..<$0])) }
      if let line, let torn {
        if line.number > (lines.last?.number ?? 0) + 1 { damaged = torn }
      } else if let line, let end, lines.last.map({ ($0.number...$0.number + 1).contains(line.number) }) ?? true {
        lines.append(line)
        length = end + 1
      } else {
        torn = torn ?? number
      }
      guard let end else { break }
      start = end + 1
    }
    isUnbegun = lines.isEmpty && start == 0
  }
}
