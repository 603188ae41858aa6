/// The last line of a commit's message that distinguishes Stet's commits from others: the id that the commit has
/// without that line.
///
/// No command of git's makes it. A commit that is amended, picked or rebased, or gets a copied or typed message, has another
/// tree, parent, author or time, and so another id.
enum Seal {
  private static let key = "Stet-Seal: "

  /// Returns a line for the id that a commit has without it.
  static func line(_ id: ObjectID) -> String { key + id.hex + "\n" }

  /// Returns a message without the seal at its end.
  static func removed(from message: String) -> Substring {
    let bytes = message.utf8
    let length = line(.zero).utf8.count
    guard bytes.count > length, bytes.last == UInt8(ascii: "\n") else { return message[...] }
    let start = bytes.index(bytes.endIndex, offsetBy: -length)
    let line = bytes[start...]
    guard line.starts(with: key.utf8), bytes[bytes.index(before: start)] == UInt8(ascii: "\n"),
      !line.dropLast().contains(UInt8(ascii: "\n"))
    else { return message[...] }
    return message[..<start]
  }
}

extension ObjectStore {
  /// Returns a commit with a seal as the last of its trailers.
  package func sealed(_ commit: Commit) -> Commit {
    var sealed = commit
    sealed.message = String(Seal.removed(from: commit.message))
    sealed.message += Seal.line(id(of: .commit, sealed.content))
    return sealed
  }

  /// Whether a commit has its own seal. One that is signed has none: Stet signs nothing.
  package func isSealed(_ commit: Commit) -> Bool {
    let bare = Seal.removed(from: commit.message)
    guard bare.utf8.count < commit.message.utf8.count, commit.otherHeaders.isEmpty else { return false }
    return sealed(commit).message.hasSameBytes(as: commit.message)
  }
}
