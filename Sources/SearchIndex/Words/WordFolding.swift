internal import Values

/// The folding of scalars for search: upper and lower case, and letters with and without accents, are one. Pure.
///
/// Stet folds words itself, instead of SQLite's tokenizer: the index, the check of an answer against its file, and the
/// search without an index must agree in every letter.
enum WordFolding {
  /// The role of a scalar in a text.
  enum Role {
    /// It separates words.
    case separator
    /// It belongs to the word around it and is left out, such as a combining accent.
    case silent
    /// It is a part of a word, in this form.
    case letter(UInt32)
    /// It is a letter of a script without spaces between words.
    case unspaced(UInt32)
  }

  /// The scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese and Korean, whose particles
  /// are written together with their words.
  private static let unspaced: [ClosedRange<UInt32>] = [
    0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FA, 0x30FC...0x30FF,
    0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFD,
  ]

  /// Returns the role of a scalar.
  static func role(of scalar: UInt32) -> Role {
    guard scalar < tableEnd else { return slowRole(of: scalar) }
    let entry = table[Int(scalar)]
    switch entry {
    case 0: return .separator
    case 1: return .silent
    default: return entry & unspacedBit == 0 ? .letter(entry) : .unspaced(entry & ~unspacedBit)
    }
  }

  /// Returns the letter that two scalars are together: a syllable of Korean, or a kana with its mark; nil for others.
  static func composed(_ first: UInt32, _ next: UInt32) -> UInt32? {
    switch (first, next) {
    case (0x1100...0x1112, 0x1161...0x1175): return 0xAC00 + ((first - 0x1100) * 21 + next - 0x1161) * 28
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first - 0xAC00) % 28 == 0: return first + next - 0x11A7
    case (0x3046...0x30FD, 0x3099...0x309A):
      let parts = [first, next].compactMap { Unicode.Scalar($0) }.map { String($0) }.joined()
      // Texts are compared by canonical equivalence; a kana with its mark is one of these places behind the kana.
      return [1, 2, 8, 78].map { first + $0 }.first { Unicode.Scalar($0).map { String($0) == parts } ?? false }
    default: return nil
    }
  }

  private static let tableEnd: UInt32 = 0x3000
  private static let unspacedBit: UInt32 = 1 << 31

  /// The roles of the first scalars: most texts have no others.
  private static let table: [UInt32] = (0..<tableEnd).map { scalar in
    switch slowRole(of: scalar) {
    case .separator: 0
    case .silent: 1
    case .letter(let folded): folded
    case .unspaced(let folded): folded | unspacedBit
    }
  }

  private static func slowRole(of scalar: UInt32) -> Role {
    guard let unicode = Unicode.Scalar(scalar) else { return .separator }
    // Combining accents, and the sign that asks for an emoji.
    if (0x300...0x36F).contains(scalar) || (0xFE00...0xFE0F).contains(scalar) { return .silent }
    switch unicode.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      break
    default: return .separator
    }
    if unspaced.contains(where: { $0.contains(scalar) }) { return .unspaced(scalar) }
    let lower = unicode.properties.lowercaseMapping.unicodeScalars.first ?? unicode
    return .letter(LetterFolding.base(of: lower).value)
  }
}
