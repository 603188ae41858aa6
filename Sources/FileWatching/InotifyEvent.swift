import Glibc

/// What the kernel says happened, or is asked to tell.
struct InotifyMask: OptionSet, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ value: Int32) { rawValue = UInt32(bitPattern: value) }

  static let created = InotifyMask(IN_CREATE)
  static let deleted = InotifyMask(IN_DELETE)
  static let modified = InotifyMask(IN_MODIFY)
  static let closedAfterWrite = InotifyMask(IN_CLOSE_WRITE)
  static let attributes = InotifyMask(IN_ATTRIB)
  static let movedAway = InotifyMask(IN_MOVED_FROM)
  static let movedHere = InotifyMask(IN_MOVED_TO)
  static let selfDeleted = InotifyMask(IN_DELETE_SELF)
  static let selfMoved = InotifyMask(IN_MOVE_SELF)
  static let unmounted = InotifyMask(IN_UNMOUNT)
  static let overflow = InotifyMask(IN_Q_OVERFLOW)
  static let watchEnded = InotifyMask(IN_IGNORED)
  static let isFolder = InotifyMask(IN_ISDIR)
  /// Nothing of names that were taken away while somebody still had the file open.
  static let linkedOnly = InotifyMask(IN_EXCL_UNLINK)
  static let foldersOnly = InotifyMask(IN_ONLYDIR)

  /// What is watched in a folder of documents.
  static let documents: InotifyMask = [
    .created, .deleted, .modified, .closedAfterWrite, .attributes, .movedAway, .movedHere, .selfDeleted,
    .linkedOnly, .foldersOnly,
  ]
  /// What is watched in a folder of references and the like: names only, git replaces files whole.
  static let names: InotifyMask = [
    .created, .deleted, .closedAfterWrite, .movedAway, .movedHere, .selfDeleted, .foldersOnly,
  ]
}

/// One event of a watched folder.
struct InotifyEvent: Sendable {
  /// The watch; -1 for an overflow.
  var watch: Int32
  /// What happened.
  var mask: InotifyMask
  /// The same for both ends of a rename.
  var cookie: UInt32
  /// The name in the folder; empty for the folder itself.
  var name: [UInt8]
}
