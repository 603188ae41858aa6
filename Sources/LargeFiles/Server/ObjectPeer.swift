/// The other end of transfers: something that stores objects and is asked for them by name.
package protocol ObjectPeer: Sendable {
  /// How much it is asked for at once.
  var limits: TransferLimits { get }

  /// Asks how each object of a batch moves.
  func ask(_ request: BatchRequest) async -> Result<BatchAnswer, TransferFault>

  /// Downloads the bytes of an object; `ObjectTransfer` checks and names it afterwards. A part of an earlier try is
  /// continued.
  ///
  /// - Parameter progress: told how many bytes of it are here.
  /// - Returns: what came; nil where the object is here already.
  func fetch(
    _ pointer: Pointer, _ action: BatchAction, into folder: ObjectFolder, progress: @escaping @Sendable (Int) -> Void
  ) async -> Result<Arrival?, TransferFault>

  /// Uploads an object, and has it confirmed where the peer wants that.
  ///
  /// - Parameter progress: told how many bytes of it went.
  /// - Returns: why it did not go; nil where it did.
  func upload(
    _ pointer: Pointer, _ action: BatchAction, verify: BatchAction?, from folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void
  ) async -> TransferFault?

  /// Returns those of the objects that the peer has, asked now, apart from what is in this folder under another name.
  func holds(_ pointers: [Pointer], apartFrom folder: ObjectFolder) async -> Result<Set<ContentID>, TransferFault>

  /// Returns those of the objects that the peer said it has and has not got whole, by their hashes.
  ///
  /// A peer whose word is all that there is returns none.
  func damaged(_ pointers: [Pointer]) async -> Set<ContentID>
}

extension ObjectPeer {
  /// Returns those that the peer gives a way to download, in batches.
  func answersFor(_ pointers: [Pointer]) async -> Result<Set<ContentID>, TransferFault> {
    var held: Set<ContentID> = []
    for start in stride(from: 0, to: pointers.count, by: limits.batch) {
      let part = Array(pointers[start..<min(start + limits.batch, pointers.count)])
      switch await ask(BatchRequest(.download, part)) {
      case .success(let answer):
        for (id, verdict) in answer.verdicts {
          if case .move = verdict { held.insert(id) }
        }
      // Some servers say 404 to the whole batch where they have none of the objects.
      case .failure(.status(404, _, _)): continue
      case .failure(let fault): return .failure(fault)
      }
    }
    return .success(held)
  }

  /// Has a body fill an arrival of an object, from where an earlier try ended.
  ///
  /// - Parameter fill: adds bytes; returns why they are not all there.
  func receive(
    _ pointer: Pointer, into folder: ObjectFolder, _ fill: (Arrival) async -> TransferFault?
  ) async -> Result<Arrival?, TransferFault> {
    let begun = await DiskQueue.run { () throws(ObjectFolderError) -> Arrival? in
      if folder.holds(pointer) { return nil }
      guard let arrival = try Arrival.begin(pointer, in: folder) else { return nil }
      // Said before the disk is full: what else is saved here meanwhile needs room, too.
      guard try folder.freeSpace() >= pointer.size - arrival.begun else {
        arrival.discard()
        throw .noSpace(path: folder.path)
      }
      return arrival
    }
    switch begun {
    case .failure(let error): return .failure(.local(error))
    // It came meanwhile, or another program is at it.
    case .success(nil): return folder.holds(pointer) ? .success(nil) : .failure(.stalled)
    case .success(let arrival?):
      guard let fault = await fill(arrival) else { return .success(arrival) }
      if arrival.size == 0 { arrival.discard() }
      return .failure(fault)
    }
  }
}

extension Landing {
  /// Checks what came, flushes it, and gives it its name.
  ///
  /// - Returns: why it has none; nil where it has.
  func settle(_ arrival: Arrival) async -> TransferFault? {
    await land(arrival).map { arrival.fault(of: $0) }
  }
}

extension Arrival {
  /// Returns what an error is for the transfer, and deletes the part where it is of no use to the next try.
  func fault(of error: ObjectFolderError) -> TransferFault {
    switch error {
    case .wrongSize, .wrongContent:
      discard()
      return .wrong(error.description)
    // A part of an object on a full disk is in the way of everything else.
    case .noSpace:
      discard()
      return .local(error)
    default: return .local(error)
    }
  }
}
