internal import CGit2
package import GitObjects
internal import Glibc
internal import Synchronization

/// A git repository on disk: objects, references, HEAD.
///
/// Not `Sendable`: it belongs to one isolation domain, in which its calls follow each other. Other programs (git
/// itself) may use the same repository at any time.
package final class Repository: ObjectStore {
  /// The absolute path of the work tree's root.
  package let root: String
  /// The repository's files.
  let directory: GitDirectory
  /// libgit2's repository: only for attributes, ignore rules and packs.
  let handle: OpaquePointer
  /// The objects; renewed when packs come or go.
  private(set) var database: OpaquePointer
  /// The packs of this repository alone; belongs to `database`.
  private(set) var packs: [UnsafeMutablePointer<git_odb_backend>]
  /// Which packs were found whole.
  private var packList = PackList()
  /// When the directory of packs changed last, as `database` knows it; nil where it may have changed again unseen.
  private var packsSeen: timespec?
  /// Which packs are known to be on the device.
  var flushedPacks = FlushedPacks()
  /// Loose objects whose file could not be flushed and was not written anew yet.
  var unflushed: Set<ObjectID> = []
  /// Second names of what no pack has yet.
  let spares: SpareObjects
  /// packed-refs as last read.
  var packedReferences = PackedReferences()

  /// Opens the repository `root/.git`.
  ///
  /// - Throws: `.failed` where there is none or it is of a form that cannot be opened; `RepositoryCheck` tells which.
  package init(root: String) throws(ObjectStoreError) {
    try LibGit2.setUp()
    directory = GitDirectory(path: root + "/.git")
    spares = SpareObjects(directory: directory)
    self.root = root
    var opened: OpaquePointer?
    let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
    let status = git_repository_open_ext(&opened, directory.path, UInt32(flags), nil)
    guard status == 0, let opened else { throw GitError.last(status, "\(root) could not be opened as a repository") }
    handle = opened
    packsSeen = Self.packsChanged(directory)
    do throws(ObjectStoreError) {
      (database, packs) = try Self.openDatabase(directory, &packList)
    } catch {
      git_repository_free(opened)
      throw error
    }
    git_repository_set_odb(handle, database)
    // An empty index of memory: looking attributes up would otherwise read git's, with all its entries.
    var index: OpaquePointer?
    if git_index_new(&index) == 0 { git_repository_set_index(handle, index) }
    git_index_free(index)
  }

  deinit {
    git_odb_free(database)
    git_repository_free(handle)
  }

  /// Sees packs that others wrote, such as `git fetch`, and forgets those that `git gc` took away.
  ///
  /// - Throws: `.failed` where the objects cannot be opened any more.
  package func refresh() throws(ObjectStoreError) {
    packsSeen = Self.packsChanged(directory)
    let renewed = try Self.openDatabase(directory, &packList)
    git_odb_free(database)
    (database, packs) = renewed
    git_repository_set_odb(handle, database)
  }

  /// Refreshes if the directory of packs changed since it was read; costs one `stat`.
  func refreshIfPacksChanged() throws(ObjectStoreError) {
    let now = directory.status("objects/pack")?.st_mtim ?? timespec()
    guard let packsSeen, now.tv_sec == packsSeen.tv_sec, now.tv_nsec == packsSeen.tv_nsec else { return try refresh() }
  }

  /// When the directory of packs changed last; nil where that is so short ago that a later change may get the same time.
  private static func packsChanged(_ directory: GitDirectory) -> timespec? {
    let changed = directory.status("objects/pack")?.st_mtim ?? timespec()
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = (now.tv_sec - changed.tv_sec) &* 1_000_000_000 &+ now.tv_nsec - changed.tv_nsec
    // The clock of files goes in steps of up to 10 ms.
    return abs(age) < 20_000_000 ? nil : changed
  }

  /// Makes names of temporary files different among all handles of this process: recorder and exchange each have one.
  private static let serial = Atomic<UInt64>(0)

  /// A name for a temporary file that no other process and no earlier call uses.
  func temporaryName(_ prefix: String) -> String {
    "\(prefix)stet-\(getpid())-\(Self.serial.add(1, ordering: .relaxed).newValue)"
  }

  private static func openDatabase(
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

  /// Adds the packs and loose objects of a repository, and of those it borrows from; answers its own packs.
  private static func addObjects(
    of directory: GitDirectory, to database: OpaquePointer, _ list: inout PackList, depth: Int
  ) throws(ObjectStoreError) -> [UnsafeMutablePointer<git_odb_backend>] {
    let packs = list.backends(of: directory)
    for pack in packs {
      // A backend belongs to the database once added. Packs are asked first.
      let status = git_odb_add_backend(database, pack, 2)
      guard status == 0 else { throw GitError.last(status, "a pack could not be opened") }
    }
    try LooseBackend.add(directory, to: database)
    // git follows alternates five deep.
    guard depth < 5 else { return packs }
    for line in (try directory.text("objects/info/alternates") ?? "").split(separator: "\n") where line.first != "#" {
      let path = line.first == "/" ? String(line) : directory.path("objects/") + line
      // What borrows names the directory of objects; a repository's is always called so.
      guard path.hasSuffix("/objects") else { continue }
      _ = try addObjects(of: GitDirectory(path: String(path.dropLast(8))), to: database, &list, depth: depth + 1)
    }
    return packs
  }
}
