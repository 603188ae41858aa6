internal import GitObjects

/// The files that a text in Markdown links to. Pure.
enum FeedLinks {
  /// Returns the paths, from the root of the workspace, in the order of the links `[words](path)`; each once. Addresses
  /// with a scheme, absolute paths and places in the text itself (`#…`) are no files.
  static func links(in text: String) -> [String] {
    var links: [String] = []
    var rest = Substring(text)
    while let start = rest.firstRange(of: "](") {
      rest = rest[start.upperBound...]
      guard let target = target(&rest), let path = path(target) else { continue }
      if !links.contains(where: { $0.hasSameBytes(as: path) }) { links.append(path) }
    }
    return links
  }

  /// Takes the target of a link, up to its bracket or its title.
  private static func target(_ rest: inout Substring) -> Substring? {
    if rest.first == "<" {
      guard let end = rest.firstIndex(where: { $0 == ">" || $0.isNewline }), rest[end] == ">" else { return nil }
      defer { rest = rest[end...] }
      return rest[..<end].dropFirst()
    }
    var depth = 0
    guard
      let end = rest.firstIndex(where: { letter in
        if letter == "(" { depth += 1 }
        if letter == ")" { depth -= 1 }
        return depth < 0 || letter.isWhitespace
      })
    else { return nil }
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func path(_ target: Substring) -> String? {
    let place = target.prefix { $0 != "#" && $0 != "?" }
    let relative = place.hasPrefix("./") ? place.dropFirst(2) : place
    guard !relative.isEmpty, !relative.hasPrefix("/"), !relative.contains(":"), let text = decoded(relative) else {
      return nil
    }
    return (try? WorkspacePath(text))?.string
  }

  /// Returns a text with its `%20` and the like decoded; nil if the result is not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
