internal import FileSystem
internal import Git
internal import GitObjects
internal import Synchronization
internal import Threads
internal import WorkTree

/// Reads, compresses and searches the files of a bulk import on all processors, ahead of the recorder.
///
/// It decides nothing: the recorder compares the stamp of each file again, and reads a changed file itself. A file that was
/// modified less than 10 ms before it was read is left to the recorder, because its stamp proves nothing. Memory is
/// bounded: contents of at most `room` bytes, and as much compressed, wait for the recorder, and each thread may exceed
/// that by one file of `largest` bytes. A file that has no room is left to the recorder.
final class FilesAhead: Sendable {
  /// The number of files that a thread reads before the recorder gets them.
  private static let batch = 64
  /// The greatest number of bytes of contents that wait for the recorder.
  private static let room = 32 << 20
  /// The greatest size in bytes of a file that is read ahead.
  private static let largest = 8 << 20

  /// The bytes of contents that may still be read ahead.
  private final class Room: Sendable {
    private let left: Mutex<Int>

    init(_ size: Int) { left = Mutex(size) }

    /// The greatest size of the next file.
    var next: Int { left.withLock { min($0, FilesAhead.largest) } }

    /// Takes bytes off the room, or gives them back if the number is negative.
    func take(_ count: Int) { left.withLock { $0 -= count } }
  }

  private let room: Room
  private let work: OrderedWork<WorkspacePath, FileAhead?>

  /// Begins to read files.
  ///
  /// - Parameters:
  ///   - tree: the files.
  ///   - threads: the number of threads; nil for as many as the tree gains from.
  ///   - room: the greatest number of bytes of contents that wait.
  ///   - time: the clock of the files.
  ///   - mayHoldSecret: returns whether a content may have a secret.
  init(
    _ paths: [WorkspacePath], in tree: any FileTree, threads: Int? = nil, room: Int = FilesAhead.room,
    time: any TimeSource = SystemTime(),
    mayHoldSecret: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    let threads = threads ?? tree.readers
    let room = Room(room)
    self.room = room
    // Two batches a thread: one is read while the recorder takes the other.
    work = OrderedWork(paths, batchesOf: Self.batch, ahead: 2 * threads, threads: threads, label: "stet.files") {
      paths in
      var files = [FileAhead?](repeating: nil, count: paths.count)
      // Without memory for it the recorder does all by itself.
      guard let packer = try? BlobPacker() else { return files }
      tree.readEach(paths.map { FileLocation($0) }, limit: { Int64(room.next) }) { index, content in
        files[index] = content.flatMap { Self.file($0, room, time, packer, mayHoldSecret) }
      }
      return files
    }
  }

  /// Returns the files of the next paths, in their order; nil for one that the recorder must read. Blocks.
  func next() -> [FileAhead?] {
    let files = work.next() ?? []
    room.take(-files.reduce(0) { $0 + ($1?.content.bytes.count ?? 0) })
    return files
  }

  /// Ends the reading.
  func end() { work.end() }

  private static func file(
    _ content: FileContent, _ room: Room, _ time: any TimeSource, _ packer: BlobPacker,
    _ mayHoldSecret: (_ content: [UInt8]) -> Bool
  ) -> FileAhead? {
    let readAt = time.now().wall
    // The recorder reads a file that is being written.
    guard content.isSettled, let blob = try? packer.pack(content.bytes),
      CachedFile(stamp: content.stamp, blob: blob.id, isSettled: true, readAt: readAt).isTrusted
    else { return nil }
    room.take(content.bytes.count)
    let isFree = content.stamp.kind == .file && !mayHoldSecret(content.bytes)
    return FileAhead(content: content, blob: blob, isFreeOfSecrets: isFree)
  }
}
