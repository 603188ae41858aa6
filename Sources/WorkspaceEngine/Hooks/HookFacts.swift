/// What stands in the folder of hooks under one name, and who may change it.
struct HookFacts: Hashable, Sendable {
  /// Whether it is an ordinary file: no link, no folder.
  var isFile = true
  /// Its permission bits.
  var permissions: UInt32
  /// Its owner.
  var owner: UInt32
  /// The folder's permission bits.
  var folderPermissions: UInt32
  /// The folder's owner.
  var folderOwner: UInt32
  /// The user that Stet runs as.
  var user: UInt32
}

extension HookFacts {
  /// Why it is not run; nil where it is.
  ///
  /// A hook runs as the person: one that others can write would let them do anything in the person's name.
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
