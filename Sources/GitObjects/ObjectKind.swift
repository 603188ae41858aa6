/// The kind of a git object.
package enum ObjectKind: String, Hashable, Sendable {
  /// A file's content or a link's target.
  case blob
  /// A directory.
  case tree
  /// A state of the whole tree with author, parents and message.
  case commit
  /// A name for another object.
  case tag
}
