package import Documents
package import GitObjects
package import LargeFiles

/// What the recorder asks about a path; each answer comes from the workspace's own files, never from the person's.
///
/// Called on the recorder's executor only.
package struct RecordingRules {
  /// Whether an ignore rule covers a path (the second value: whether it is a folder).
  package var isIgnored: (WorkspacePath, Bool) -> Bool
  /// The git filter that covers a path and that Stet does not run; nil for none.
  package var filter: (WorkspacePath) -> String?
  /// Whether attributes make a path a large file.
  package var largeFilter: (WorkspacePath) -> LargeRule.Filter
  private let limit: () -> Int64
  /// Files larger than this many bytes are held; the policy may change it at any `reload`.
  package var holdOver: Int64 { limit() }
  /// The content with its provenance keys brought up to date, for an agent's write (DESIGN "Provenance"): by whom and
  /// when, and who made the file, which is asked only where the file is to say it and does not.
  package var stamp: (WorkspacePath, [UInt8], WriteOrigin, Provenance.Mark, () -> Provenance.Mark?) -> [UInt8]
  /// The content with the provenance of its last change, for a file that nobody has touched for some minutes; nil where
  /// the policy does not want that. The last value is who made the file.
  package var refresh: (WorkspacePath, [UInt8], Provenance.Mark, () -> Provenance.Mark?) -> [UInt8]?
  /// Why a content is held for a secret in it; the third value is what the tip has at the path, asked only where a secret
  /// was found.
  package var secret: (WorkspacePath, [UInt8], () -> [UInt8]?) -> HeldReason?
  /// Whether the policy keeps a path on this machine: its versions are recorded as held.
  package var isLocalOnly: (WorkspacePath) -> Bool
  /// Brings rules up to date after one of their files (`.gitignore`, `.gitattributes`, policy) changed.
  package var reload: () -> Void

  /// Makes rules; by default nothing is ignored, filtered or stamped and 10 MB are held.
  package init(
    isIgnored: @escaping (WorkspacePath, Bool) -> Bool = { _, _ in false },
    filter: @escaping (WorkspacePath) -> String? = { _ in nil },
    largeFilter: @escaping (WorkspacePath) -> LargeRule.Filter = { _ in .unspecified },
    holdOver: @autoclosure @escaping () -> Int64 = 10_000_000,
    stamp:
      @escaping (
        WorkspacePath, [UInt8], WriteOrigin, Provenance.Mark, () -> Provenance.Mark?
      ) -> [UInt8] = { _, bytes, _, _, _ in bytes },
    refresh:
      @escaping (WorkspacePath, [UInt8], Provenance.Mark, () -> Provenance.Mark?) -> [UInt8]? = { _, _, _, _ in nil },
    secret: @escaping (WorkspacePath, [UInt8], () -> [UInt8]?) -> HeldReason? = { _, _, _ in nil },
    isLocalOnly: @escaping (WorkspacePath) -> Bool = { _ in false },
    reload: @escaping () -> Void = {}
  ) {
    self.isIgnored = isIgnored
    self.filter = filter
    self.largeFilter = largeFilter
    limit = holdOver
    self.stamp = stamp
    self.refresh = refresh
    self.secret = secret
    self.isLocalOnly = isLocalOnly
    self.reload = reload
  }
}
