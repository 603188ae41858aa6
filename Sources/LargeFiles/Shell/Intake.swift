/// Bytes on their way into an arrival, in pieces large enough for the disk.
struct Intake {
  private let arrival: Arrival
  private let progress: @Sendable (Int) -> Void
  /// How many of the next bytes are here already.
  private var skipped: Int
  private var pending: [UInt8] = []

  /// Begins to take.
  ///
  /// - Parameters:
  ///   - count: how many of the first bytes are here already.
  ///   - progress: told how many bytes of the object are here.
  init(_ arrival: Arrival, skipping count: Int = 0, _ progress: @escaping @Sendable (Int) -> Void) {
    self.arrival = arrival
    self.progress = progress
    skipped = count
  }

  /// Whether all bytes were taken, as far as can be told by their number.
  var isWhole: Bool { arrival.size + pending.count >= arrival.pointer.size }

  /// Takes the next bytes.
  mutating func take(_ bytes: [UInt8]) async -> TransferFault? {
    let known = min(skipped, bytes.count)
    skipped -= known
    pending += bytes[known...]
    return pending.count >= ObjectFolder.pieceSize ? await flush() : nil
  }

  /// Has all that was taken written.
  mutating func flush() async -> TransferFault? {
    guard !pending.isEmpty else { return nil }
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    let taken = await DiskQueue.run { [arrival] () throws(ObjectFolderError) -> Void in
      var failure: ObjectFolderError?
      bytes.withUnsafeBytes { buffer in
        do throws(ObjectFolderError) { try arrival.take(buffer) } catch { failure = error }
      }
      if let failure { throw failure }
    }
    if case .failure(let error) = taken { return arrival.fault(of: error) }
    progress(arrival.size)
    return nil
  }
}
