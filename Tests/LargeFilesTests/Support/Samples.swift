import LargeFiles
import TestSupport

/// Contents and pointers for tests.
enum Samples {
  /// An id made of one number.
  static func id(_ number: UInt8) -> ContentID {
    ContentID(bytes: [UInt8](repeating: 0, count: 31) + [number]) ?? .empty
  }

  /// Pointers of different contents.
  static func pointers(_ count: Int) -> [Pointer] {
    (0..<count).map { index in
      let bytes = [UInt8](repeating: 1, count: 28) + (0..<4).map { UInt8(index >> ($0 * 8) & 255) }
      return Pointer(id: ContentID(bytes: bytes) ?? .empty, size: index + 1)
    }
  }

  /// Bytes that no file system and no connection makes smaller.
  static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      let word = generator.next()
      withUnsafeBytes(of: word) { bytes += $0 }
    }
    return Array(bytes.prefix(count))
  }
}
