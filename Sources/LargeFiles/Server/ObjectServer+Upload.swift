internal import HTTPTransfer

extension ObjectServer {
  /// Puts an object on the server, and has it confirmed where the server wants that.
  ///
  /// - Parameter progress: told how many bytes of it went.
  /// - Returns: why it did not; nil where it did.
  package func upload(
    _ pointer: Pointer, _ action: BatchAction, verify: BatchAction?, from folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> TransferFault? {
    guard folder.holds(pointer) else { return .local(.missing(pointer.id)) }
    let put = await send(
      ServerRequest(
        "PUT", action, fields: ["Content-Type": "application/octet-stream"],
        body: .file(path: folder.place(of: pointer.id), size: pointer.size), progress: { sent, _ in progress(sent) }))
    if case .failure(let fault) = put { return fault }
    guard let verify else { return nil }
    return await confirm(pointer, verify)
  }

  private func confirm(_ pointer: Pointer, _ verify: BatchAction) async -> TransferFault? {
    let told = await send(
      ServerRequest(
        "POST", verify, fields: ["Content-Type": BatchRequest.mediaType],
        body: .bytes(BatchRequest.verifyBody(pointer))))
    if case .failure(let fault) = told { return fault }
    return nil
  }
}
