/// The rule for downloading the contents of large files to this machine.
enum DownloadRule: String, Hashable, Sendable {
  /// Download as soon as Stet knows of the file, while the disk has room.
  case eager
  /// Download when a program or an agent reads the file.
  case lazy
  /// Download only when the person asks for it.
  case never
}
