internal import GitObjects
internal import WorkTree

/// The changes that a turn makes to the ledgers beside history. They are part of its plan, and take effect after the
/// journal has the turn: a turn that fails leaves the ledgers as they were.
struct LedgerChanges {
  /// Paths that no longer wait for a newer version: it is on disk, or a save is.
  var placed: Set<WorkspacePath> = []
  /// Paths whose waiting append is planned, or already on the tip. The wait of any other path ends with the turn that
  /// records the path on the tip.
  var appends: Set<WorkspacePath> = []
  /// The reasons for which paths are held; nil for a path that is released.
  var holds: [WorkspacePath: HeldReason?] = [:]
}
