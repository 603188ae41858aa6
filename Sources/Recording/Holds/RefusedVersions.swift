internal import Documents
internal import FileSystem
package import GitObjects
internal import LocalState

/// Versions that the remote refuses, with its words, in `.git/stet/refused`.
///
/// Not durable: a lost version is published again, refused again, and recorded again.
package struct RefusedVersions: Hashable, Sendable {
  /// The place of the file: one line each of the blob (zeros for a deletion), the words and the path, separated by
  /// tabs.
  static let file = StoredFile("refused")
  /// The greatest number of versions; the oldest are dropped.
  private static let limit = 10_000

  private var order: [PathVersion] = []
  private var words: [PathVersion: String] = [:]

  /// Reads the versions; none if they cannot be read.
  init(from tree: any FileTree) {
    for line in (Self.file.text(from: tree, limit: 1 << 24) ?? "").split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let blob = ObjectID(hex: fields[0]) else { continue }
      note(
        PathVersion(TrailerText.unescape(fields[2]), blob == .zero ? nil : blob),
        TrailerText.unescape(fields[1]))
    }
  }

  /// The content of the file.
  var bytes: [UInt8] {
    var text = ""
    for version in order {
      guard let words = words[version] else { continue }
      text += (version.blob ?? .zero).hex + "\t" + TrailerText.escape(words) + "\t"
      text += TrailerText.escape(version.path) + "\n"
    }
    return Array(text.utf8)
  }

  package var versions: Set<PathVersion> { Set(order) }

  /// Returns the remote's words for a version; nil if it is not known to refuse it.
  func words(for version: PathVersion) -> String? { words.isEmpty ? nil : words[version] }

  /// Adds a version.
  mutating func note(_ version: PathVersion, _ said: String) {
    if words.updateValue(said, forKey: version) == nil { order.append(version) }
    if order.count > Self.limit { words[order.removeFirst()] = nil }
  }

  /// Removes all versions.
  mutating func clear() { (order, words) = ([], [:]) }
}
