/// Assigns equal numbers to equal lines across several texts, so that lines are compared as integers.
///
/// Lines are equal if their bytes are; the hash (seeded anew in each process) only finds candidates.
struct LineNumbering {
  private var texts: [TextLines] = []
  private var known: [Int: Int32] = [:]
  private var examples: [(text: Int, line: Int)] = []

  /// Returns the numbers of a text's lines.
  mutating func number(_ text: TextLines) -> [Int32] {
    let own = texts.count
    texts.append(text)
    known.reserveCapacity(known.count + text.count)
    var numbers: [Int32] = []
    numbers.reserveCapacity(text.count)
    text.bytes.withUnsafeBytes { bytes in
      for line in 0..<text.count {
        let range = text.range(of: line)
        let slice = UnsafeRawBufferPointer(rebasing: bytes[range])
        var hasher = Hasher()
        hasher.combine(bytes: slice)
        var slot = hasher.finalize()
        while true {
          guard let number = known[slot] else {
            known[slot] = Int32(examples.count)
            numbers.append(Int32(examples.count))
            examples.append((own, line))
            break
          }
          if isExample(number, slice) {
            numbers.append(number)
            break
          }
          slot &+= 1
        }
      }
    }
    return numbers
  }

  private func isExample(_ number: Int32, _ line: UnsafeRawBufferPointer) -> Bool {
    let example = examples[Int(number)]
    let text = texts[example.text]
    let range = text.range(of: example.line)
    guard range.count == line.count else { return false }
    return text.bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]).elementsEqual(line) }
  }
}
