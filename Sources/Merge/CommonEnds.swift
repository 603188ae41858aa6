/// The common beginning and end of three texts.
enum CommonEnds {
  /// Returns the size in bytes of the whole lines that the texts share at the beginning, and of those at the end after
  /// them.
  static func lines(_ texts: Three<[UInt8]>) -> (head: Int, tail: Int) {
    let all = [texts.base, texts.ours, texts.theirs]
    let least = all.map(\.count).min() ?? 0
    var head = 0
    var tail = 0
    texts.base.withUnsafeBufferPointer { base in
      texts.ours.withUnsafeBufferPointer { ours in
        texts.theirs.withUnsafeBufferPointer { theirs in
          while head < least, base[head] == ours[head], base[head] == theirs[head] { head += 1 }
          while head > 0, base[head - 1] != UInt8(ascii: "\n") { head -= 1 }
          let (a, b, c) = (base.count - 1, ours.count - 1, theirs.count - 1)
          while tail < least - head, base[a - tail] == ours[b - tail], base[a - tail] == theirs[c - tail] { tail += 1 }
          while tail > 0,
            a - tail < 0 || base[a - tail] != UInt8(ascii: "\n") || b - tail < 0 || c - tail < 0
              || ours[b - tail] != UInt8(ascii: "\n") || theirs[c - tail] != UInt8(ascii: "\n")
          {
            tail -= 1
          }
        }
      }
    }
    return (head, tail)
  }
}
