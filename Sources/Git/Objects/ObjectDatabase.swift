internal import CGit2
internal import GitObjects

/// The database of libgit2 from which the objects of a repository are read.
enum ObjectDatabase {
  /// Opens the packs and loose objects of a repository and of those that it borrows from, for libgit2.
  ///
  /// - Parameter list: the packs that are known to be undamaged; those that are found now are added.
  /// - Returns: the database, which the caller frees, and the repository's own packs, which it owns.
  /// - Throws: `.failed` if the objects cannot be opened.
  static func open(
    _ directory: GitDirectory, _ list: inout PackList
  ) throws(ObjectStoreError) -> (OpaquePointer, [UnsafeMutablePointer<git_odb_backend>]) {
    var made: OpaquePointer?
    let status = git_odb_new(&made)
    guard status == 0, let database = made else { throw GitError.last(status, "objects could not be opened") }
    do throws(ObjectStoreError) {
      return (database, try addObjects(of: directory, to: database, &list, depth: 0))
    } catch {
      git_odb_free(database)
      throw error
    }
  }

  /// Adds the packs and loose objects of a repository and of those that it borrows from; returns its own packs.
  private static func addObjects(
    of directory: GitDirectory, to database: OpaquePointer, _ list: inout PackList, depth: Int
  ) throws(ObjectStoreError) -> [UnsafeMutablePointer<git_odb_backend>] {
    let packs = list.backends(of: directory)
    for pack in packs {
      // The database owns an added backend. Packs are searched first.
      let status = git_odb_add_backend(database, pack, 2)
      guard status == 0 else { throw GitError.last(status, "a pack could not be opened") }
    }
    try LooseBackend.add(directory, to: database)
    // git follows alternates five levels deep.
    guard depth < 5 else { return packs }
    for line in (try directory.text("objects/info/alternates") ?? "").split(separator: "\n") where line.first != "#" {
      let path = line.first == "/" ? String(line) : directory.path("objects/") + line
      // An alternates line names the directory of objects, which always has this name in a repository.
      guard path.hasSuffix("/objects") else { continue }
      _ = try addObjects(of: GitDirectory(path: String(path.dropLast(8))), to: database, &list, depth: depth + 1)
    }
    return packs
  }
}
