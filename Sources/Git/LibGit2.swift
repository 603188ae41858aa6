internal import CGit2
internal import CGit2Calls
internal import GitObjects

/// The library behind this module: set up once for the whole process, and the calls that need no repository.
///
/// libgit2 is an object database and a parser here: bytes in, bytes out. Its check-out, its index and whatever takes a
/// path of the work tree are not used (reliability F1–F3, F9, F10).
enum LibGit2 {
  /// What the set-up came to: nil where it worked, else why not. Running it is thread-safe and happens once.
  static let setUpFailure: ObjectStoreError? = {
    guard git_libgit2_init() > 0 else { return GitError.last(-1, "libgit2 could not be started") }
    // The user's and the system's configuration is never read: what they set must not change what is recorded.
    for level in [GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL]
    {
      let status = stet_git_set_search_path(level.rawValue, "")
      if status < 0 { return GitError.last(status, "the configuration's search path could not be emptied") }
    }
    // Durability is the journal's and the checkpoint's; syncing each object would cost 1.6 ms a commit (F6).
    _ = stet_git_enable_fsync(0)
    // Every read goes to the disk, so that damage is seen; the trees and commits in use are cached above as values.
    _ = stet_git_enable_caching(0)
    _ = stet_git_set_cache_max_size(16 << 20)
    _ = stet_git_set_mapped_limit(256 << 20)
    // Objects are given with their ids from this process, children first; looking each up again doubles the cost.
    _ = stet_git_strict_object_creation(0)
    // The repository's own configuration is obeyed, so it must be the user's own: owner validation stays on.
    _ = stet_git_set_owner_validation(1)
    return nil
  }()

  /// Sets the library up.
  ///
  /// - Throws: `.failed` where it cannot be.
  static func setUp() throws(ObjectStoreError) {
    if let failure = setUpFailure { throw failure }
  }

  /// The id that an object would have: SHA-1 with detection of collision attacks.
  static func id(of kind: ObjectKind, _ content: UnsafeRawBufferPointer) -> ObjectID {
    _ = setUpFailure
    var oid = git_oid()
    // Hashing memory can only fail for an unknown kind or on a detected attack; the zero id then names nothing.
    guard git_odb_hash(&oid, content.baseAddress, content.count, kind.type) == 0 else { return .zero }
    return ObjectID(oid)
  }
}

extension ObjectKind {
  /// The kind as libgit2 knows it.
  var type: git_object_t {
    switch self {
    case .commit: GIT_OBJECT_COMMIT
    case .tree: GIT_OBJECT_TREE
    case .blob: GIT_OBJECT_BLOB
    case .tag: GIT_OBJECT_TAG
    }
  }

  /// Takes a kind as libgit2 knows it; nil for what is no object of a repository.
  init?(_ type: git_object_t) {
    switch type {
    case GIT_OBJECT_COMMIT: self = .commit
    case GIT_OBJECT_TREE: self = .tree
    case GIT_OBJECT_BLOB: self = .blob
    case GIT_OBJECT_TAG: self = .tag
    default: return nil
    }
  }
}

extension ObjectID {
  /// Takes an id as libgit2 knows it.
  init(_ oid: git_oid) {
    self = withUnsafeBytes(of: oid.id) { ObjectID(prefixOf: $0) } ?? .zero
  }

  /// The id as libgit2 knows it.
  var oid: git_oid {
    var oid = git_oid()
    withUnsafeMutableBytes(of: &oid.id) { copyBytes(to: $0) }
    return oid
  }
}
