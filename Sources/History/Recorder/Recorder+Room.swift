internal import FileSystem
internal import Glibc

/// The room that a turn needs on the disk.
///
/// A turn that the journal has must be stored: where its objects find no room, nothing else is recorded. What would not
/// fit is refused before, and smaller turns go on.
extension Recorder {
  /// So much content is stored without a look at the room there is.
  private static let smallContent = 1 << 16
  /// So much room is left to small turns.
  private static let reserve = 1 << 20
  /// With so much room no turn is measured.
  private static let ampleRoom = 1 << 32

  /// Whether content has room, in the journal and as objects, beside what a turn has already and its temporaries.
  func hasRoom(for size: Int, beside plan: TurnPlan) -> Bool {
    guard let room = durability.room?(), room < Self.ampleRoom else { return true }
    let total = size + plan.contentSize
    let staged = plan.stagedSize
    return max(total, staged) <= Self.smallContent || 2 * total + staged + Self.reserve <= room
  }

  /// The error for a path whose content has no room.
  static func noRoom(for path: String) -> FileError {
    FileError(
      code: .noSpace, operation: "record", path: path, errno: ENOSPC,
      message: "the disk is too full to record it; free some space")
  }
}

extension TurnPlan {
  /// How many bytes of content it brings into the store.
  fileprivate var contentSize: Int {
    drafts.reduce(0) { size, draft in
      draft.withContent.reduce(size) { $0 + (draft.changes[$1]?.content?.count ?? 0) }
    }
  }
  /// How many bytes its temporaries get; what is recorded already is written there in full, too.
  fileprivate var stagedSize: Int {
    files.values.reduce(0) { size, file in
      guard let index = file.placement, placements[index].kind == .exchange else { return size }
      if let bytes = file.bytes { return size + bytes.count }
      return size + (file.isPlaceholder ? 0 : file.pointer?.size ?? 0)
    }
  }
}
