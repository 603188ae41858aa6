/// The names of the objects of a pack, from its index (git's `gitformat-pack`, version 2).
struct PackNames {
  private static let start = 1_032
  private static let width = 20

  private let index: [UInt8]
  /// The number of objects.
  let count: Int
  /// The checksum of the pack that the index belongs to.
  var pack: ArraySlice<UInt8> { index[(index.count - 40)..<(index.count - 20)] }

  /// Reads an index; nil if it does not exist, is damaged, or has another version.
  init?(_ name: String, in directory: GitDirectory) {
    guard let index = PackList.whole(name, in: directory), let count = Self.count(in: index),
      index.count >= Self.start + count * (Self.width + 8) + 40
    else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Returns the number of objects of a pack from the beginning of its index; nil if it cannot be read.
  static func count(of name: String, in directory: GitDirectory) -> Int? {
    (try? directory.read(name, atMost: start)).flatMap { $0 }.flatMap(count(in:))
  }

  private static func count(in index: [UInt8]) -> Int? {
    guard index.count >= start, index[..<8].elementsEqual([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]) else { return nil }
    return index[(start - 4)..<start].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns whether the pack has every object of another one.
  func contains(allOf other: PackNames) -> Bool {
    // Both are sorted.
    var place = 0
    for number in 0..<other.count {
      let name = other.name(number)
      while place < count, self.name(place).lexicographicallyPrecedes(name) { place += 1 }
      guard place < count, self.name(place).elementsEqual(name) else { return false }
    }
    return true
  }

  private func name(_ number: Int) -> ArraySlice<UInt8> {
    index[(Self.start + number * Self.width)..<(Self.start + (number + 1) * Self.width)]
  }
}
