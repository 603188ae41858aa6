/// The text of a message: its first part of plain text, else the words of its first part of HTML. Pure but for the tables
/// of encodings.
enum MailBody {
  /// The deepest nesting of parts, and the most parts of one level, that are read.
  private static let deepest = 8, mostParts = 100
  /// The most bytes of HTML that are read.
  private static let mostHTML = 64 << 10

  /// Returns the text of a message with a header that was read from the same bytes.
  static func text(_ bytes: ArraySlice<UInt8>, _ header: MailHeader) -> String {
    var html: String?
    if let plain = plain(bytes, header, 0, &html) { return plain }
    return html.map(words) ?? ""
  }

  private static func plain(
    _ bytes: ArraySlice<UInt8>, _ header: MailHeader, _ depth: Int, _ html: inout String?
  ) -> String? {
    let type = MailValue(header["content-type"] ?? "text/plain")
    let body = bytes[header.end...]
    if type.value.hasPrefix("multipart/") {
      guard depth < deepest, let boundary = type["boundary"], !boundary.isEmpty else { return nil }
      for part in parts(body, boundary) {
        if let text = plain(part, MailHeader(part), depth + 1, &html) { return text }
      }
      return nil
    }
    guard type.value == "text/plain" || type.value == "text/html" && html == nil,
      MailValue(header["content-disposition"] ?? "").value != "attachment"
    else { return nil }
    let content: [UInt8]
    switch header["content-transfer-encoding"]?.lowercased().prefix(while: { !$0.isWhitespace }) {
    case "base64": content = TransferEncoding.base64(Array(body))
    case "quoted-printable": content = TransferEncoding.quotedPrintable(Array(body))
    default: content = Array(body)
    }
    let charset = type["charset"]?.uppercased() ?? ""
    let text = (charset == "" || charset == "US-ASCII" ? nil : Charset.decode(content, charset))
    let found = text ?? SourceText(content).text
    if type.value == "text/plain" { return found }
    html = found
    return nil
  }

  /// Returns the parts between the lines of a boundary.
  private static func parts(_ body: ArraySlice<UInt8>, _ boundary: String) -> [ArraySlice<UInt8>] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var start: Int?
    var line = body.startIndex
    while line < body.endIndex, parts.count < mostParts {
      let stop = body[line...].firstIndex(of: 10) ?? body.endIndex
      if body[line..<stop].starts(with: mark) {
        if let start { parts.append(body[start..<line]) }
        start = min(stop + 1, body.endIndex)
        if body[line..<stop].dropFirst(mark.count).starts(with: [45, 45]) { return parts }
      }
      line = min(stop + 1, body.endIndex)
    }
    // The rest of a message that was cut.
    if let start, start < body.endIndex, parts.count < mostParts { parts.append(body[start...]) }
    return parts
  }

  /// Returns the words of the beginning of HTML, without its tags, styles and scripts.
  private static func words(_ html: String) -> String {
    var result = ""
    // The index is moved to the start of a letter that the limit would cut.
    let limit = html.utf8.index(html.startIndex, offsetBy: mostHTML, limitedBy: html.endIndex) ?? html.endIndex
    var rest = html[..<limit]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open] + " "
      rest = rest[open...]
      let hidden = ["style", "script", "head"].first { rest.dropFirst().prefix($0.count).lowercased() == $0 }
      var end: String.Index? = rest.startIndex
      if let hidden { end = self.end(of: hidden, in: rest) }
      guard let end, let close = rest[end...].firstIndex(of: ">") else { return result }
      rest = rest[rest.index(after: close)...]
    }
    result += rest
    let entities = [
      ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ]
    return entities.reduce(result) { $0.replacing($1.0, with: $1.1) }
  }

  /// Returns the start of the first end tag of an element, in capitals or not; nil without one.
  private static func end(of element: String, in html: Substring) -> String.Index? {
    var rest = html
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      if rest.first == "/", rest.dropFirst().prefix(element.count).lowercased() == element { return open }
    }
    return nil
  }
}
