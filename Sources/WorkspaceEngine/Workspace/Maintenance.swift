internal import WorkspaceAPI

/// The maintenance that keeps the number of packs small, since each checkpoint and each fetch makes one.
///
/// Stock `git repack --geometric` joins small packs and leaves large ones. It runs while the keeper is idle, as a child
/// process, and neither recording nor the exchange waits for it.
struct Maintenance: Sendable {
  /// The number of packs from which on they are joined.
  static let packs = 50

  /// Runs git.
  let git: GitReader

  /// Joins packs if there are many.
  ///
  /// - Throws: `VerbError` with git's message; the packs stay unchanged then.
  func run() async throws(VerbError) {
    let counted = String(decoding: try await git.run(["count-objects", "-v"]), as: UTF8.self)
    guard let packs = Self.packs(in: counted), packs >= Self.packs else { return }
    _ = try await git.run(["repack", "-d", "--geometric=2", "--quiet"])
  }

  /// Returns the number of packs in the output of `git count-objects -v`.
  static func packs(in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix("packs: ") { return Int(line.dropFirst(7)) }
    return nil
  }
}
