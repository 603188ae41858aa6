internal import FileSystem

/// A short text in `.git/stet` that cannot be computed again: it is stored twice, each time with a checksum, so that
/// damage to one of the files loses nothing.
struct TwinFile: Sendable {
  private static let mark = "checksum\t"

  /// The name of the first file; the second is called `NAME.copy`.
  let name: String

  /// Returns the text of the first file that is whole, else every line of either; nil if there is neither file.
  ///
  /// - Returns: the text, and whether both files are as they were stored.
  func read(from tree: any FileTree) -> (text: String, isWhole: Bool)? {
    let found = [name, name + ".copy"].map { name in
      (try? tree.read(.store(name), limit: 1 << 24)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    let whole = found.compactMap { $0.flatMap(Self.unsealed) }
    if let text = whole.first { return (text, whole.count == 2) }
    let left = found.compactMap(\.self)
    guard !left.isEmpty else { return nil }
    var lines: [Substring] = []
    for line in left.flatMap({ $0.split(separator: "\n") }) where !line.hasPrefix(Self.mark) && !lines.contains(line) {
      lines.append(line)
    }
    return (lines.map { $0 + "\n" }.joined(), false)
  }

  /// Stores a text, the first file durably; where that fails, both files stay as they are.
  func write(_ text: String, to tree: any FileTree) {
    let bytes = Array(Self.sealed(text).utf8)
    let fresh = FileLocation.store(name + ".new")
    // The second file is written after the first, which is sufficient as long as it is whole.
    for (place, isDurable) in [(name, true), (name + ".copy", false)] {
      try? tree.remove(fresh)
      guard (try? tree.create(fresh, bytes: bytes, permissions: 0o600, durable: isDurable)) != nil,
        (try? tree.replace(.store(place), with: fresh)) != nil
      else { return }
    }
  }

  /// Removes the text.
  func remove(from tree: any FileTree) {
    // A second file left alone would replace a first one that was damaged.
    try? tree.remove(.store(name + ".copy"))
    try? tree.remove(.store(name))
  }

  private static func sealed(_ text: String) -> String {
    text + mark + String(Checksum.of(Array(text.utf8)[...]), radix: 16) + "\n"
  }

  /// Returns the text without its checksum; nil if the checksum is wrong.
  private static func unsealed(_ stored: String) -> String? {
    let text = stored.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).map { $0 + "\n" }.joined()
    return sealed(text) == stored ? text : nil
  }
}
