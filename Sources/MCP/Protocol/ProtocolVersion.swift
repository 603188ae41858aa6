/// A revision of the Model Context Protocol, oldest first.
package enum ProtocolVersion: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The first revision.
  case v2024_11_05 = "2024-11-05"
  /// Annotations of tools, audio, batches.
  case v2025_03_26 = "2025-03-26"
  /// Structured results, titles; no batches.
  case v2025_06_18 = "2025-06-18"
  /// The last revision that starts with `initialize`.
  case v2025_11_25 = "2025-11-25"
  /// Stateless: each request contains its version, client and capabilities.
  case v2026_07_28 = "2026-07-28"

  /// The revisions that a client may name in a request's `_meta`.
  package static let stateless: [ProtocolVersion] = [.v2026_07_28]
  /// The newest revision that `initialize` may agree on.
  static let newestWithHandshake = ProtocolVersion.v2025_11_25

  /// Whether requests are independent of a session.
  package var isStateless: Bool { self >= .v2026_07_28 }
  /// Whether tools have annotations and results may contain audio.
  var hasAnnotations: Bool { self >= .v2025_03_26 }
  /// Whether progress reports may contain a message.
  var tellsProgressInWords: Bool { self >= .v2025_03_26 }
  /// Whether an array may contain several messages.
  var hasBatches: Bool { self == .v2025_03_26 }
  /// Whether tools have titles and output schemas, and results structured content.
  var hasStructuredContent: Bool { self >= .v2025_06_18 }

  /// Returns whether a revision is older than another: their names are dates.
  package static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool { left.rawValue < right.rawValue }

  /// Returns the revision that `initialize` agrees on: the client's if it is supported, else the newest.
  static func agreed(on requested: String) -> ProtocolVersion {
    guard let version = ProtocolVersion(rawValue: requested), !version.isStateless else { return newestWithHandshake }
    return version
  }
}
