package import GitObjects

/// What of the unpublished history names objects of large files that the remote has not got yet.
package struct UnsentObjects: Hashable, Sendable {
  /// The versions whose objects are to go up first.
  package var versions: Set<PathVersion>
  /// Why they do not go up at the moment; nil while they do.
  package var problem: String?

  /// Makes a list; empty for "every object is there".
  package init(_ versions: Set<PathVersion> = [], problem: String? = nil) {
    self.versions = versions
    self.problem = problem
  }
}
