/// A token of several parts, found by the separator between them. Pure.
///
/// These forms have no prefix of their own: Telegram's bots, Discord's bots, Terraform Cloud, Azure's clients, and
/// Twilio's account with its token.
struct AnchoredSecret {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of the separator.
  let anchor: Int

  /// The range of the token; nil if there is none.
  var place: SecretPlace? {
    switch text[anchor] {
    case UInt8(ascii: ":"): telegram ?? twilio
    case UInt8(ascii: "."): terraform ?? discord
    case UInt8(ascii: "~"): azure
    default: nil
    }
  }

  private static let telegramSign = Array(":AA".utf8)
  private static let twilioBeginning = Array("AC".utf8)
  private static let terraformSign = Array(".atlasv1.".utf8)

  /// `123456789:AA…`, 35 letters in all after the colon.
  private var telegram: SecretPlace? {
    guard text.hasBytes(Self.telegramSign, at: anchor) else { return nil }
    let start = begin { (0x30...0x39).contains($0) }
    let end = end(from: anchor + 1, .url)
    return place("a Telegram token", start, 8...10, end, 35...35, .url)
  }

  /// `AC` with 32 digits, and the token of 32 digits.
  private var twilio: SecretPlace? {
    let start = begin(SecretForm.Alphabet.alphanumeric.contains)
    guard anchor - start == 34, text.hasBytes(Self.twilioBeginning, at: start),
      text[(start + 2)..<anchor].allSatisfy(SecretForm.Alphabet.hex.contains)
    else { return nil }
    return place("a Twilio token", start, 34...34, end(from: anchor + 1, .hex), 32...32, .alphanumeric)
  }

  /// `LETTERS.atlasv1.LETTERS`.
  private var terraform: SecretPlace? {
    let sign = Self.terraformSign
    guard text.hasBytes(sign, at: anchor) else { return nil }
    let start = begin(SecretForm.Alphabet.alphanumeric.contains)
    let end = end(from: anchor + sign.count, .url)
    return place("a Terraform token", start, 14...14, end, (60 + sign.count - 1)...(70 + sign.count - 1), .url)
  }

  /// Three parts: the bot's number in Base64 (its first letter is M, N or O), a time, and a code.
  private var discord: SecretPlace? {
    let middle = anchor + 7
    guard middle < text.count, text[middle] == UInt8(ascii: "."), end(from: anchor + 1, .url) == middle else {
      return nil
    }
    let start = begin(SecretForm.Alphabet.url.contains)
    guard [UInt8(ascii: "M"), UInt8(ascii: "N"), UInt8(ascii: "O")].contains(text[start]) else { return nil }
    return place("a Discord token", start, 23...28, end(from: middle + 1, .url), 34...46, .url)
  }

  /// `abcdQ~` and 31 to 34 characters.
  private var azure: SecretPlace? {
    let isSign = { (byte: UInt8) in SecretForm.Alphabet.dotted.contains(byte) || byte == UInt8(ascii: "~") }
    guard anchor > 1, text[anchor - 1] == UInt8(ascii: "Q"), (0x30...0x39).contains(text[anchor - 2]) else {
      return nil
    }
    let start = begin(isSign)
    var end = anchor + 1
    while end < text.count, isSign(text[end]) { end += 1 }
    return place("an Azure client secret", start, 5...5, end, 31...34, .dotted)
  }

  /// Returns the offset at which the bytes before the separator begin.
  private func begin(_ isPart: (UInt8) -> Bool) -> Int {
    var start = anchor
    while start > 0, anchor - start < 64, isPart(text[start - 1]) { start -= 1 }
    return start
  }

  /// Returns the offset at which bytes of an alphabet end.
  private func end(from start: Int, _ alphabet: SecretForm.Alphabet) -> Int {
    var end = start
    while end < text.count, end - start < 256, alphabet.contains(text[end]) { end += 1 }
    return end
  }

  /// Returns the range if both parts have their lengths and look random.
  private func place(
    _ kind: String, _ start: Int, _ before: ClosedRange<Int>, _ end: Int, _ after: ClosedRange<Int>,
    _ alphabet: SecretForm.Alphabet
  ) -> SecretPlace? {
    guard before.contains(anchor - start), after.contains(end - anchor - 1) else { return nil }
    guard start == 0 || !alphabet.contains(text[start - 1]) else { return nil }
    return SecretRandomness.isRandom(text[(anchor + 1)..<end]) ? SecretPlace(kind: kind, range: start..<end) : nil
  }
}
