internal import HTTPTransfer
internal import Synchronization

extension ObjectServer {
  /// Downloads the bytes of an object; `Landing` checks and renames it afterwards. A partial object of an earlier try
  /// is continued if the server still has the same version.
  ///
  /// - Parameter progress: called with the number of bytes received of the object.
  /// - Returns: the downloaded file; nil if the object exists here already; else the error.
  package func fetch(
    _ pointer: Pointer, _ action: BatchAction, into folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> Result<Arrival?, TransferFault> {
    await receive(pointer, into: folder) { arrival in await fill(arrival, action, progress) }
  }

  private func fill(
    _ arrival: Arrival, _ action: BatchAction, _ progress: @escaping @Sendable (Int) -> Void
  ) async -> TransferFault? {
    var fields = ["Accept": "*/*", "Accept-Encoding": "identity"]
    if arrival.begun > 0 {
      fields["Range"] = "bytes=\(arrival.begun)-"
      if let tag = arrival.entityTag, !tag.hasPrefix("W/") { fields["If-Range"] = tag }
    }
    let failure = Failure()
    let sink = TransferSink(
      accepts: { head in
        do throws(ObjectFolderError) { return try Self.begin(arrival, head) } catch {
          failure.note(error)
          return false
        }
      },
      take: { bytes in
        do throws(ObjectFolderError) {
          if try arrival.take(bytes) { progress(arrival.size) }
          return true
        } catch {
          failure.note(error)
          return false
        }
      })
    let outcome = await send(ServerRequest("GET", action, fields: fields, sink: sink))
    if let error = failure.error { return arrival.fault(of: error) }
    switch outcome {
    // The body was not written to the sink: it answers another request.
    case .success(let response) where !response.body.isEmpty:
      arrival.discard()
      return .wrong("the server answered with something other than the object")
    case .success: return nil
    // The local part is not a prefix of the server's object.
    case .failure(.status(416, _, _)) where arrival.begun > 0:
      arrival.discard()
      return .wrong("the part downloaded before does not fit; the download starts again")
    case .failure(let fault): return fault
    }
  }

  /// Returns whether the body that follows continues the object; a body with the whole object restarts the file.
  private static func begin(_ arrival: Arrival, _ head: TransferHead) throws(ObjectFolderError) -> Bool {
    if let encoding = head.fields["content-encoding"], encoding.lowercased() != "identity" { return false }
    if head.status == 206 {
      return head.fields["content-range"]?.hasPrefix("bytes \(arrival.size)-") ?? false
    }
    guard head.status == 200 else { return false }
    try arrival.restart(entityTag: head.fields["etag"])
    return true
  }

  /// The first error on the loop's thread.
  private final class Failure: Sendable {
    private let first = Mutex<ObjectFolderError?>(nil)
    var error: ObjectFolderError? { first.withLock { $0 } }
    func note(_ error: ObjectFolderError) { first.withLock { $0 = $0 ?? error } }
  }
}

extension ObjectServer {
  /// Uploads an object that is whole here, and confirms it if the server requires that.
  ///
  /// - Parameter progress: called with the number of bytes sent of the object.
  /// - Returns: the error; nil for success.
  package func upload(
    _ pointer: Pointer, _ action: BatchAction, verify: BatchAction?, from folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> TransferFault? {
    guard folder.holds(pointer) else { return .local(.missing(pointer.id)) }
    // Not every server hashes what it takes, and the file in the work tree may be evicted afterwards.
    if let fault = await OutgoingObject.check(pointer, in: folder) { return fault }
    let put = await send(
      ServerRequest(
        "PUT", action, fields: ["Content-Type": "application/octet-stream"],
        body: .file(path: folder.place(of: pointer.id), size: pointer.size), progress: { sent, _ in progress(sent) }))
    var hasPage: Bool
    switch put {
    case .failure(let fault): return fault
    case .success(let response): hasPage = response.isPage
    }
    if let verify {
      switch await confirm(pointer, verify) {
      case .failure(let fault): return fault
      case .success(let response): hasPage = hasPage || response.isPage
      }
    }
    guard hasPage else { return nil }
    // A network's sign-in page also answers 200 to everything, but some servers send a page after a successful upload.
    switch await holds([pointer]) {
    case .failure(let fault): return fault
    case .success(let held):
      return held.contains(pointer.id) ? nil : .wrong("the server answered with a page and did not take the object")
    }
  }

  private func confirm(
    _ pointer: Pointer, _ verify: BatchAction
  ) async -> Result<TransferResponse, TransferFault> {
    await send(
      ServerRequest(
        "POST", verify, fields: ["Content-Type": BatchRequest.mediaType],
        body: .bytes(BatchRequest.verifyBody(pointer))))
  }
}

extension TransferResponse {
  /// Whether the answer is an HTML page for people.
  fileprivate var isPage: Bool { head.fields["content-type"]?.lowercased().hasPrefix("text/html") ?? false }
}
