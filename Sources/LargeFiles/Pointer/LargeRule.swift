/// Which files are recorded as pointers: decided once for a path, and then it stays so.
package struct LargeRule: Hashable, Sendable {
  /// What `.gitattributes` says of a path's filter.
  package enum Filter: Hashable, Sendable {
    /// `filter=lfs`.
    case lfs
    /// Nothing.
    case unspecified
    /// `-filter`: somebody wants the file as it is.
    case refused
    /// Another filter; such a path is held for that (review A4).
    case other
  }

  /// What the tip has at a path.
  package enum Recorded: Hashable, Sendable {
    /// Nothing.
    case absent
    /// The content itself.
    case plain
    /// A pointer.
    case pointer
  }

  /// What becomes of a file.
  package enum Verdict: Hashable, Sendable {
    /// Its content is recorded.
    case plain
    /// A pointer is recorded. `needsAttribute`: with a line in `.gitattributes`, without which stock git-lfs would leave
    /// the pointer's text in the folder.
    case pointer(needsAttribute: Bool)
  }

  /// Files of this many bytes and more are large.
  package var threshold: Int

  /// 10 MB: what public hosts warn of begins at five times that.
  package static let standard = LargeRule(threshold: 10_000_000)

  /// Makes a rule.
  package init(threshold: Int) { self.threshold = max(1, threshold) }

  /// Decides.
  ///
  /// A pointer stays one however small the file becomes, and a file that was recorded plain becomes one only by growing
  /// beyond the threshold or by its attribute: else every save near the limit would change its kind. A file without
  /// bytes has no pointer (git-lfs writes none).
  package func verdict(size: Int, filter: Filter, recorded: Recorded) -> Verdict {
    if size == 0 { return .plain }
    switch filter {
    case .lfs: return .pointer(needsAttribute: false)
    case .refused, .other: return .plain
    case .unspecified: return size >= threshold || recorded == .pointer ? .pointer(needsAttribute: true) : .plain
    }
  }

  /// Whether a text that the tree has at a path stands for a content that is elsewhere.
  ///
  /// Only where the attribute says so, as with stock git-lfs: a pointer's text in a document about pointers is a text
  /// (reliability 112).
  package static func isPlaceholder(_ reading: PointerReading, filter: Filter) -> Bool {
    filter == .lfs && reading.pointer != nil
  }
}
