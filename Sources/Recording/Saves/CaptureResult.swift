package import GitObjects

/// The contents that a capture leaves out because they are kept elsewhere.
package enum CaptureOmission: Sendable {
  /// Every content that the repository has: git is at work, and its files are among them.
  case stored
  /// The versions of these trees at the same path, besides those of the tip and of the held versions.
  case trees([ObjectID])
}

/// The result of a capture.
package struct CaptureResult: Sendable {
  /// The number of paths that were observed; the next turn observes the others.
  package var looked: Int
  /// The reason why none of these was kept; nil if all were.
  package var problem: String?

  package init(looked: Int, problem: String? = nil) { (self.looked, self.problem) = (looked, problem) }
}
