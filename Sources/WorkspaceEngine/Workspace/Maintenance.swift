internal import WorkspaceAPI

/// Keeps the number of packs small: each checkpoint and each fetch makes one.
///
/// Stock `git repack --geometric` joins small packs and leaves large ones; it runs at rest, as a child, and neither
/// recording nor the exchange waits for it.
struct Maintenance: Sendable {
  /// From this many packs on they are joined.
  static let packs = 50

  /// Asks and runs git.
  let git: GitReader

  /// Joins packs where there are many.
  ///
  /// - Throws: `VerbError` with git's words; the packs stay as they are.
  func run() async throws(VerbError) {
    let counted = String(decoding: try await git.run(["count-objects", "-v"]), as: UTF8.self)
    guard let packs = Self.packs(in: counted), packs >= Self.packs else { return }
    _ = try await git.run(["repack", "-d", "--geometric=2", "--quiet"])
  }

  /// The number of packs in what `git count-objects -v` prints.
  static func packs(in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix("packs: ") { return Int(line.dropFirst(7)) }
    return nil
  }
}
