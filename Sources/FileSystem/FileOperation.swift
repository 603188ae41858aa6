/// What can be done with a `FileTree`, as a verb phrase for messages.
package enum FileOperation: String, Hashable, Sendable, CaseIterable {
  /// `stamp`.
  case stamp = "look at"
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
  case makeDirectories = "make the folder"
  /// `removeDirectory`.
  case removeDirectory = "remove the folder"
  /// `use`.
  case use = "ask who uses"
  /// `synchronize`.
  case synchronize = "make durable"
  /// Opening a root, or a file for writing in the simulation.
  case open
  /// Taking the lock of a workspace.
  case lock
}
