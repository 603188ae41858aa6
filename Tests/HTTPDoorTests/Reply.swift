/// An answer as it came.
struct Reply: CustomStringConvertible {
  var bytes: [UInt8] = []
  var wasClosed = false

  var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The status; 0 where none came.
  var status: Int {
    let words = description.prefix { $0 != "\r\n" && $0 != "\n" }.split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }

  /// The bytes after the head.
  var body: String {
    description.firstRange(of: "\r\n\r\n").map { String(description[$0.upperBound...]) } ?? ""
  }

  /// A header's value.
  func header(_ name: String) -> String? {
    let head = description.firstRange(of: "\r\n\r\n").map { description[..<$0.lowerBound] } ?? ""
    for line in head.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name.lowercased() {
        return parts[1].drop { $0 == " " }.description
      }
    }
    return nil
  }

  /// Whether all of it is there.
  var isWhole: Bool {
    guard description.contains("\r\n\r\n") else { return false }
    if let length = header("Content-Length").flatMap({ Int($0) }) { return body.utf8.count >= length }
    if header("Transfer-Encoding") == "chunked" { return body.hasSuffix("0\r\n\r\n") }
    return (200...299).contains(status) && body.isEmpty && header("Connection") != "close"
  }
}
