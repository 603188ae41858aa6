internal import Payloads

/// Reads the inbox of a Maildir: the messages in `new` and `cur`.
struct Maildir {
  /// The most bytes of a message that are read.
  private static let mostBytes = 256 << 10
  /// The most messages whose header is read: an older one may have arrived lately.
  private static let mostHeaders = 5_000
  /// The bytes of a whole text, and the characters of its beginning.
  private static let mostText = 20_000, beginning = 200

  /// A message's file.
  private struct File {
    var path: String
    var flags: Set<Character>
    var isNew: Bool
    /// The earliest of the times of delivery and of change.
    var arrived: Int64
  }

  /// The messages of the days, newest first, as far as they are wanted.
  private(set) var messages: [MailMessage] = []
  /// The number of messages of the days.
  private(set) var total = 0
  /// The sentences on messages that could not be read.
  private(set) var problems: [String] = []

  /// Reads the messages of some days.
  ///
  /// - Parameters:
  ///   - addresses: the person's addresses in lowercase; empty if they are not known.
  ///   - clock: local time on these days.
  /// - Throws: `SourceFault` if the folder is no Maildir.
  init(_ path: String, _ query: MailQuery, addresses: [String], clock: LocalClock) throws(SourceFault) {
    guard SourceFile.isFolder(path) == true else { throw SourceFault(path: path, reason: "there is no such folder") }
    guard SourceFile.isFolder("\(path)/cur") == true, SourceFile.isFolder("\(path)/new") == true else {
      throw SourceFault(path: path, reason: "it is no Maildir, which has the folders cur and new")
    }
    var files: [File] = []
    for folder in ["new", "cur"] {
      for entry in try SourceFile.entries(of: "\(path)/\(folder)") where !entry.isFolder {
        if let file = Self.file(entry.name, in: "\(path)/\(folder)", isNew: folder == "new"),
          file.arrived >= clock.span.lowerBound
        {
          files.append(file)
        }
      }
    }
    files.sort { $0.arrived > $1.arrived }
    if files.count > Self.mostHeaders {
      problems.append("\(path): it has more messages than are read; older ones were left out")
    }
    var found: [(MailMessage, File)] = []
    for file in files.prefix(Self.mostHeaders) {
      do throws(SourceFault) {
        if let message = try Self.message(file, addresses, clock) { found.append((message, file)) }
      } catch {
        // A program that reads the message renames its file.
        if SourceFile.changed(file.path) != nil { problems.append(error.sentence) }
      }
    }
    total = found.count
    found.sort { $0.0.date > $1.0.date }
    messages = found.prefix(query.limit).map { message, file in Self.withText(message, file, query) }
  }

  /// Returns the file of a message; nil for one that is deleted or a draft.
  private static func file(_ name: String, in folder: String, isNew: Bool) -> File? {
    // Some programs write `;` or `!` for the colon, which other systems refuse.
    let mark = name.lastIndex { $0 == ":" || $0 == ";" || $0 == "!" }
    let info = mark.map { name[name.index(after: $0)...] } ?? ""
    let flags = Set(info.hasPrefix("2,") ? info.dropFirst(2) : "")
    guard !flags.contains("T"), !flags.contains("D") else { return nil }
    let path = "\(folder)/\(name)"
    let delivered = Int64(name.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 > 100_000_000 ? $0 : nil }
    guard let changed = SourceFile.changed(path) else { return nil }
    return File(path: path, flags: flags, isNew: isNew, arrived: min(delivered ?? changed, changed))
  }

  /// Returns a message without its text; nil if it did not arrive on the days.
  private static func message(
    _ file: File, _ addresses: [String], _ clock: LocalClock
  ) throws(SourceFault) -> MailMessage? {
    let bytes = try SourceFile.read(file.path, limit: mostBytes, cuts: true).bytes
    let header = MailHeader(bytes[...])
    // A program that fetches a whole mailbox delivers old messages now.
    let sent = header["date"].flatMap(MailDate.seconds) ?? file.arrived
    let arrived = min(file.arrived, max(sent, 0))
    guard clock.span.contains(arrived) else { return nil }
    let from = header["from"].flatMap { text in
      // Some programs encode the address with the name.
      let text = String(text.prefix(1_000))
      return MailAddresses.parse(text).first ?? MailAddresses.parse(EncodedWords.decode(text)).first
    }
    let subject = EncodedWords.decode(String((header["subject"] ?? "").prefix(2_000)))
    var message = MailMessage(
      from: from.map { $0.name.isEmpty ? $0.address : $0.name } ?? "", address: from?.address ?? "", subject: subject,
      date: clock.time(arrived), text: "")
    message.id = header["message-id"]?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    message.isUnread = file.isNew || !file.flags.contains("S")
    message.isFlagged = file.flags.contains("F")
    message.isAnswered = file.flags.contains("R")
    if !addresses.isEmpty {
      let receivers = ["to", "cc"].flatMap { header.all($0) }.flatMap { MailAddresses.parse(String($0.prefix(20_000))) }
      message.isToMe = receivers.contains { addresses.contains($0.address.lowercased()) }
    }
    let precedence = header["precedence"].map { MailValue($0).value } ?? ""
    let automatic = header["auto-submitted"].map { MailValue($0).value } ?? "no"
    message.isBulk =
      header["list-id"] != nil || header["list-unsubscribe"] != nil || ["bulk", "list", "junk"].contains(precedence)
      || automatic != "no"
    return message
  }

  private static func withText(_ message: MailMessage, _ file: File, _ query: MailQuery) -> MailMessage {
    var message = message
    guard let bytes = try? SourceFile.read(file.path, limit: mostBytes, cuts: true).bytes else { return message }
    let text = MailBody.text(bytes[...], MailHeader(bytes[...]))
    guard query.withText else {
      message.text = String(
        text.prefix(4_000).split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .prefix(beginning))
      return message
    }
    var end = text.startIndex
    var count = 0
    while end < text.endIndex {
      count += text[end].utf8.count
      guard count <= mostText else { break }
      end = text.index(after: end)
    }
    message.text = String(text[..<end])
    return message
  }
}
