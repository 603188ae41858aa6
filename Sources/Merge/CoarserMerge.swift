/// A file that was merged more coarsely than its kind allows.
package struct CoarserMerge: Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  package var path: String
  /// The reason for the coarser merge.
  package var reason: MergeFallback

  /// The file and the reason as a sentence for people.
  package var description: String { "\(path): \(reason)" }
}
