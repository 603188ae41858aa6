internal import HTTPTransfer
internal import Synchronization

extension ObjectServer {
  /// Gets the bytes of an object; they are not checked yet, and it has no name: that is for `Landing`. What is there of an
  /// earlier try is gone on with where the server still has the same version.
  ///
  /// - Parameter progress: told how many bytes of it are here.
  /// - Returns: what came; nil where the object is here already; else why it is not.
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
    // A body that was not taken: an answer to another question.
    case .success(let response) where !response.body.isEmpty:
      arrival.discard()
      return .wrong("the server answered with something else than the object")
    case .success: return nil
    // What is here is not a beginning of what the server has.
    case .failure(.status(416, _, _)) where arrival.begun > 0:
      arrival.discard()
      return .wrong("what was downloaded before does not fit; it is begun anew")
    case .failure(let fault): return fault
    }
  }

  /// Whether the body that follows is the object's, and from which byte on; an answer of all of it begins anew.
  private static func begin(_ arrival: Arrival, _ head: TransferHead) throws(ObjectFolderError) -> Bool {
    if let encoding = head.fields["content-encoding"], encoding.lowercased() != "identity" { return false }
    if head.status == 206 {
      return head.fields["content-range"]?.hasPrefix("bytes \(arrival.size)-") ?? false
    }
    guard head.status == 200 else { return false }
    try arrival.restart(entityTag: head.fields["etag"])
    return true
  }

  /// What went wrong on the loop's thread.
  private final class Failure: Sendable {
    private let first = Mutex<ObjectFolderError?>(nil)
    var error: ObjectFolderError? { first.withLock { $0 } }
    func note(_ error: ObjectFolderError) { first.withLock { $0 = $0 ?? error } }
  }
}
