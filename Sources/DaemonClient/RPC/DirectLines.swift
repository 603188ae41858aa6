internal import FoundationEssentials
internal import GitObjects
package import WorkspaceAPI

/// The lines of a write, written and read without `Codable`.
///
/// The first use of `Codable` in a process looks up dozens of conformances: 1.5 ms of the 4 ms of a whole `stet write`.
/// Lines that are not plain go through `RPCCodec`; a test checks that both have the same meaning.
enum WriteLine {
  /// Returns the line of a request that puts a content. Returns nil for other actions, and for one under a claim, as
  /// part of an agent's call or an edit, or with a mode.
  static func request(_ request: WriteRequest, id: Int) -> [UInt8]? {
    guard case .put(let content) = request.action, request.claim == nil, request.caller.call == nil,
      request.isExecutable == nil, request.modeOf == nil, request.step == nil,
      request.isEdited == nil, request.unquoted == nil
    else { return nil }
    var line = Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"write","params":{"path":"#.utf8)
    PlainJSON.append(request.path, to: &line)
    line.append(contentsOf: #","action":{"action":"put","content":""#.utf8)
    line.append(contentsOf: Data(content).base64EncodedData())
    line.append(contentsOf: #""},"caller":{"#.utf8)
    let caller = [
      ("agent", request.caller.agent), ("session", request.caller.session), ("model", request.caller.model),
      ("tool", request.caller.tool),
    ]
    var comma = ""
    for case (let name, let value?) in caller {
      line.append(contentsOf: #"\#(comma)"\#(name)":"#.utf8)
      PlainJSON.append(value, to: &line)
      comma = ","
    }
    line.append(UInt8(ascii: "}"))
    if let token = request.token { line.append(contentsOf: #","token":"\#(token.hex)""#.utf8) }
    line.append(contentsOf: "}}".utf8)
    return line
  }

  /// Returns the receipt in an answer's line; nil for an error, and for a line that is not plain.
  static func receipt(_ line: [UInt8]) -> WriteReceipt? {
    guard let members = PlainMembers(line), let path = members["result.path"], !members.has("error") else { return nil }
    func id(_ name: String) -> (isPlain: Bool, id: ObjectID?) {
      guard let text = members["result." + name] else { return (!members.has("result." + name), nil) }
      let id = ObjectID(hex: text)
      return (id != nil, id)
    }
    let (token, commit) = (id("token"), id("commit"))
    guard token.isPlain, commit.isPlain, let merged = members.bool("result.merged"),
      let unchanged = members.bool("result.unchanged")
    else { return nil }
    return WriteReceipt(
      path: path, token: token.id, commit: commit.id, merged: merged, unchanged: unchanged,
      held: members["result.held"])
  }
}

/// The lines of a list's answer, written and read without `Codable`, as `ListEntry.json`.
package enum ListLine {
  /// Returns the line that answers call `id`; nil if the id is none of Stet's own client.
  package static func answer(_ entries: [ListEntry], id: RPCID) -> [UInt8]? {
    guard case .number(let number) = id else { return nil }
    var line = head(number)
    line += ListEntry.json(entries)
    line.append(UInt8(ascii: "}"))
    return line
  }

  /// Returns the list in the answer to call `id`; nil for an error, and for a line that is not plain.
  package static func entries(_ line: [UInt8], id: Int) -> [ListEntry]? {
    let head = head(id)
    guard line.starts(with: head), line.last == UInt8(ascii: "}") else { return nil }
    return ListEntry.list(json: line[head.count..<(line.count - 1)])
  }

  private static func head(_ id: Int) -> [UInt8] { Array(#"{"jsonrpc":"2.0","id":\#(id),"result":"#.utf8) }
}
