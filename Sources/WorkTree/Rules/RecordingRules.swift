package import Documents
package import GitObjects
package import LargeFiles

/// The rules for paths; each answer is from the workspace's own files, never from the person's.
///
/// Called on the recorder's executor only, unless stated otherwise.
package struct RecordingRules {
  /// Returns whether an ignore rule covers a path (the second value: whether it is a folder).
  package var isIgnored: (WorkspacePath, Bool) -> Bool
  /// Returns the git filter that covers a path and that Stet does not run; nil for none.
  package var filter: (WorkspacePath) -> String?
  /// Returns whether attributes make a path a large file.
  package var largeFilter: (WorkspacePath) -> LargeRule.Filter
  private let limit: () -> Int64
  /// The size in bytes above which files are held; the policy may change it at any `reload`.
  package var holdOver: Int64 { limit() }
  /// Returns the content of an agent's write with updated provenance keys (DESIGN "Provenance"): author, time, and
  /// creator. The creator is requested only if the file is to name it and does not.
  package var stamp: (WorkspacePath, [UInt8], WriteOrigin, Provenance.Mark, () -> Provenance.Mark?) -> [UInt8]
  /// Returns the content with the provenance of its last change, for a file that nobody has changed for some minutes;
  /// nil if the policy does not want that. The last value returns the creator.
  package var refresh: (WorkspacePath, [UInt8], Provenance.Mark, () -> Provenance.Mark?) -> [UInt8]?
  /// Returns the reason why a content is held for a secret in it; the third value returns the tip's content at the
  /// path, and is called only if a secret was found.
  package var secret: (WorkspacePath, [UInt8], () -> [UInt8]?) -> HeldReason?
  /// Returns whether a content may have a secret, at whatever path; called on any thread.
  package var mayHoldSecret: @Sendable ([UInt8]) -> Bool
  private let keeps: (WorkspacePath, [String]) -> Bool
  /// Updates the rules after a change of one of their files (`.gitignore`, `.gitattributes`, policy).
  package var reload: () -> Void
  /// Begins to read the rule files of a folder once for all its paths, or ends it; only for files that were read
  /// before. Beginning again reads the rule files again.
  package var keepAnswers: (Bool) -> Void

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
    mayHoldSecret: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    isLocalOnly: @escaping (_ path: WorkspacePath, _ otherNames: [String]) -> Bool = { _, _ in false },
    reload: @escaping () -> Void = {}, keepAnswers: @escaping (Bool) -> Void = { _ in }
  ) {
    self.isIgnored = isIgnored
    self.filter = filter
    self.largeFilter = largeFilter
    limit = holdOver
    self.stamp = stamp
    self.refresh = refresh
    self.secret = secret
    self.mayHoldSecret = mayHoldSecret
    keeps = isLocalOnly
    self.reload = reload
    self.keepAnswers = keepAnswers
  }

  /// Returns whether the policy keeps a file on this machine, by its path, an earlier name or a hard link: its versions
  /// are recorded as held.
  ///
  /// - Parameters:
  ///   - cache: the known files, with their hard links.
  ///   - renamed: renames that are about to be recorded.
  package func isLocalOnly(_ path: WorkspacePath, in cache: StatCache, _ renamed: [PathRename] = []) -> Bool {
    keeps(path, cache.otherNames(of: path).map(\.string) + [renamed.nameBefore(path.string)].compactMap(\.self))
  }
}
