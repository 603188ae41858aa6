/// The policy's settings for large files, `[placeholders]`. Pure.
package struct PlaceholderRules: Hashable, Sendable {
  /// A download rule for some paths.
  package struct Rule: Hashable, Sendable {
    package var paths: PatternList
    /// When their contents are downloaded.
    package var download: DownloadRule
  }

  /// The size in bytes from which a file is large, unless `.gitattributes` decides about it.
  package var largeOver = 10_000_000
  /// When contents are downloaded that no rule covers.
  package var download = DownloadRule.eager
  /// The rules; the last one that covers a path decides.
  package var rules: [Rule] = []
  /// The bytes of the disk that stay free: beyond them no content is downloaded unasked, and contents that are not
  /// pinned are evicted.
  package var keepFree = 2_000_000_000
  /// The maximum upload rate in bytes a second; nil for no limit.
  package var uploadLimit: Int?
  /// The maximum download rate in bytes a second; nil for no limit.
  package var downloadLimit: Int?
  /// Whether large transfers wait while the network is metered.
  package var waitsOnMetered = true
  /// Whether large transfers wait while the machine runs on its battery.
  package var waitsOnBattery = false
  /// Whether the network is metered; nil to ask the system.
  package var isMetered: Bool?

  /// The maximum size in bytes of an object that does not wait for such a condition.
  package static let small = 10_000_000

  /// Whether any content is downloaded unasked.
  package var bringsAny: Bool { download == .eager || rules.contains { $0.download == .eager } }

  /// Returns the rule for the content of a path.
  package func download(of path: String) -> DownloadRule {
    if rules.isEmpty { return download }
    let identity = PathIdentity(path)
    return rules.last { $0.paths.covering(identity) != nil }?.download ?? download
  }
}

/// The rule for downloading the contents of large files to this machine.
package enum DownloadRule: String, Hashable, Sendable {
  /// Download as soon as Stet knows of the file, while the disk has room.
  case eager
  /// Download when a program or an agent reads the file.
  case lazy
  /// Download only when the person asks for it.
  case never
}
