/// How soon an object is to come.
enum DownloadUrgency: Int, Comparable, Sendable {
  /// The policy wants it here; while the disk has room and nothing speaks against large transfers.
  case background
  /// Somebody asked for it.
  case asked
  /// Somebody waits for it.
  case read

  static func < (left: DownloadUrgency, right: DownloadUrgency) -> Bool { left.rawValue < right.rawValue }
}
