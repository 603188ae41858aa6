/// Why bytes are not the git object they should be.
package enum ObjectFormatError: Error, Hashable, Sendable {
  /// Not a tree's content.
  case tree
  /// Not a commit's content.
  case commit
}
