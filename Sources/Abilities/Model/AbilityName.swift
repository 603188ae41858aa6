internal import Values

/// The name of an ability's folder, by the rules of Agent Skills: lowercase letters, digits and single hyphens.
package enum AbilityName {
  /// The greatest length in letters.
  package static let longest = 64

  /// Returns why a name is against the rules; nil if it is not.
  package static func problem(_ name: String) -> String? {
    if name.isEmpty || name.utf8.count > longest {
      return "it has \(name.utf8.count) characters; 1 to \(longest) are allowed"
    }
    guard name.utf8.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "-") }) else {
      return "only a to z, 0 to 9 and hyphens are allowed"
    }
    if name.hasPrefix("-") || name.hasSuffix("-") { return "it begins or ends with a hyphen" }
    if name.contains("--") { return "two hyphens follow each other" }
    return nil
  }

  /// Latin letters that do not decompose into a letter and an accent.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n",
    "ŧ": "t", "ĸ": "k",
  ]

  /// Returns a label in lowercase whose Latin letters have no accents, and without apostrophes.
  private static func folded(_ label: String) -> String {
    var text = ""
    for scalar in label.lowercased().unicodeScalars {
      // Combining accents, and the two apostrophes.
      if (0x300...0x36F).contains(scalar.value) || scalar == "'" || scalar == "\u{2019}" { continue }
      let base = LetterFolding.base(of: scalar)
      if let letters = letters[base] { text += letters } else { text.unicodeScalars.append(base) }
    }
    return text
  }

  /// Returns a name made of a label, such as `weekly-review` of `Weekly Review`, that is none of those in use.
  package static func make(of label: String, unlike used: Set<String>) -> String {
    var words: [String] = [""]
    for byte in folded(label).utf8 {
      if isPlain(byte) { words[words.count - 1].append(Character(Unicode.Scalar(byte))) } else { words.append("") }
    }
    var name = String(words.filter { !$0.isEmpty }.joined(separator: "-").prefix(longest - 4))
    if name.hasSuffix("-") { name.removeLast() }
    if name.isEmpty { name = "ability" }
    guard used.contains(name) else { return name }
    var number = 2
    while used.contains("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: false
    }
  }
}
