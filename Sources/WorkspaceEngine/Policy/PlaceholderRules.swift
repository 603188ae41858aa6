internal import HTTPTransfer

/// What the policy says of large files, `[placeholders]`. Pure.
struct PlaceholderRules: Hashable, Sendable {
  /// A rule about some paths.
  struct Rule: Hashable, Sendable {
    /// Which.
    var paths: PatternList
    /// When their contents come.
    var download: DownloadRule
  }

  /// Files of so many bytes and more are large, but for those that `.gitattributes` says otherwise of.
  var largeOver = 10_000_000
  /// When contents come that no rule speaks of.
  var download = DownloadRule.eager
  /// The last that covers a path decides.
  var rules: [Rule] = []
  /// So many bytes of the disk stay free: nothing comes by itself beyond that, and what is not pinned gives way.
  var keepFree = 2_000_000_000
  /// Bytes a second that go up at the most; nil for no limit.
  var uploadLimit: Int?
  /// Bytes a second that come at the most; nil for no limit.
  var downloadLimit: Int?
  /// Whether large transfers wait where traffic costs money.
  var waitsOnMetered = true
  /// Whether large transfers wait while the machine runs on its battery.
  var waitsOnBattery = false
  /// Whether traffic costs money here; nil for what the system says.
  var isMetered: Bool?

  /// Smaller objects wait for nothing.
  static let small = 10_000_000

  /// The limits of both ways.
  var bandwidth: TransferSettings.Bandwidth { TransferSettings.Bandwidth(up: uploadLimit, down: downloadLimit) }

  /// Whether any content comes by itself.
  var bringsAny: Bool { download == .eager || rules.contains { $0.download == .eager } }

  /// When the content of a path comes.
  func download(of path: String) -> DownloadRule {
    if rules.isEmpty { return download }
    let identity = PathIdentity(path)
    return rules.last { $0.paths.covering(identity) != nil }?.download ?? download
  }
}
