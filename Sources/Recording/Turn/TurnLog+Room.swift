internal import FileSystem
internal import Glibc

/// The disk space that a turn needs.
extension TurnLog {
  /// The greatest number of bytes that are stored without a check of the space.
  private static let smallContent = 1 << 16

  /// The space in bytes that is reserved for small turns.
  private static let reserve = 1 << 20

  /// The space in bytes above which no turn is measured.
  private static let ampleRoom = 1 << 32

  /// Returns whether content has space, in the journal and as objects, beside the rest of the turn and its temporaries.
  func hasRoom(for size: Int, beside plan: TurnPlan) -> Bool {
    guard let room = durability.room?(), room < Self.ampleRoom else { return true }
    let total = size + plan.contentSize
    let staged = plan.stagedSize
    return max(total, staged) <= Self.smallContent || 2 * total + staged + Self.reserve <= room
  }

  /// Returns the error for a path whose content has no space.
  static func noRoom(for path: String) -> FileError {
    FileError(
      code: .noSpace, operation: "record", path: path, errno: ENOSPC,
      message: "the disk is too full to record it; free some space")
  }
}

extension TurnPlan {
  /// The number of bytes of content that it adds to the store.
  fileprivate var contentSize: Int {
    drafts.reduce(0) { size, draft in
      draft.withContent.reduce(size) { $0 + (draft.changes[$1]?.content?.count ?? 0) }
    }
  }
  /// The number of bytes of its temporaries; recorded content is written there in full, too.
  fileprivate var stagedSize: Int {
    files.values.reduce(0) { size, file in
      guard let index = file.placement, placements[index].kind == .exchange else { return size }
      if let bytes = file.bytes { return size + bytes.count }
      return size + (file.isPlaceholder ? 0 : file.pointer?.size ?? 0)
    }
  }
}
