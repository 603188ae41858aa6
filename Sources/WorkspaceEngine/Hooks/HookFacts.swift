/// The file with a hook's name, with the users who can change it.
struct HookFacts: Hashable, Sendable {
  /// Whether it is a regular file: no link, no folder.
  var isFile = true
  /// The file's permission bits.
  var permissions: UInt32
  /// The file's owner.
  var owner: UInt32
  /// The folder's permission bits.
  var folderPermissions: UInt32
  /// The folder's owner.
  var folderOwner: UInt32
  /// The user that runs Stet.
  var user: UInt32
}

extension HookFacts {
  /// The reason why the hook is not run; nil if it may run.
  ///
  /// A hook runs as the person: a hook that others can write would let them act in the person's name.
  var refusal: String? {
    if folderOwner != user { return "the folder .git/stet/hooks belongs to another user" }
    if folderPermissions & 0o002 != 0 { return "others can write the folder .git/stet/hooks; 'chmod o-w' ends that" }
    if !isFile { return "it is no ordinary file; put the program itself there" }
    if owner != user { return "it belongs to another user; 'chown' ends that" }
    if permissions & 0o002 != 0 { return "others can write it; 'chmod o-w' ends that" }
    if permissions & 0o100 == 0 { return "it is not executable; 'chmod u+x' has it run" }
    return nil
  }
}
