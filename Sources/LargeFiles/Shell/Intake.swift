/// A buffer in front of an arrival: it collects bytes to pieces large enough for the disk.
struct Intake {
  private let arrival: Arrival
  private let progress: @Sendable (Int) -> Void
  /// The number of the next bytes that are here already.
  private var skipped: Int
  private var pending: [UInt8] = []

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - count: the number of leading bytes that are here already.
  ///   - progress: called with the number of bytes received of the object.
  init(_ arrival: Arrival, skipping count: Int = 0, _ progress: @escaping @Sendable (Int) -> Void) {
    self.arrival = arrival
    self.progress = progress
    skipped = count
  }

  /// Whether as many bytes were received as the object has.
  var isWhole: Bool { arrival.size + pending.count >= arrival.pointer.size }

  /// Appends the next bytes.
  mutating func take(_ bytes: [UInt8]) async -> TransferFault? {
    let known = min(skipped, bytes.count)
    skipped -= known
    pending += bytes[known...]
    return pending.count >= ObjectFolder.pieceSize ? await flush() : nil
  }

  /// Writes all buffered bytes.
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
