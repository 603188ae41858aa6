import Commands
import Synchronization

/// The texts that a console printed.
final class Printed: Sendable {
  private let streams = Mutex<[Console.Stream: [UInt8]]>([:])

  /// Notes bytes.
  func note(_ stream: Console.Stream, _ bytes: [UInt8]) {
    streams.withLock { $0[stream, default: []] += bytes }
  }

  /// The bytes of a stream.
  func bytes(_ stream: Console.Stream) -> [UInt8] { streams.withLock { $0[stream] ?? [] } }
}
