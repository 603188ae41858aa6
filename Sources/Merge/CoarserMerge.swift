/// A file that was merged more coarsely than its kind allows.
package struct CoarserMerge: Hashable, Sendable, CustomStringConvertible {
  /// Where it is.
  package var path: String
  /// What was in the way.
  package var reason: MergeFallback

  /// A sentence for people.
  package var description: String { "\(path): \(reason)" }
}
