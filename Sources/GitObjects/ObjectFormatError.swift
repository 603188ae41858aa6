/// The reason why bytes are not the expected git object.
package enum ObjectFormatError: Error, Hashable, Sendable {
  /// The bytes are not a tree's content.
  case tree
  /// The bytes are not a commit's content.
  case commit
}
