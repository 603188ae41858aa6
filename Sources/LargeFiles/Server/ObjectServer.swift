package import HTTPTransfer

/// An object server: asked by the git-lfs batch API, and given or asked for objects by what it says to that.
package struct ObjectServer: ObjectPeer {
  /// What makes the requests.
  let loop: TransferLoop
  /// Where it is.
  let place: ServerPlace
  /// When a request is given up.
  let deadline: TransferDeadline
  /// What servers expect.
  package var limits: TransferLimits { .standard }
  private let signIn: SignIn
  private let silence: ServerSilence
  private let secondsUntil: @Sendable (String) -> Int?

  /// Names a server; nothing is asked.
  ///
  /// - Parameters:
  ///   - silence: until when it wants no questions; shared by all that name the same one.
  ///   - secondsUntil: how long it is until a time of RFC 3339; nil where the text is none.
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

  /// Asks where these objects can be got or put; while the server wants no questions it is not asked.
  package func ask(_ request: BatchRequest) async -> Result<BatchAnswer, TransferFault> {
    if let seconds = silence.secondsLeft() {
      return .failure(.status(429, message: "it wants no questions yet", retryAfter: seconds))
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

  /// Whether the server says that it has each of these: what is asked before a last copy is given up.
  ///
  /// It is asked for a place to get them from; one without such a place it has not got.
  package func holds(_ pointers: [Pointer]) async -> Result<Set<ContentID>, TransferFault> {
    await answersFor(pointers)
  }

  /// Returns what the server says; it is never this folder.
  package func holds(
    _ pointers: [Pointer], apartFrom folder: ObjectFolder
  ) async -> Result<Set<ContentID>, TransferFault> {
    await answersFor(pointers)
  }

  /// Returns none: the server's word is all that there is.
  package func damaged(_ pointers: [Pointer]) async -> Set<ContentID> { [] }

  /// Makes a request of an action; a server that wants a sign-in gets one, once.
  ///
  /// - Returns: `.status` for every answer that is not 2xx, and what `fault` makes of no answer.
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
      // Asked by the host that was asked first only: another one, that the server led to, is told nothing.
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

  /// What a request without an answer is for a transfer.
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
