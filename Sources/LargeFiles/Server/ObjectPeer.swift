/// The remote end of transfers: a store of objects that are requested by name.
package protocol ObjectPeer: Sendable {
  /// The numbers of concurrent and batched objects.
  var limits: TransferLimits { get }

  /// Asks the peer how to transfer each object of a batch.
  func ask(_ request: BatchRequest) async -> Result<BatchAnswer, TransferFault>

  /// Downloads the bytes of an object; `ObjectTransfer` checks and renames it afterwards. A partial object of an
  /// earlier try is continued.
  ///
  /// - Parameter progress: called with the number of bytes received of the object.
  /// - Returns: the downloaded file; nil if the object exists here already.
  func fetch(
    _ pointer: Pointer, _ action: BatchAction, into folder: ObjectFolder, progress: @escaping @Sendable (Int) -> Void
  ) async -> Result<Arrival?, TransferFault>

  /// Uploads an object, and confirms it if the peer requires that.
  ///
  /// - Parameter progress: called with the number of bytes sent of the object.
  /// - Returns: the error; nil for success.
  func upload(
    _ pointer: Pointer, _ action: BatchAction, verify: BatchAction?, from folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void
  ) async -> TransferFault?

  /// Returns the objects that the peer has now, independently of a folder on this machine.
  func holds(_ pointers: [Pointer], apartFrom folder: ObjectFolder) async -> Result<Set<ContentID>, TransferFault>

  /// Returns the objects that the peer claims to have but that are missing or damaged, by their hashes.
  ///
  /// A peer that cannot hash its objects returns none.
  func damaged(_ pointers: [Pointer]) async -> Set<ContentID>
}

extension ObjectPeer {
  /// Asks in batches, and returns the objects that the peer offers for download.
  func answersFor(_ pointers: [Pointer]) async -> Result<Set<ContentID>, TransferFault> {
    var held: Set<ContentID> = []
    for start in stride(from: 0, to: pointers.count, by: limits.batch) {
      let part = Array(pointers[start..<min(start + limits.batch, pointers.count)])
      switch await ask(BatchRequest(.download, part)) {
      case .success(let answer):
        for (id, verdict) in answer.verdicts {
          if case .move = verdict { held.insert(id) }
        }
      // Some servers answer 404 to the whole batch if they have none of its objects.
      case .failure(.status(404, _, _)): continue
      case .failure(let fault): return .failure(fault)
      }
    }
    return .success(held)
  }

  /// Opens the partial file of an object and lets a function add the missing bytes.
  ///
  /// - Parameter fill: adds bytes; returns the error if they are incomplete.
  func receive(
    _ pointer: Pointer, into folder: ObjectFolder, _ fill: (Arrival) async -> TransferFault?
  ) async -> Result<Arrival?, TransferFault> {
    let begun = await DiskQueue.run { () throws(ObjectFolderError) -> Arrival? in
      if folder.holds(pointer) { return nil }
      guard let arrival = try Arrival.begin(pointer, in: folder) else { return nil }
      // Checked before the disk is full, because other saves need space meanwhile, too.
      guard try folder.freeSpace() >= pointer.size - arrival.begun else {
        arrival.discard()
        throw .noSpace(path: folder.path)
      }
      return arrival
    }
    switch begun {
    case .failure(let error): return .failure(.local(error))
    // Another transfer has just completed it, or another program is downloading it.
    case .success(nil): return folder.holds(pointer) ? .success(nil) : .failure(.stalled)
    case .success(let arrival?):
      guard let fault = await fill(arrival) else { return .success(arrival) }
      if arrival.size == 0 { arrival.discard() }
      return .failure(fault)
    }
  }
}

extension Landing {
  /// Checks, flushes and renames a downloaded object.
  ///
  /// - Returns: the error; nil for success.
  func settle(_ arrival: Arrival) async -> TransferFault? {
    await land(arrival).map { arrival.fault(of: $0) }
  }
}

extension Arrival {
  /// Converts an error to the transfer's, and deletes a partial file that the next try cannot use.
  func fault(of error: ObjectFolderError) -> TransferFault {
    switch error {
    case .wrongSize, .wrongContent:
      discard()
      return .wrong(error.description)
    // On a full disk a partial object blocks everything else.
    case .noSpace:
      discard()
      return .local(error)
    default: return .local(error)
    }
  }
}
