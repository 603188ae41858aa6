package import HTTPTransfer
internal import Synchronization
internal import Threads

/// An object server: it answers batch requests (git-lfs batch API) and transfers objects by the addresses in its
/// answers.
package struct ObjectServer: ObjectPeer {
  /// The loop that performs the requests.
  let loop: TransferLoop
  /// The server's address and header fields.
  let place: ServerPlace
  /// The timeouts of a request.
  let deadline: TransferDeadline
  /// The limits that servers expect.
  package var limits: TransferLimits { .standard }
  private let signIn: SignIn
  private let silence: ServerSilence
  private let secondsUntil: @Sendable (String) -> Int?

  /// Creates a value for a server; sends nothing.
  ///
  /// - Parameters:
  ///   - silence: the time until which the server accepts no requests; shared by all values for one server.
  ///   - secondsUntil: returns the number of seconds until an RFC 3339 time; nil if the text is not one.
  package init(
    _ place: ServerPlace, loop: TransferLoop, credentials: CredentialSource = .none,
    deadline: TransferDeadline = .standard, silence: ServerSilence = ServerSilence(),
    secondsUntil: @escaping @Sendable (String) -> Int? = { _ in nil }
  ) {
    self.place = place
    self.loop = loop
    self.deadline = deadline
    self.silence = silence
    signIn = SignIn(credentials)
    self.secondsUntil = secondsUntil
  }

  /// Asks the server for the addresses of these objects; sends nothing while the server accepts no requests.
  package func ask(_ request: BatchRequest) async -> Result<BatchAnswer, TransferFault> {
    if let seconds = silence.secondsLeft() {
      return .failure(.status(429, message: "it accepts no requests yet", retryAfter: seconds))
    }
    let outcome = await send(
      ServerRequest(
        "POST", BatchAction(address: place.address + "/objects/batch", fields: place.fields),
        fields: ["Content-Type": BatchRequest.mediaType], body: .bytes(request.body)))
    if case .failure(.status(429, _, let seconds?)) = outcome { silence.keep(seconds: seconds) }
    return outcome.flatMap { read($0, request) }
  }

  private func read(_ response: TransferResponse, _ request: BatchRequest) -> Result<BatchAnswer, TransferFault> {
    do { return .success(try BatchAnswer(response.body, to: request, secondsUntil: secondsUntil)) } catch {
      return .failure(.unreadable(error.description))
    }
  }

  /// Returns the objects that the server claims to have; asked before a last copy is deleted.
  ///
  /// The server is asked for download addresses; an object without one does not exist there.
  package func holds(_ pointers: [Pointer]) async -> Result<Set<ContentID>, TransferFault> {
    await answersFor(pointers)
  }

  /// Returns the server's answer; the server never uses this machine's folder.
  package func holds(
    _ pointers: [Pointer], apartFrom folder: ObjectFolder
  ) async -> Result<Set<ContentID>, TransferFault> {
    await answersFor(pointers)
  }

  /// Returns an empty set: only the server's own statement can be had.
  package func damaged(_ pointers: [Pointer]) async -> Set<ContentID> { [] }

  /// Performs a request; retries it once with a credential if the server requires one.
  ///
  /// - Returns: `.status` for an answer other than 2xx; the result of `fault` if there was no answer.
  func send(_ order: ServerRequest) async -> Result<TransferResponse, TransferFault> {
    guard var request = order.made(deadline) else {
      return .failure(.unreadable("\(order.action.address) is no address"))
    }
    let address = request.address
    let isSigned = order.isSigned
    var signature = isSigned ? nil : await signIn.field(for: address.origin)
    while true {
      if let signature { request.secrets["Authorization"] = signature }
      let response: TransferResponse
      switch await loop.perform(request, sink: order.sink, progress: order.progress) {
      case .success(let answer): response = answer
      case .failure(let error): return .failure(Self.fault(error))
      }
      if (200..<300).contains(response.head.status) {
        await signIn.accepted(address.origin, signature)
        return .success(response)
      }
      // Only the host that was asked first gets a credential; a host that it redirected to gets none.
      if response.head.status == 401, !isSigned, response.address.origin == address.origin,
        let next = await signIn.wanted(address.origin, sent: signature), next != signature
      {
        signature = next
        continue
      }
      return .failure(
        .status(
          response.head.status, message: BatchAnswer.message(of: response.body) ?? "no reason given",
          retryAfter: response.head.retryAfter))
    }
  }

  /// Converts a request's error to the transfer's.
  private static func fault(_ error: TransferError) -> TransferFault {
    switch error {
    case .offline(let why), .other(let why): .offline(why)
    case .cut: .offline(error.description)
    case .stalled: .stalled
    case .untrusted: .refused(code: 0, message: error.description)
    case .address, .tooLarge: .unreadable(error.description)
    case .local: .local(.system(path: "the transfer", errno: 5))
    case .cancelled: .cancelled
    }
  }
}

/// The time until which a server accepts no requests: the `Retry-After` of one request applies to all.
///
/// Each save and each download starts a transfer of its own with its own pauses, so they share this value.
package final class ServerSilence: Sendable {
  /// The longest `Retry-After` that is obeyed, in seconds, because an eviction or a waiting reader cannot skip it.
  private static let longest = 600

  private let until = Mutex<ContinuousClock.Instant?>(nil)

  /// Creates a value for a server that accepts requests.
  package init() {}

  /// Starts or extends the pause.
  func keep(seconds: Int) {
    let end = ContinuousClock.now + .seconds(min(max(0, seconds), Self.longest))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  /// Returns the remaining pause in whole seconds, rounded up; nil if the server accepts requests.
  func secondsLeft() -> Int? {
    guard let end = until.withLock(\.self) else { return nil }
    let left = end - .now
    return left > .zero ? Int((left / .seconds(1)).rounded(.up)) : nil
  }
}

/// This module's calls that block, each on a thread of its own.
enum DiskQueue {
  /// Runs a piece of work and waits for it.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(ObjectFolderError) -> Value
  ) async -> Result<Value, ObjectFolderError> {
    await onThread("stet.large-files", isBackground: true) { Result(catching: body) }
  }
}
