internal import Documents
package import FileSystem
internal import GitObjects
internal import LocalState
internal import Recording
package import WorkTree

/// The former names of files, if one of them is protected or local only, because that follows the file; and the names
/// by which symbolic links lead to a file.
///
/// Stored in `.git/stet/former-names`, one rename a line. A name that once held a protected file stays protected,
/// because commits contain its text; a policy pattern that begins with `!` releases it.
package final class FormerNames: Sendable {
  /// The maximum number of renames that are kept, the newest.
  private static let most = 10_000

  private let renames: StoredTable<[PathRename]>
  private let links: SymbolicLinks

  /// Reads the file; malformed lines are skipped.
  ///
  /// - Parameter root: the absolute path of the folder, in which absolute targets of links are searched.
  package init(tree: any FileTree, links: SymbolicLinks, root: String) {
    self.links = links
    links.setRoot(root)
    renames = StoredTable(StoredFile("former-names"), in: tree, limit: 1 << 24, .content) { bytes in
      String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap(Self.rename)
    } encode: { renames in
      Array(renames.map { Self.line($0) }.joined().utf8)
    }
  }

  /// Returns the protected or local-only names that the file at a path had before.
  package func names(of path: String) -> [String] {
    renames.look { renames in renames.compactMap { rename in [rename].nameBefore(path) } }
  }

  /// Returns the names by which symbolic links lead to a path or to a folder above it.
  ///
  /// - Parameter tree: the folder, in which each of these links is looked up again; nil to leave the disk alone.
  package func linkNames(of path: String, in tree: (any FileTree)? = nil) -> [String] {
    guard let path = try? WorkspacePath(path) else { return [] }
    return tree.map { links.names(of: path, in: $0) } ?? links.names(of: path)
  }

  /// Adds a rename of a file, or of a folder with its files. If the write fails, the entry lasts in memory until the
  /// daemon stops.
  ///
  /// - Parameters:
  ///   - files: for a folder, returns the files below its new name.
  ///   - isSensitive: returns whether a name is protected or local only.
  func note(_ rename: PathRename, files: () -> [String], isSensitive: (String) -> Bool) {
    let back = [PathRename(from: rename.to, to: rename.from)]
    var fresh: [PathRename] = []
    if isSensitive(rename.from) {
      fresh = [rename]
    } else {
      for file in files() {
        if let before = [rename].nameBefore(file), isSensitive(before) {
          fresh.append(PathRename(from: before, to: file))
        }
      }
    }
    renames.changeAtOnce { [fresh] renames in
      // The entry of a file that already had a former name continues under the new name.
      let moved = renames.compactMap { known in
        back.nameBefore(known.to).map { PathRename(from: known.from, to: $0) }
      }
      var all = renames
      for entry in fresh + moved where !all.contains(entry) { all.append(entry) }
      all.removeAll { $0.from.hasSameBytes(as: $0.to) }
      renames = Array(all.suffix(Self.most))
    }
  }

  /// Returns the renames by moves that were done.
  static func moves(_ writes: [Write], _ outcomes: [WriteOutcome]) -> [PathRename] {
    zip(writes, outcomes).compactMap { write, outcome in
      guard case .move(let target) = write.action, case .done = outcome else { return nil }
      return PathRename(from: write.path.string, to: target.string)
    }
  }

  private static func line(_ rename: PathRename) -> String {
    TrailerText.escape(rename.from) + "\t" + TrailerText.escape(rename.to) + "\n"
  }

  private static func rename(_ line: Substring) -> PathRename? {
    let names = line.split(separator: "\t").map { TrailerText.unescape(String($0)) }
    return names.count == 2 ? PathRename(from: names[0], to: names[1]) : nil
  }
}
