internal import CGit2
internal import CGit2Calls
internal import GitObjects

/// The process-wide set-up of libgit2, and its functions that need no repository.
///
/// libgit2 is used as an object database and a parser: bytes in, bytes out. Its check-out, its index and functions on
/// work tree paths are not used (reliability F1–F3, F9, F10).
enum LibGit2 {
  /// The result of the set-up: nil for success, else the error. It runs once and is thread-safe.
  static let setUpFailure: ObjectStoreError? = {
    guard git_libgit2_init() > 0 else { return GitError.last(-1, "libgit2 could not be started") }
    // The user's and the system's configuration is never read, because its settings must not change recorded content.
    for level in [GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL]
    {
      let status = stet_git_set_search_path(level.rawValue, "")
      if status < 0 { return GitError.last(status, "the configuration's search path could not be emptied") }
    }
    // The journal and the checkpoint provide durability; syncing each object would cost 1.6 ms a commit (F6).
    _ = stet_git_enable_fsync(0)
    // Every read goes to the disk, so that damage is found; the layers above cache the trees and commits in use as
    // values.
    _ = stet_git_enable_caching(0)
    _ = stet_git_set_cache_max_size(16 << 20)
    // A whole pack would be mapped otherwise, and count as memory of the daemon.
    _ = stet_git_set_window_size(1 << 20)
    _ = stet_git_set_mapped_limit(16 << 20)
    // Objects are written with ids computed in this process, children first; looking each up again doubles the cost.
    _ = stet_git_strict_object_creation(0)
    // The repository's own configuration is obeyed, so it must belong to the user: owner validation stays on.
    _ = stet_git_set_owner_validation(1)
    return nil
  }()

  /// Sets the library up.
  ///
  /// - Throws: `.failed` if that fails.
  static func setUp() throws(ObjectStoreError) {
    if let failure = setUpFailure { throw failure }
  }

  /// Returns the id of an object: SHA-1 with detection of collision attacks.
  static func id(of kind: ObjectKind, _ content: UnsafeRawBufferPointer) -> ObjectID {
    _ = setUpFailure
    var oid = git_oid()
    // Hashing memory fails only for an unknown kind or a detected attack; the zero id then names nothing.
    guard git_odb_hash(&oid, content.baseAddress, content.count, kind.type) == 0 else { return .zero }
    return ObjectID(oid)
  }
}

extension ObjectKind {
  /// The kind's value in libgit2.
  var type: git_object_t {
    switch self {
    case .commit: GIT_OBJECT_COMMIT
    case .tree: GIT_OBJECT_TREE
    case .blob: GIT_OBJECT_BLOB
    case .tag: GIT_OBJECT_TAG
    }
  }

  /// Converts a kind of libgit2; nil if it is not an object of a repository.
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
  /// Converts an id of libgit2.
  init(_ oid: git_oid) {
    self = withUnsafeBytes(of: oid.id) { ObjectID(prefixOf: $0) } ?? .zero
  }

  /// The id's value in libgit2.
  var oid: git_oid {
    var oid = git_oid()
    withUnsafeMutableBytes(of: &oid.id) { copyBytes(to: $0) }
    return oid
  }
}
