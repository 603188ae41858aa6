internal import HTTPTransfer

extension ObjectServer {
  /// Uploads an object, and confirms it if the server requires that.
  ///
  /// - Parameter progress: called with the number of bytes sent of the object.
  /// - Returns: the error; nil for success.
  package func upload(
    _ pointer: Pointer, _ action: BatchAction, verify: BatchAction?, from folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> TransferFault? {
    guard folder.holds(pointer) else { return .local(.missing(pointer.id)) }
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
