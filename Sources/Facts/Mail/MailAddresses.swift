/// The addresses of a header's field (RFC 5322): `"Ada Person" <ada@example.org>, bob@example.org`. Pure.
enum MailAddresses {
  /// Returns the addresses with their names, whose encoded words are decoded; the name is empty without one.
  static func parse(_ text: String) -> [(name: String, address: String)] {
    var found: [(String, String)] = []
    var name = ""
    var address: String?
    var isQuoted = false
    var isEscaped = false
    var comments = 0
    func close() {
      let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if let address {
        found.append((EncodedWords.decode(words), address.filter { !$0.isWhitespace }))
      } else if words.contains("@") {
        found.append(("", words))
      }
      name = ""
      address = nil
    }
    var isInside = false
    for letter in text {
      if isEscaped {
        name.append(letter)
        isEscaped = false
      } else if isQuoted {
        switch letter {
        case "\\": isEscaped = true
        case "\"": isQuoted = false
        default: name.append(letter)
        }
      } else if comments > 0 || letter == "(" {
        comments += letter == "(" ? 1 : letter == ")" ? -1 : 0
      } else if isInside {
        if letter == ">" { isInside = false } else { address?.append(letter) }
      } else {
        switch letter {
        case "\"": isQuoted = true
        case "<":
          isInside = true
          address = ""
        case ",", ";": close()
        // The name of a group.
        case ":": name = ""
        default: name.append(letter)
        }
      }
    }
    close()
    return found
  }
}
