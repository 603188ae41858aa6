internal import CGit2
package import GitObjects
internal import Glibc

/// A git repository on disk: objects, references, HEAD.
///
/// Not `Sendable`: it belongs to one isolation domain, which serializes its calls. Other programs, including git, may
/// use the same repository at any time.
package final class Repository: ObjectStore {
  /// The absolute path of the work tree's root.
  package let root: String
  /// The repository's files.
  let directory: GitDirectory
  /// libgit2's repository, used only for attributes, ignore rules and packs.
  let handle: OpaquePointer
  /// The object database; renewed when packs are added or deleted.
  private(set) var database: OpaquePointer
  /// The packs of this repository alone; owned by `database`.
  private(set) var packs: [UnsafeMutablePointer<git_odb_backend>]
  /// The packs that were found undamaged.
  private var packList = PackList()
  /// The modification time of the pack directory that `database` knows; nil if a later change may have the same time.
  private var packsSeen: timespec?
  /// The packs that are known to be on the device.
  var flushedPacks = FlushedPacks()
  /// Loose objects whose flush failed and that were not written again yet.
  var unflushed: Set<ObjectID> = []
  /// Second names of objects that no pack contains yet.
  let spares: SpareObjects
  /// The last read state of `packed-refs`.
  var packedReferences = PackedReferences()
  /// The lines of attribute files that libgit2 does not read.
  var quotedAttributes: QuotedAttributes
  /// The attribute files that may name a filter.
  var attributeFiles: AttributeFiles
  /// The ignore files, with the names that they may ignore.
  var ignoreFiles: IgnoreFiles

  /// Opens the repository `root/.git`.
  ///
  /// - Throws: `.failed` if it does not exist or has a form that cannot be opened; `RepositoryCheck` finds the reason.
  package init(root: String) throws(ObjectStoreError) {
    try LibGit2.setUp()
    directory = GitDirectory(path: root + "/.git")
    spares = SpareObjects(directory: directory)
    self.root = root
    quotedAttributes = QuotedAttributes(root: root)
    attributeFiles = AttributeFiles(root: root)
    ignoreFiles = IgnoreFiles(root: root)
    var opened: OpaquePointer?
    let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
    let status = git_repository_open_ext(&opened, directory.path, UInt32(flags), nil)
    guard status == 0, let opened else { throw GitError.last(status, "\(root) could not be opened as a repository") }
    handle = opened
    packsSeen = Self.packsChanged(directory)
    do throws(ObjectStoreError) {
      (database, packs) = try ObjectDatabase.open(directory, &packList)
    } catch {
      git_repository_free(opened)
      throw error
    }
    git_repository_set_odb(handle, database)
    pathAttributes.showMissing()
  }

  deinit {
    git_odb_free(database)
    git_repository_free(handle)
  }

  /// Loads packs that other programs wrote, for example `git fetch`, and drops those that `git gc` deleted.
  ///
  /// - Throws: `.failed` if the objects can no longer be opened.
  package func refresh() throws(ObjectStoreError) {
    packsSeen = Self.packsChanged(directory)
    let renewed = try ObjectDatabase.open(directory, &packList)
    git_odb_free(database)
    (database, packs) = renewed
    git_repository_set_odb(handle, database)
  }

  /// Refreshes if the pack directory changed since it was read; costs one `stat`.
  func refreshIfPacksChanged() throws(ObjectStoreError) {
    let now = directory.status("objects/pack")?.st_mtim ?? timespec()
    guard let packsSeen, now.tv_sec == packsSeen.tv_sec, now.tv_nsec == packsSeen.tv_nsec else { return try refresh() }
  }

  /// Returns the modification time of the pack directory; nil if it is so recent that a later change may get the same
  /// time.
  private static func packsChanged(_ directory: GitDirectory) -> timespec? {
    let changed = directory.status("objects/pack")?.st_mtim ?? timespec()
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = (now.tv_sec - changed.tv_sec) &* 1_000_000_000 &+ now.tv_nsec - changed.tv_nsec
    // The file clock advances in steps of up to 10 ms.
    return abs(age) < 20_000_000 ? nil : changed
  }

  /// Returns a name for a temporary file that no other process and no earlier call uses.
  func temporaryName(_ prefix: String) -> String { TemporaryName.next(prefix) }
}
