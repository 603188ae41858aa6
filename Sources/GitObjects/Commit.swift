/// A commit object as a value.
package struct Commit: Hashable, Sendable {
  /// The recorded tree.
  package var tree: ObjectID
  /// The parent commits; the first one continues the line of history.
  package var parents: [ObjectID]
  /// The author of the change.
  package var author: Signature
  /// The committer who recorded it.
  package var committer: Signature
  /// Headers that are not parsed (`gpgsig`, `encoding`, …), each with its continuation lines, unchanged.
  package var otherHeaders: [String]
  /// The whole message, subject first, with its trailers.
  package var message: String

  package init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, otherHeaders: [String] = [],
    message: String
  ) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer
    self.otherHeaders = otherHeaders
    self.message = message
  }

  /// Parses a commit object's content. Text that is not UTF-8 is read with replacement characters, and of a malformed
  /// author the readable part: a history must not be lost for that.
  ///
  /// - Throws: `ObjectFormatError.commit` if a required header is missing or names no object.
  package init(content: [UInt8]) throws(ObjectFormatError) {
    var tree: ObjectID?
    var parents: [ObjectID] = []
    var author: Signature?
    var committer: Signature?
    var others: [String] = []
    // Lines end with the byte "\n" alone: as Characters, "\r\n" would be one Character and not a line end.
    var rest = content[...]
    while let first = rest.first, first != UInt8(ascii: "\n") {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = end == rest.endIndex ? [] : rest[(end + 1)...]
      let space = line.utf8.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
      let value = space == line.endIndex ? "" : line[line.utf8.index(after: space)...]
      switch line[..<space] {
      case "":
        guard !others.isEmpty else { throw .commit }
        others[others.count - 1] += "\n" + line
      case "tree" where tree == nil: tree = ObjectID(hex: value)
      case "parent":
        guard let parent = ObjectID(hex: value) else { throw .commit }
        parents.append(parent)
      case "author" where author == nil: author = Signature(line: value) ?? Signature(unreadable: value)
      case "committer" where committer == nil: committer = Signature(line: value) ?? Signature(unreadable: value)
      default: others.append(line)
      }
    }
    guard let tree, let author, let committer else { throw .commit }
    self.init(
      tree: tree, parents: parents, author: author, committer: committer, otherHeaders: others,
      message: String(decoding: rest.dropFirst(), as: UTF8.self))
  }

  /// The content of the commit object.
  package var content: [UInt8] {
    var text = "tree \(tree.hex)\n"
    for parent in parents { text += "parent \(parent.hex)\n" }
    text += "author \(author.line)\ncommitter \(committer.line)\n"
    for header in otherHeaders { text += header + "\n" }
    text += "\n" + message
    return Array(text.utf8)
  }

  /// The first line of the message.
  package var subject: String { String(message.prefix { !$0.isNewline }) }
}
