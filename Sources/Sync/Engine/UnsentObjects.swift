package import GitObjects

/// The unpublished versions that name objects of large files that the remote lacks.
package struct UnsentObjects: Hashable, Sendable {
  /// The versions whose objects are uploaded first.
  package var versions: Set<PathVersion>
  /// The reason why they are not uploaded at the moment; nil while they are.
  package var problem: String?

  /// Makes a list; an empty one means that the remote has every object.
  package init(_ versions: Set<PathVersion> = [], problem: String? = nil) {
    self.versions = versions
    self.problem = problem
  }
}
