internal import FoundationEssentials
internal import Values

/// A line of an audit file: JSON with short names, ended by the hash that chains it to the previous line.
///
/// The hash is the git blob id of the previous line's hash followed by this line up to `,"h":"`, so `git hash-object
/// --stdin` computes it too. A caller is described once in a line of its own (`who`), and other lines refer to that
/// line's number.
struct AuditLine: Hashable, Codable {
  /// The number; one more than that of the previous line.
  var n: Int
  /// The time in milliseconds since 1970.
  var t: Int64
  /// The kind of line: `day` begins a file, `who` describes a caller; else the act.
  var k: String
  /// For a call: the number of the line that describes the caller.
  var w: Int?
  /// For a day: the id of the log; for a caller: the agent.
  var a: String?
  /// The session; for a day the hash before it.
  var s: String?
  /// The model.
  var m: String?
  /// The tool.
  var x: String?
  /// The path.
  var p: String?
  /// The other path.
  var o: String?
  /// The version.
  var v: String?
  /// The reason of a refusal.
  var e: String?
  /// The search pattern.
  var q: String?
  /// The number of results.
  var c: Int?
  /// The files of which parts were shown.
  var f: [String]?

  /// Makes a line of a kind.
  init(_ n: Int, _ t: Int64, _ k: String) {
    self.n = n
    self.t = t
    self.k = k
  }

  /// The text to hash: the object without its end.
  var text: String {
    var text = "{\"n\":\(n),\"t\":\(t)"
    if let w { text += ",\"w\":\(w)" }
    text += ",\"k\":\"\(k)\""
    for (name, value) in [("a", a), ("s", s), ("m", m), ("x", x), ("p", p), ("o", o), ("v", v), ("e", e), ("q", q)] {
      guard let value else { continue }
      text += ",\"\(name)\":" + JSONString.quoted(value)
    }
    if let c { text += ",\"c\":\(c)" }
    if let f { text += ",\"f\":[" + f.map(JSONString.quoted).joined(separator: ",") + "]" }
    return text
  }

  /// The mark before the hash.
  static let mark = Array(",\"h\":\"".utf8)

  /// Returns the text, hash and content of a line; nil for any other bytes.
  static func parse(_ bytes: ArraySlice<UInt8>) -> (line: AuditLine, text: [UInt8], hash: String)? {
    let end = Array("\"}".utf8)
    guard bytes.count > 40 + mark.count + end.count, bytes.suffix(2).elementsEqual(end) else { return nil }
    let hash = bytes.dropLast(2).suffix(40)
    let text = bytes.dropLast(42)
    guard text.suffix(mark.count).elementsEqual(mark),
      let line = try? JSONDecoder().decode(AuditLine.self, from: Data(bytes))
    else { return nil }
    return (line, Array(text.dropLast(mark.count)), String(decoding: hash, as: UTF8.self))
  }
}
