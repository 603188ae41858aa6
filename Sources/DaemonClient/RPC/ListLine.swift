package import WorkspaceAPI

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
