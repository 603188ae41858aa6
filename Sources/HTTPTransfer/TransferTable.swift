internal import CCurl

/// The exchanges in progress; used by the loop's thread alone.
struct TransferTable {
  private struct Entry {
    var exchange: Exchange
    var easy: UnsafeMutableRawPointer
    var ended: @Sendable (Result<TransferResponse, TransferError>) -> Void
  }

  private let multi: UnsafeMutableRawPointer
  private var entries: [UInt64: Entry] = [:]
  /// The last limits of one transfer; 0 for no limit.
  private var share = (up: 0, down: 0)

  /// Creates a table for a handle of libcurl, which the caller keeps.
  init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

  /// Whether no exchange is running.
  var isEmpty: Bool { entries.isEmpty }

  /// Starts an exchange.
  mutating func begin(
    _ id: UInt64, _ exchange: Exchange, _ settings: TransferSettings,
    _ ended: @escaping @Sendable (Result<TransferResponse, TransferError>) -> Void
  ) {
    guard let easy = exchange.prepare(settings), ccurl_multi_add_handle(multi, easy) == CURLM_OK else {
      ended(.failure(exchange.error ?? .other("libcurl refused the request")))
      return
    }
    entries[id] = Entry(exchange: exchange, easy: easy, ended: ended)
    share = (-1, -1)
  }

  /// Cancels an exchange.
  mutating func cancel(_ id: UInt64) { end(id, .failure(.cancelled)) }

  /// Cancels all exchanges.
  mutating func endAll() {
    for id in entries.keys { cancel(id) }
  }

  /// Transfers available bytes, ends completed and stalled exchanges, and returns the number of milliseconds without
  /// further work.
  mutating func turn(_ bandwidth: TransferSettings.Bandwidth) -> Int {
    limit(bandwidth)
    // The end of an exchange resets the limits.
    let rate = [share.up, share.down].filter { $0 > 0 }.min() ?? 0
    var running: Int32 = 0
    ccurl_multi_perform(multi, &running)
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    while ccurl_multi_ended(multi, &easy, &code) == 1 {
      guard let id = entries.first(where: { $0.value.easy == easy })?.key, let entry = entries[id] else { continue }
      end(id, entry.exchange.result(code))
    }
    var wait = 1_000
    for (id, entry) in entries {
      if let left = entry.exchange.left(at: rate) {
        wait = min(wait, Int(left / .milliseconds(1)) + 1)
      } else {
        end(id, .failure(entry.exchange.error ?? .stalled(seconds: 0)))
      }
    }
    return wait
  }

  /// Divides the limits among the exchanges in progress.
  private mutating func limit(_ bandwidth: TransferSettings.Bandwidth) {
    let count = max(1, entries.count)
    let wanted = (
      up: bandwidth.up.map { max(1, $0 / count) } ?? 0, down: bandwidth.down.map { max(1, $0 / count) } ?? 0
    )
    guard wanted != share else { return }
    share = wanted
    for entry in entries.values {
      ccurl_set_size(entry.easy, CURLOPT_MAX_SEND_SPEED_LARGE, curl_off_t(wanted.up))
      ccurl_set_size(entry.easy, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t(wanted.down))
    }
  }

  private mutating func end(_ id: UInt64, _ result: Result<TransferResponse, TransferError>) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    ccurl_multi_remove_handle(multi, entry.easy)
    entry.ended(result)
    share = (-1, -1)
  }
}
