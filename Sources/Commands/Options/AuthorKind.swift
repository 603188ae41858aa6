internal import ArgumentParser

/// A kind of author on the command line.
package enum AuthorKind: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// As `Author` has them.
  case user, agent, unsure, sync
}
