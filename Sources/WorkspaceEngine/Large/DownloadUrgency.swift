/// The urgency of a download.
enum DownloadUrgency: Int, Comparable, Sendable {
  /// The policy wants the object here: download it while the disk has room and the network and power conditions allow
  /// it.
  case background
  /// A person or an agent asked for the object.
  case asked
  /// A reader waits for the object.
  case read

  static func < (left: DownloadUrgency, right: DownloadUrgency) -> Bool { left.rawValue < right.rawValue }
}
