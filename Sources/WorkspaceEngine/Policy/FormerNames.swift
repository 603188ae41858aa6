internal import Documents
internal import FileSystem
internal import LocalState

/// The names that files had before, where one of them is protected: a rename takes the protection along.
///
/// Kept in `.git/stet/former-names`, a rename a line. A name that held a protected file stays protected, since commits show
/// its text; a pattern of the policy that begins with `!` releases it.
final class FormerNames: Sendable {
  /// So many are known, the newest.
  private static let most = 10_000

  private let renames: StoredTable<[PathRename]>

  /// Reads them; what has gone meanwhile is left out.
  init(tree: any FileTree) {
    renames = StoredTable(StoredFile("former-names"), in: tree, limit: 1 << 24, .content) { bytes in
      String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap(Self.rename)
    } encode: { renames in
      Array(renames.map { Self.line($0) }.joined().utf8)
    }
  }

  /// The protected names that the file at a path had.
  func names(of path: String) -> [String] {
    renames.look { renames in renames.compactMap { rename in [rename].nameBefore(path) } }
  }

  /// Notes a rename of a file, or of a folder with the files in it. What cannot be kept is known until the stop.
  ///
  /// - Parameters:
  ///   - files: of a folder, the files below its new name.
  ///   - isProtected: whether a file of that name is.
  func note(_ rename: PathRename, files: () -> [String], isProtected: (String) -> Bool) {
    let back = [PathRename(from: rename.to, to: rename.from)]
    var fresh: [PathRename] = []
    if isProtected(rename.from) {
      fresh = [rename]
    } else {
      for file in files() {
        if let before = [rename].nameBefore(file), isProtected(before) {
          fresh.append(PathRename(from: before, to: file))
        }
      }
    }
    renames.changeAtOnce { [fresh] renames in
      // A file that had another name before goes on with it.
      let moved = renames.compactMap { known in
        back.nameBefore(known.to).map { PathRename(from: known.from, to: $0) }
      }
      var all = renames
      for entry in fresh + moved where !all.contains(entry) { all.append(entry) }
      all.removeAll { $0.from.hasSameBytes(as: $0.to) }
      renames = Array(all.suffix(Self.most))
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
