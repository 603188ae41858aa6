/// A well-known form of secrets: a prefix and the text after it. Pure.
struct SecretForm: Sendable {
  /// The bytes that may follow the prefix.
  enum Alphabet: Sendable {
    /// Letters and digits.
    case alphanumeric
    /// Letters, digits, `-` and `_`.
    case url
    /// Letters, digits, `-`, `_` and `.`.
    case dotted
    /// Capitals and the digits 2 to 7.
    case base32
    /// Hexadecimal digits in small letters.
    case hex
    /// Capitals and digits.
    case capital
    /// Hexadecimal digits in small letters and `-`.
    case dashedHex
    /// Letters, digits, `-`, `_` and `/`: the path of an address.
    case path
    /// Letters, digits, `+`, `/` and `=`.
    case base64
    /// Letters, digits, `+`, `/`, `-` and `_`: both kinds of Base64 without padding.
    case run
    /// The letters of both kinds of Base64, its padding, and `.` and `~`: the token of a request.
    case credentials

    /// Returns whether the alphabet contains a byte.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
      let (low, high) = members
      return byte < 64 ? low >> byte & 1 != 0 : byte < 128 && high >> (byte - 64) & 1 != 0
    }

    /// One bit for each ASCII byte in the alphabet: 0 to 63, and 64 to 127.
    @inline(__always)
    private var members: (low: UInt64, high: UInt64) {
      switch self {
      case .alphanumeric: (0x03FF_0000_0000_0000, 0x07FF_FFFE_07FF_FFFE)
      case .url: (0x03FF_2000_0000_0000, 0x07FF_FFFE_87FF_FFFE)
      case .dotted: (0x03FF_6000_0000_0000, 0x07FF_FFFE_87FF_FFFE)
      case .base32: (0x00FC_0000_0000_0000, 0x0000_0000_07FF_FFFE)
      case .hex: (0x03FF_0000_0000_0000, 0x0000_007E_0000_0000)
      case .capital: (0x03FF_0000_0000_0000, 0x0000_0000_07FF_FFFE)
      case .dashedHex: (0x03FF_2000_0000_0000, 0x0000_007E_0000_0000)
      case .path: (0x03FF_A000_0000_0000, 0x07FF_FFFE_87FF_FFFE)
      case .base64: (0x23FF_8800_0000_0000, 0x07FF_FFFE_07FF_FFFE)
      case .run: (0x03FF_A800_0000_0000, 0x07FF_FFFE_87FF_FFFE)
      case .credentials: (0x23FF_E800_0000_0000, 0x47FF_FFFE_87FF_FFFE)
      }
    }
  }

  /// The kind in words for people.
  let kind: String
  /// The prefix.
  let beginning: [UInt8]
  /// The alphabet of the text after the prefix.
  let alphabet: Alphabet
  /// The number of bytes after the prefix.
  let length: ClosedRange<Int>
  /// A text that must occur after the prefix; empty for none.
  let marker: [UInt8]

  init(_ kind: String, _ beginning: String, _ alphabet: Alphabet, _ length: ClosedRange<Int>, marker: String = "") {
    self.kind = kind
    self.beginning = Array(beginning.utf8)
    self.alphabet = alphabet
    self.length = length
    self.marker = Array(marker.utf8)
  }

  /// Returns whether a byte is typical of joined words: a small letter, `-`, `_` or `.`.
  static func isWordSign(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte) }
}
