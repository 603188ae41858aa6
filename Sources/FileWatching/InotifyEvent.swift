import Glibc

/// The event bits of inotify, reported or requested.
struct InotifyMask: OptionSet, Sendable {
  /// The kernel's bits.
  let rawValue: UInt32

  /// Creates a value from the kernel's bits.
  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ value: Int32) { rawValue = UInt32(bitPattern: value) }

  /// A name was created.
  static let created = InotifyMask(IN_CREATE)
  /// A name was deleted.
  static let deleted = InotifyMask(IN_DELETE)
  /// Content or size changed.
  static let modified = InotifyMask(IN_MODIFY)
  /// A file was closed after it was open for writing.
  static let closedAfterWrite = InotifyMask(IN_CLOSE_WRITE)
  /// Mode, owner, times or link count changed.
  static let attributes = InotifyMask(IN_ATTRIB)
  /// A name was renamed to another place.
  static let movedAway = InotifyMask(IN_MOVED_FROM)
  /// A name was renamed from another place.
  static let movedHere = InotifyMask(IN_MOVED_TO)
  /// The watched folder itself was deleted.
  static let selfDeleted = InotifyMask(IN_DELETE_SELF)
  /// The watched folder itself was renamed.
  static let selfMoved = InotifyMask(IN_MOVE_SELF)
  /// The file system was unmounted.
  static let unmounted = InotifyMask(IN_UNMOUNT)
  /// Events were lost.
  static let overflow = InotifyMask(IN_Q_OVERFLOW)
  /// The last event of a watch.
  static let watchEnded = InotifyMask(IN_IGNORED)
  /// The name is a folder.
  static let isFolder = InotifyMask(IN_ISDIR)
  /// No events of deleted names whose file is still open.
  static let linkedOnly = InotifyMask(IN_EXCL_UNLINK)
  /// No watch on anything but a folder.
  static let foldersOnly = InotifyMask(IN_ONLYDIR)

  /// The events for a folder of documents.
  static let documents: InotifyMask = [
    .created, .deleted, .modified, .closedAfterWrite, .attributes, .movedAway, .movedHere, .selfDeleted,
    .linkedOnly, .foldersOnly,
  ]
  /// The events for a folder of references and similar files: names only, because git replaces whole files.
  static let names: InotifyMask = [
    .created, .deleted, .closedAfterWrite, .movedAway, .movedHere, .selfDeleted, .foldersOnly,
  ]
}

/// One event of a watched folder.
struct InotifyEvent: Sendable {
  /// The watch; -1 for an overflow.
  var watch: Int32
  /// The event's bits.
  var mask: InotifyMask
  /// The number that both ends of a rename share.
  var cookie: UInt32
  /// The name in the folder; empty for the folder itself.
  var name: [UInt8]
}
