internal import Documents
internal import FileSystem
package import GitObjects

/// Versions that the remote refuses, with its words, in `.git/stet/refused`.
///
/// Not durable: what is lost is published again, refused again, and noted again.
package struct RefusedVersions: Hashable, Sendable {
  /// Where they are kept: a line each of the blob (zeros for a deletion), the words and the path, with tabs between.
  static let location = FileLocation.store("refused")
  /// More are not kept; the oldest go.
  private static let limit = 10_000

  private var order: [PathVersion] = []
  private var words: [PathVersion: String] = [:]

  /// Reads them; none where they cannot be read.
  init(from tree: any FileTree) {
    guard let content = try? tree.read(Self.location, limit: 1 << 24) else { return }
    for line in String(decoding: content.bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let blob = ObjectID(hex: fields[0]) else { continue }
      note(
        PathVersion(TrailerText.unescape(fields[2]), blob == .zero ? nil : blob),
        TrailerText.unescape(fields[1]))
    }
  }

  /// The file's content.
  var bytes: [UInt8] {
    var text = ""
    for version in order {
      guard let words = words[version] else { continue }
      text += (version.blob ?? .zero).hex + "\t" + TrailerText.escape(words) + "\t"
      text += TrailerText.escape(version.path) + "\n"
    }
    return Array(text.utf8)
  }

  /// All of them.
  package var versions: Set<PathVersion> { Set(order) }

  /// What the remote said to a version; nil where it is not known to refuse it.
  func words(for version: PathVersion) -> String? { words.isEmpty ? nil : words[version] }

  /// Notes a version.
  mutating func note(_ version: PathVersion, _ said: String) {
    if words.updateValue(said, forKey: version) == nil { order.append(version) }
    if order.count > Self.limit { words[order.removeFirst()] = nil }
  }

  /// Forgets all.
  mutating func clear() { (order, words) = ([], [:]) }
}
