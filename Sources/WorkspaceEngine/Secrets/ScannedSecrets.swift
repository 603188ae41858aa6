internal import FileSystem
internal import FoundationEssentials
internal import LocalState

/// The result of the scan of others' commits: the secrets without an answer, and the scanned commits.
///
/// Both are in one file, so that the progress is never ahead of the secrets: a commit that counts as scanned is not
/// scanned again.
struct ScannedSecrets: Hashable, Sendable, Codable {
  /// The secrets that the person has not answered for.
  var open: [ArrivedSecret]
  /// The progress of the scan.
  var progress: LookedThrough

  /// Opens the table of a folder, `.git/stet/arrived-secrets.json`; empty if it cannot be read.
  static func table(in tree: (any FileTree)?) -> StoredTable<ScannedSecrets> {
    StoredTable(StoredFile("arrived-secrets.json"), in: tree, limit: 1 << 24, .content) { bytes in
      let data = Data(bytes ?? [])
      if let stored = try? JSONDecoder().decode(ScannedSecrets.self, from: data) { return stored }
      // Earlier versions stored a list of secrets, and the progress in a file of its own.
      let progress = tree.flatMap {
        StoredFile("looked-through.json").value(LookedThrough.self, from: $0, limit: 1 << 24)
      }
      return ScannedSecrets(
        open: (try? JSONDecoder().decode([ArrivedSecret].self, from: data)) ?? [],
        progress: progress ?? LookedThrough())
    } encode: {
      StoredFile.json($0)
    }
  }
}
