/// A commit object as a value.
package struct Commit: Hashable, Sendable {
  /// The tree it records.
  package var tree: ObjectID
  /// The commits it follows; the first is the line of history it stands in.
  package var parents: [ObjectID]
  /// Who made the change.
  package var author: Signature
  /// Who recorded it.
  package var committer: Signature
  /// Headers that are not read here (`gpgsig`, `encoding`, …), each with its continuation lines, kept as they came.
  package var otherHeaders: [String]
  /// The whole message, subject first, with its trailers.
  package var message: String

  /// Makes a commit.
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

  /// Reads a commit object's content; text that is not UTF-8 is read with replacement characters.
  ///
  /// - Throws: `ObjectFormatError.commit` where a header that every commit has is missing or not of its form.
  package init(content: [UInt8]) throws(ObjectFormatError) {
    let text = String(decoding: content, as: UTF8.self)
    guard let gap = text.range(of: "\n\n") else { throw .commit }
    var tree: ObjectID?
    var parents: [ObjectID] = []
    var author: Signature?
    var committer: Signature?
    var others: [String] = []
    for line in text[..<gap.lowerBound].split(separator: "\n", omittingEmptySubsequences: false) {
      let space = line.firstIndex(of: " ") ?? line.endIndex
      let value = space == line.endIndex ? "" : line[line.index(after: space)...]
      switch line[..<space] {
      case "" where !others.isEmpty: others[others.count - 1] += "\n" + line
      case "tree": tree = ObjectID(hex: value)
      case "parent": if let parent = ObjectID(hex: value) { parents.append(parent) }
      case "author": author = Signature(line: value)
      case "committer": committer = Signature(line: value)
      default: others.append(String(line))
      }
    }
    guard let tree, let author, let committer else { throw .commit }
    self.init(
      tree: tree, parents: parents, author: author, committer: committer, otherHeaders: others,
      message: String(text[gap.upperBound...]))
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
  package var subject: String { String(message.prefix { $0 != "\n" && $0 != "\r\n" }) }
}

extension String {
  /// The place of the first occurrence of a short ASCII text.
  fileprivate func range(of needle: String) -> Range<String.Index>? {
    let pattern = Array(needle.utf8)
    var position = utf8.startIndex
    while position < utf8.endIndex {
      if utf8[position...].starts(with: pattern) { return position..<utf8.index(position, offsetBy: pattern.count) }
      position = utf8.index(after: position)
    }
    return nil
  }
}
