internal import ArgumentParser

/// A kind of author on the command line.
package enum AuthorKind: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The kinds of `Author`.
  case user, agent, unsure, sync
}
