/// Words after which a point rarely ends a sentence.
enum AbbreviationList {
  private static let words: Set<String> = [
    "abb", "abs", "al", "approx", "apr", "art", "aug", "bd", "bspw", "bzw", "ca", "cf", "ch", "co", "corp", "dec",
    "dept", "dr", "ed", "eds", "eq", "esp", "est", "etc", "evtl", "feb", "fig", "figs", "fri", "gen", "ggf", "hon",
    "hr", "inc", "incl", "jan", "jr", "jul", "jun", "lt", "ltd", "mar", "max", "mfg", "min", "mon", "mr", "mrs", "ms",
    "mt", "no", "nos", "nov", "nr", "oct", "op", "p", "pp", "prof", "resp", "rev", "sat", "sec", "sen", "sep", "sept",
    "sog", "sr", "st", "str", "sun", "tab", "tel", "thu", "tue", "usw", "vgl", "viz", "vol", "vs", "wed",
  ]

  /// Returns whether a text ends in an abbreviation, an initial, a word with a point in it, or a number of one or two
  /// digits.
  static func ends(_ text: ArraySlice<UInt8>) -> Bool {
    let word = text.suffix(24).reversed().prefix { byte in
      let folded = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded) || byte >= 0x80
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }
    let letters = Array(word.reversed())
    guard let last = letters.last else { return false }
    let isNumber = letters.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if isNumber { return letters.count <= 2 }
    // An initial; one letter of another script is a scalar of two bytes or more.
    if letters.count == 1 || letters.count == 2 && last >= 0x80 && letters[0] >= 0xC0 { return true }
    if letters.contains(UInt8(ascii: ".")) { return true }
    return words.contains(String(decoding: letters, as: UTF8.self).lowercased())
  }
}
