/// A pass through a text that finds places with secrets.
///
/// At a byte that starts no form, the cost is one table lookup. Placeholders (`ghp_xxxx…`, `AKIA…EXAMPLE`) do not
/// count.
struct SecretPass {
  let text: UnsafeBufferPointer<UInt8>
  /// Whether settings and addresses with passwords count: in binary files bytes look like them by chance.
  let isProse: Bool

  /// The forms by their first byte.
  private static let byFirst: [[SecretForm]] = {
    var table = [[SecretForm]](repeating: [], count: 256)
    for form in KnownSecretForms.all { if let first = form.beginning.first { table[Int(first)].append(form) } }
    return table
  }()
  /// Whether a form begins with two bytes; the index is 256 times the first plus the second.
  private static let isPair: [Bool] = {
    var table = [Bool](repeating: false, count: 1 << 16)
    for form in KnownSecretForms.all where form.beginning.count > 1 {
      table[Int(form.beginning[0]) << 8 | Int(form.beginning[1])] = true
    }
    for pair in ["--", "Pu", "lo"] {
      let bytes = Array(pair.utf8)
      table[Int(bytes[0]) << 8 | Int(bytes[1])] = true
    }
    // The text around these is checked from here; a dot or tilde at the end of a word does not count.
    for anchor in ":=.~".utf8 {
      for next in UInt8.min...UInt8.max {
        let isBetween =
          SecretForm.Alphabet.url.contains(next) || anchor == UInt8(ascii: ":") || anchor == UInt8(ascii: "=")
        table[Int(anchor) << 8 | Int(next)] = isBetween
      }
    }
    // The value of an element.
    for next in UInt8(0x21)...UInt8(0x7E) where next != UInt8(ascii: "<") {
      table[Int(UInt8(ascii: ">")) << 8 | Int(next)] = true
    }
    return table
  }()

  /// Returns the places in order; at most `SecretScanner.most`.
  func places() -> [SecretPlace] {
    var found: [SecretPlace] = []
    Self.isPair.withUnsafeBufferPointer { isPair in
      var position = 0
      while position < text.count, found.count < SecretScanner.most {
        let next = position + 1 < text.count ? text[position + 1] : 1
        guard isPair[Int(text[position]) << 8 | Int(next)], let place = place(at: position),
          place.range.lowerBound >= found.last?.range.upperBound ?? 0
        else {
          position += 1
          continue
        }
        found.append(place)
        position = place.range.upperBound
      }
    }
    return found
  }

  /// Returns the place of a secret that is recognized at a byte.
  private func place(at position: Int) -> SecretPlace? {
    switch text[position] {
    case UInt8(ascii: "-"): PrivateKeySecret(text: text, anchor: position).place
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "."), UInt8(ascii: "~"):
      AnchoredSecret(text: text, anchor: position).place ?? setting(at: position)
    case UInt8(ascii: ">"): setting(at: position)
    default: form(at: position) ?? PrivateKeySecret(text: text, anchor: position).place ?? login(at: position)
    }
  }

  /// Returns the place of a form that begins at a byte.
  private func form(at position: Int) -> SecretPlace? {
    // No form begins in the middle of a word.
    if position > 0, SecretForm.Alphabet.url.contains(text[position - 1]) { return nil }
    for form in Self.byFirst[Int(text[position])] {
      guard text.hasBytes(form.beginning, at: position) else { continue }
      let start = position + form.beginning.count
      var end = start
      while end < text.count, end - start <= form.length.upperBound, form.alphabet.contains(text[end]) { end += 1 }
      // A dot that ends a sentence is not part of the token.
      while end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
      guard form.length.contains(end - start), SecretRandomness.isRandom(text[start..<end]),
        holds(text[start..<end], form.marker)
      else { continue }
      return SecretPlace(kind: form.kind, range: position..<end)
    }
    return nil
  }

  /// Returns the place of the password of a login that begins at a byte.
  private func login(at position: Int) -> SecretPlace? {
    guard isProse else { return nil }
    return LoginSecret(text: text, anchor: position).place
  }

  /// Returns the place of a setting or an address with a password, unless its value is a well-known form.
  private func setting(at position: Int) -> SecretPlace? {
    guard isProse else { return nil }
    let place = AddressSecret(text: text, anchor: position).place ?? SettingSecret(text: text, sign: position).place
    guard let place, form(at: place.range.lowerBound) == nil else { return nil }
    return place
  }

  private func holds(_ part: Slice<UnsafeBufferPointer<UInt8>>, _ marker: [UInt8]) -> Bool {
    guard !marker.isEmpty else { return true }
    return part.indices.contains { text.hasBytes(marker, at: $0) && $0 + marker.count <= part.endIndex }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether bytes are at an offset.
  func hasBytes(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset + bytes.count <= count else { return false }
    for index in bytes.indices where self[offset + index] != bytes[index] { return false }
    return true
  }
}
