/// A delta of git's packs (`gitformat-pack`, "deltified representation").
enum PackDifference {
  /// Returns the content; nil if the delta is damaged or belongs to another base.
  static func apply(_ difference: [UInt8], to base: [UInt8]) -> [UInt8]? {
    var position = 0
    func next() -> Int? {
      guard position < difference.count else { return nil }
      defer { position += 1 }
      return Int(difference[position])
    }
    func length() -> Int? {
      var length = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard let byte = next() else { return nil }
        length |= (byte & 0x7f) << shift
        if byte & 0x80 == 0 { return length }
      }
      return nil
    }
    guard length() == base.count, let size = length() else { return nil }
    var content: [UInt8] = []
    while let step = next() {
      if step & 0x80 != 0 {
        var (start, count) = (0, 0)
        for bit in 0..<4 where step & 1 << bit != 0 {
          guard let byte = next() else { return nil }
          start |= byte << (8 * bit)
        }
        for bit in 0..<3 where step & 0x10 << bit != 0 {
          guard let byte = next() else { return nil }
          count |= byte << (8 * bit)
        }
        if count == 0 { count = 0x10000 }
        guard start + count <= base.count, content.count + count <= size else { return nil }
        content += base[start..<(start + count)]
      } else {
        guard step > 0, position + step <= difference.count, content.count + step <= size else { return nil }
        content += difference[position..<(position + step)]
        position += step
      }
    }
    return content.count == size ? content : nil
  }
}
