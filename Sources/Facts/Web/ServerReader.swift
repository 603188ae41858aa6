internal import HTTPTransfer
internal import Threads

/// Asks a server once, and keeps its answer.
struct ServerReader {
  /// The time for the whole answer.
  private static let limit = Duration.seconds(10)
  /// The age up to which an answer is used in place of a new one, in seconds.
  private static let stale: Int64 = 86_400

  /// The answer of a server.
  enum Answer<Value: Sendable> {
    /// The value, and a sentence if it is an old one.
    case value(Value, problem: String?)
    /// The reason why there is none, without a full stop.
    case failed(String)
  }

  /// The last answer.
  let cache: AnswerCache
  /// The connections.
  let loop: TransferLoop
  /// The present time in seconds since 1970.
  let now: Int64

  /// Returns the value of a new answer, or of the last one if that is not older than a lifetime in seconds, or the server
  /// does not answer.
  ///
  /// - Parameter read: returns the value of a body; nil for one of another form.
  func value<Value: Sendable>(
    _ address: String, lifetime: Int64, _ read: @Sendable ([UInt8]) -> Value?
  ) async -> Answer<Value> {
    let cache = cache
    let last = await onThread("stet.cache") { cache.entry(address) }
    let age = last.map { max(0, now - $0.time) } ?? .max
    if let last, age < lifetime, let value = read(last.body) { return .value(value, problem: nil) }
    let reason: String
    switch await body(address) {
    case .failure(let failure): reason = failure.reason
    case .success(let body):
      if let value = read(body) {
        let entry = AnswerCache.Entry(body: body, time: now)
        await onThread("stet.cache") { cache.keep(entry, address) }
        return .value(value, problem: nil)
      }
      reason = "the answer of the server has another form"
    }
    if let last, age < Self.stale, let value = read(last.body) {
      return .value(value, problem: "\(reason); the answer of \(age / 60) minutes ago is used")
    }
    return .failed(reason)
  }

  private struct Failure: Error {
    var reason: String
  }

  private func body(_ text: String) async -> Result<[UInt8], Failure> {
    guard let address = TransferAddress(text) else { return .failure(Failure(reason: "\(text) is no address")) }
    let request = TransferRequest(
      "GET", address, fields: ["Accept": "application/json"],
      deadline: TransferDeadline(connect: .seconds(5), stall: .seconds(5), answer: .seconds(8)))
    let loop = loop
    let result = await withTaskGroup(of: Result<TransferResponse, TransferError>.self) { group in
      group.addTask { await loop.perform(request) }
      group.addTask {
        try? await ContinuousClock().sleep(for: Self.limit)
        return .failure(.stalled(seconds: Int(Self.limit.components.seconds)))
      }
      let first = await group.next() ?? .failure(.cancelled)
      group.cancelAll()
      return first
    }
    switch result {
    case .failure(let error): return .failure(Failure(reason: "\(error)"))
    case .success(let response) where response.head.status == 200: return .success(response.body)
    case .success(let response) where response.head.status == 429:
      let pause = response.head.retryAfter.map { " for \($0) s" } ?? ""
      return .failure(Failure(reason: "the server asks to wait\(pause) before the next request (status 429)"))
    case .success(let response):
      // OSRM explains in the body why there is no route.
      if response.head.status == 400, !response.body.isEmpty { return .success(response.body) }
      return .failure(Failure(reason: "the server answered with status \(response.head.status)"))
    }
  }
}
