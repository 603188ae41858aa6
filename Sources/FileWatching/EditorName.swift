/// The kind of a file by its name, which shows the program that created it (reliability §3).
package enum EditorName: Hashable, Sendable {
  /// An ordinary document.
  case document
  /// A name that vim creates and deletes at once to test whether it may write: `4913`, `5036`, …
  ///
  /// It could be a document, too, so it is recorded, only later than others: vim has deleted its own by then.
  case probe
  /// A copy or an unfinished write that the program deletes or renames; never recorded.
  ///
  /// `of` is its document, if the name shows it.
  case transient(of: String?)
  /// A swap, lock or autosave file that exists while a document is open; never recorded.
  case presence(of: String)
}

extension EditorName {
  /// Classifies the name of a file (one path component) by the measured names of reliability §3, consequence 3.
  ///
  /// A name that ends in random letters counts as temporary only if the letters look random, because `sediments` and
  /// `.env.docker` have the same form as `sedXq3vPa` and rsync's `.f.Xq3vPa`. A missed temporary costs an extra
  /// version; a document taken for a temporary would never be recorded.
  package static func classify(_ name: String) -> EditorName {
    let bytes = Array(name.utf8)[...]
    guard let last = bytes.last, bytes.count > 1 else { return .document }
    if let found = locks(bytes) { return found }
    if let found = marked(bytes) { return found }
    if last == UInt8(ascii: "~") { return .transient(of: text(bytes.dropLast())) }
    return isProbe(bytes) ? .probe : .document
  }

  /// Returns whether a name may be that of a presence file, by its first byte: nearly no name is, and a start asks this
  /// of every file.
  static func mayBePresence(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || name.first == UInt8(ascii: "#") || name.first == UInt8(ascii: "~")
  }

  /// Classifies files that exist while a document is open.
  private static func locks(_ name: ArraySlice<UInt8>) -> EditorName? {
    if name.starts(with: ".#".utf8), name.count > 2 { return .presence(of: text(name.dropFirst(2))) }
    if name.starts(with: ".~lock.".utf8), name.last == UInt8(ascii: "#"), name.count > 8 {
      return .presence(of: text(name.dropFirst(7).dropLast()))
    }
    if name.first == UInt8(ascii: "#"), name.last == UInt8(ascii: "#"), name.count > 2 {
      return .presence(of: text(name.dropFirst().dropLast()))
    }
    if name.starts(with: "~$".utf8), name.count > 2 { return .presence(of: text(name.dropFirst(2))) }
    guard name.first == UInt8(ascii: ".") else { return nil }
    if ends(name, with: ".kate-swp"), name.count > 10 { return .presence(of: text(name.dropFirst().dropLast(9))) }
    // Vim counts down from `.swp` if a swap file exists already; `.swx` is its probe for long names.
    if name.count > 5, let letter = name.last, ends(name.dropLast(), with: ".sw"),
      letter == UInt8(ascii: "x") || (UInt8(ascii: "k")...UInt8(ascii: "p")).contains(letter)
    {
      return .presence(of: text(name.dropFirst().dropLast(4)))
    }
    return nil
  }

  /// Classifies temporaries that their program marks by a fixed text, or by random letters in a fixed position.
  private static func marked(_ name: ArraySlice<UInt8>) -> EditorName? {
    for mark in ["___jb_tmp___", "___jb_old___"] where ends(name, with: mark) && name.count > mark.utf8.count {
      return .transient(of: text(name.dropLast(mark.utf8.count)))
    }
    if ends(name, with: ".tmp") {
      let body = name.dropLast(4)
      if body.starts(with: ".syncthing.".utf8) { return .transient(of: text(body.dropFirst(11))) }
      if body.starts(with: "~syncthing~".utf8) { return .transient(of: text(body.dropFirst(11))) }
      if body.starts(with: ".stet.".utf8) { return .transient(of: nil) }
      if body.starts(with: "lu".utf8), body.contains(where: isDigit), body.dropFirst(2).allSatisfy(isLetterOrDigit) {
        return .transient(of: nil)
      }
    }
    for start in [".goutputstream-", ".fuse_hidden"] where name.starts(with: start.utf8) {
      return .transient(of: nil)
    }
    if name.starts(with: ".nfs".utf8), name.count >= 12, name.dropFirst(4).allSatisfy(isHexadecimal) {
      return .transient(of: nil)
    }
    guard looksRandom(name.suffix(6)) else { return nil }
    if name.count == 9, name.starts(with: "sed".utf8) { return .transient(of: nil) }
    if name.count == 8, name.starts(with: "XX".utf8) { return .transient(of: nil) }
    let rest = name.dropLast(6)
    if rest.count > 2, rest.first == UInt8(ascii: "."), rest.last == UInt8(ascii: ".") {
      return .transient(of: text(rest.dropFirst().dropLast()))
    }
    return nil
  }

  /// Returns whether a name is vim's probe: 4913 and, while that exists, 123 more each time.
  private static func isProbe(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count == 4 || name.count == 5, name.allSatisfy(isDigit) else { return false }
    let number = name.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return number >= 4_913 && (number - 4_913).isMultiple(of: 123)
  }

  /// Returns whether the text is six letters and digits other than a word, capitalised or in capitals, with or without
  /// a number after it.
  ///
  /// One in fifty names of `mkstemp` is such a word by chance.
  private static func looksRandom(_ tail: ArraySlice<UInt8>) -> Bool {
    guard tail.count == 6, tail.allSatisfy(isLetterOrDigit) else { return false }
    var word = tail
    while let last = word.last, isDigit(last) { word.removeLast() }
    return !word.dropFirst().allSatisfy(isLower) && !word.allSatisfy(isUpper)
  }

  private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func ends(_ name: ArraySlice<UInt8>, with end: String) -> Bool {
    name.count >= end.utf8.count && name.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
