/// The information in the file that an editor creates beside an open document: who has it open.
package struct EditorLock: Hashable, Sendable {
  /// The program, if the file's form or content shows it: `vim`, `nano 7.2`, `emacs`, `LibreOffice`, `Office`, `Kate`.
  package var program: String?
  package var user: String?
  /// The machine.
  package var host: String?
  /// The process.
  package var pid: Int32?
  /// Whether the editor has unsaved text; nil if its file does not say.
  package var isModified: Bool?
  /// The document's last modification that the editor knows, seconds since 1970; nil if its file does not say.
  package var knownTime: Int64?

  /// Parses the content of a presence file, or the target of one that is a link; nil if the name is not that of one.
  ///
  /// Any content is accepted: an unreadable field is nil. No text is longer than 255 bytes or contains control
  /// characters.
  ///
  /// - Parameters:
  ///   - name: the file's own name.
  ///   - bytes: its content, of which the beginning is enough.
  package init?(name: String, bytes: [UInt8]) {
    guard case .presence = EditorName.classify(name) else { return nil }
    let raw = Array(name.utf8)
    if raw.starts(with: ".#".utf8) {
      self.init(emacs: bytes)
    } else if raw.starts(with: ".~lock.".utf8) {
      self.init(libreOffice: bytes)
    } else if raw.starts(with: "~$".utf8) {
      self.init(office: bytes)
    } else if name.hasSuffix(".kate-swp") {
      self.init(program: "Kate")
    } else if raw.first == UInt8(ascii: "#") {
      self.init(program: "emacs")
    } else {
      self.init(swap: bytes)
    }
  }

  private init(program: String? = nil) { self.program = program }

  /// Parses Vim's block 0: `b0`, ten bytes of version, the document's time at 16 and the process at 24 (little-endian),
  /// user and host from 28 on with 40 bytes each, 0x55 at 1007 if the text is not saved. nano writes the same form under
  /// a name of its own.
  private init(swap bytes: [UInt8]) {
    guard bytes.count >= 108, bytes.starts(with: "b0".utf8) else { return }
    let version = Self.text(bytes[2..<12])
    program = version.map { $0.hasPrefix("nano") ? $0 : "vim" }
    pid = Int32(exactly: Self.number(bytes[24..<28])).flatMap { $0 > 0 ? $0 : nil }
    if program == "vim", bytes.count > 1_007 {
      (isModified, knownTime) = (bytes[1_007] == 0x55, Self.number(bytes[16..<20]))
    }
    user = Self.text(bytes[28..<68])
    host = Self.text(bytes[68..<108])
  }

  /// Parses a little-endian number.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
  }

  /// Parses `user@host.pid:boot`, the link's target or the file's content.
  private init(emacs bytes: [UInt8]) {
    program = "emacs"
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return }
    user = Self.text(bytes[..<at])
    var rest = bytes[(at + 1)...]
    if let colon = rest.lastIndex(of: UInt8(ascii: ":")) { rest = rest[..<colon] }
    guard let dot = rest.lastIndex(of: UInt8(ascii: ".")) else { return }
    host = Self.text(rest[..<dot])
    pid = Int32(String(decoding: rest[(dot + 1)...], as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Parses `name,user,host,time,profile;` with commas in fields escaped by a backslash.
  private init(libreOffice bytes: [UInt8]) {
    program = "LibreOffice"
    var fields: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in bytes.prefix(4_096) {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if !isEscaped, byte == UInt8(ascii: ",") {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
        isEscaped = false
      }
    }
    user = Self.text(fields[0][...]) ?? (fields.count > 1 ? Self.text(fields[1][...]) : nil)
    host = fields.count > 2 ? Self.text(fields[2][...]) : nil
  }

  /// Parses a byte with the length of the user's name, and the name.
  private init(office bytes: [UInt8]) {
    program = "Office"
    guard let length = bytes.first, bytes.count > Int(length) else { return }
    user = Self.text(bytes[1..<(1 + Int(length))])
  }

  /// Returns the text up to a zero; nil if it is empty, not UTF-8, or contains control characters.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let body = bytes.prefix { $0 != 0 }.prefix(255)
    guard !body.isEmpty, let text = String(validating: body, as: UTF8.self) else { return nil }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else { return nil }
    let words = text.split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}
