internal import FileSystem
internal import Journal
internal import LocalState

/// A short text in `.git/stet` that cannot be computed again: it is stored twice, each time with a checksum, so that
/// damage to one of the files loses nothing.
struct TwinFile: Sendable {
  private static let mark = "checksum\t"

  /// The name of the first file; the second is called `NAME.copy`.
  let name: String
  private var file: StoredFile { StoredFile(name) }
  private var copy: StoredFile { StoredFile(name + ".copy") }

  /// Returns the text of the first file that is whole, else every line of either; nil if there is neither file.
  ///
  /// - Returns: the text, and whether both files are as they were stored.
  func read(from tree: any FileTree) -> (text: String, isWhole: Bool)? {
    let found = [file, copy].map { $0.text(from: tree, limit: 1 << 24) }
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
    let sealed = Self.sealed(text)
    do throws(FileError) {
      try file.write(sealed, .content, in: tree)
      // The second file is written after the first, which is sufficient as long as it is whole.
      try copy.write(sealed, .volatile, in: tree)
    } catch {}
  }

  /// Removes the text.
  func remove(from tree: any FileTree) {
    // A second file left alone would replace a first one that was damaged.
    try? copy.remove(from: tree)
    try? file.remove(from: tree)
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
