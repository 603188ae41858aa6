/// The search for a text in another one. Its time grows with the sum of both lengths, whatever they contain, since
/// agents choose both.
package enum ByteSearch {
  /// Returns the places of a text in order; none of an empty text.
  ///
  /// - Parameters:
  ///   - overlapping: whether a place may begin within the place before.
  ///   - limit: the greatest number of places.
  package static func places(
    of part: [UInt8], in text: [UInt8], overlapping: Bool = false, atMost limit: Int = .max
  ) -> [Int] {
    guard !part.isEmpty, part.count <= text.count, limit > 0 else { return [] }
    var found: [Int] = []
    let borders = borders(of: part)
    text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        borders.withUnsafeBufferPointer { borders in
          var matched = 0
          for position in 0..<text.count {
            while matched > 0, text[position] != part[matched] { matched = Int(borders[matched - 1]) }
            if text[position] == part[matched] { matched += 1 }
            guard matched == part.count else { continue }
            found.append(position + 1 - matched)
            guard found.count < limit else { return }
            matched = overlapping ? Int(borders[matched - 1]) : 0
          }
        }
      }
    }
    return found
  }

  /// Returns whether a line of a text begins with a part.
  package static func hasLine(startingWith part: [UInt8], in text: [UInt8]) -> Bool {
    text.starts(with: part) || !places(of: [UInt8(ascii: "\n")] + part, in: text, atMost: 1).isEmpty
  }

  /// Returns for each beginning of a text the length of its longest shorter beginning with which it also ends (Knuth,
  /// Morris and Pratt).
  private static func borders(of part: [UInt8]) -> [Int32] {
    var borders = [Int32](repeating: 0, count: part.count)
    part.withUnsafeBufferPointer { part in
      borders.withUnsafeMutableBufferPointer { borders in
        var length = 0
        for position in 1..<max(1, part.count) {
          while length > 0, part[position] != part[length] { length = Int(borders[length - 1]) }
          if part[position] == part[length] { length += 1 }
          borders[position] = Int32(length)
        }
      }
    }
    return borders
  }
}
