/// The operations of a `FileTree`, as verb phrases for messages.
package enum FileOperation: String, Hashable, Sendable, CaseIterable {
  /// `stamp`.
  case stamp = "examine"
  /// `read`.
  case read
  /// `entries`.
  case entries = "list"
  /// `walk`.
  case walk = "walk through"
  /// `create`.
  case create
  /// `createLink`.
  case createLink = "create the link"
  /// `append`.
  case append = "append to"
  /// `copyAttributes`.
  case copyAttributes = "copy the attributes of"
  /// `setPermissions`.
  case setPermissions = "set the permissions of"
  /// `exchange`.
  case exchange
  /// `move`.
  case move
  /// `replace`.
  case replace
  /// `remove`.
  case remove
  /// `makeDirectories`.
  case makeDirectories = "create the folder"
  /// `removeDirectory`.
  case removeDirectory = "delete the folder"
  /// `use`.
  case use = "check the use of"
  /// `synchronize`.
  case synchronize = "sync"
  /// The opening of a root or, in the simulation, of a file for writing.
  case open
  /// The locking of a workspace.
  case lock
}
