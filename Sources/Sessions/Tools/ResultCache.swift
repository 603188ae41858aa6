package import FileSystem
internal import LocalState
internal import Values

/// The results of tools that need a network, for 24 hours: `.git/stet/results`, a file for each tool and arguments. The
/// recorder's table of files is `.git/stet/cache`. Calls block.
package struct ResultCache: Sendable {
  /// The time in milliseconds for which a result is used again.
  package static let lifetime: Int64 = 86_400_000
  private static let name = "results"
  private static let folder = FileLocation.store(name)
  private static let limit: Int64 = 4 << 20

  private let tree: any FileTree

  /// Creates the cache of a workspace.
  package init(_ tree: any FileTree) { self.tree = tree }

  /// Returns the result of an equal call in the last 24 hours, and its time in milliseconds since 1970; nil for none.
  package func result(of tool: String, _ arguments: String, now: Int64) -> (text: String, time: Int64)? {
    guard let file = Self.file(tool, arguments),
      let bytes = (try? file.read(from: tree, limit: Self.limit)) ?? nil, let value = JSONValue(line: bytes),
      // Two calls may share the digest of a damaged or forged file.
      value["tool"]?.text == tool, value["arguments"]?.text == arguments, let text = value["text"]?.text,
      let time = value["time"]?.integer.map(Int64.init), time >= 0, time <= now, now - time < Self.lifetime
    else { return nil }
    return (text, time)
  }

  /// Stores a result and deletes old ones; a result that cannot be written is not cached.
  package func store(_ text: String, of tool: String, _ arguments: String, now: Int64) {
    for entry in (try? tree.entries(of: Self.folder)) ?? [] {
      let place = Self.folder.appending(entry.name)
      if let stamp = (try? tree.stamp(of: place)) ?? nil, now - stamp.modified / 1_000_000 > Self.lifetime {
        try? tree.remove(place)
      }
    }
    let value: JSONValue = [
      "tool": .string(tool), "arguments": .string(arguments), "time": .number(String(now)), "text": .string(text),
    ]
    try? Self.file(tool, arguments)?.write(value.line, .volatile, in: tree)
  }

  private static func file(_ tool: String, _ arguments: String) -> StoredFile? {
    var hash = ContentHash()
    Array((tool + "\0" + arguments).utf8).withUnsafeBytes { hash.add($0) }
    return hash.finish().map { bytes in
      StoredFile("\(name)/\(bytes.prefix(16).map { NumberText.padded($0, to: 2, radix: 16) }.joined()).json")
    }
  }
}
