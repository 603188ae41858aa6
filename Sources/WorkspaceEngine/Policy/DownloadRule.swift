/// When the contents of large files come to this machine.
enum DownloadRule: String, Hashable, Sendable {
  /// As soon as they are known of, while the disk has room.
  case eager
  /// When somebody reads them.
  case lazy
  /// Only when a person asks for them.
  case never
}
