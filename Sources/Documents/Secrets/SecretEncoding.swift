/// Decodes hexadecimal digits, Base64, percent signs and quoted-printable text. Pure.
enum SecretEncoding {
  /// The bytes of a text that one encoding may have in another.
  typealias Part = Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the value of a hexadecimal digit; nil for any other byte.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    case 0x41...0x46: byte - 0x41 + 10
    default: nil
    }
  }

  /// Returns the bytes of hexadecimal digits; nil if others are among them.
  static func hexadecimal(_ run: Part) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in run where !isLayout(byte) {
      guard let digit = digit(byte) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }

  /// Returns the bytes of Base64 of either kind, to its padding.
  static func base64(_ run: Part) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(run.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in run where !isLayout(byte) {
      let value: UInt32
      switch byte {
      case 0x41...0x5A: value = UInt32(byte - 0x41)
      case 0x61...0x7A: value = UInt32(byte - 0x61) + 26
      case 0x30...0x39: value = UInt32(byte - 0x30) + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "="): return bytes
      default: value = 63
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// Returns a text with `%5F` or `=5F` decoded, where the sign is `%` or `=`, and without lines' soft ends (`=`).
  ///
  /// A sign that is encoded itself (`%255F`) is decoded as often as that.
  static func escaped(_ run: Part, by sign: UInt8) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(run.count)
    var index = run.startIndex
    while index < run.endIndex {
      guard run[index] == sign, index + 1 < run.endIndex else {
        bytes.append(run[index])
        index += 1
        continue
      }
      if sign == UInt8(ascii: "="), run[index + 1] == 0x0A || run[index + 1] == 0x0D {
        index += 1
        if run[index] == 0x0D { index += 1 }
        if index < run.endIndex, run[index] == 0x0A { index += 1 }
        continue
      }
      var start = index + 1
      while sign == UInt8(ascii: "%"), start + 1 < run.endIndex, run[start] == UInt8(ascii: "2"),
        run[start + 1] == UInt8(ascii: "5")
      {
        start += 2
      }
      guard start + 1 < run.endIndex, let high = digit(run[start]), let low = digit(run[start + 1]) else {
        bytes.append(sign)
        index += 1
        continue
      }
      bytes.append(high << 4 | low)
      index = start + 2
    }
    return bytes
  }

  /// Returns whether a byte only arranges a run in lines.
  private static func isLayout(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09
  }
}
