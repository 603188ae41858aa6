package import GitObjects

/// Two changes of one path of which the tree can hold only one; the other is kept as a version.
///
/// The merge commit records it, not the tree. The same conflict found again, from either side, has the same id.
package struct Conflict: Hashable, Sendable, Codable {
  /// The reason why the tree cannot hold both.
  package enum Reason: String, Hashable, Sendable, Codable {
    /// Both changed the same lines, or content that cannot be mixed; the rest of the file has both sides' changes.
    case content
    /// One side changed the file, the other deleted it.
    case deletion
    /// The sides made different kinds of things of the path: file, link, repository.
    case kind
    /// One side has a file where the other has a directory.
    case directory
    /// The sides renamed the file to different names; the version under this path is not in the tree.
    case name
  }

  /// The first 16 hexadecimal digits of the hash of path, base, kept and other.
  package let id: String
  /// The conflicting path.
  package let path: String
  /// The reason why the tree cannot hold both.
  package let reason: Reason
  /// The blob that both sides began with; nil if there was no file, or the histories are unrelated.
  package let base: ObjectID?
  /// The whole version of the side whose text is kept; nil if its deletion, or a directory, is kept.
  package let kept: ObjectID?
  /// The whole version of the other side; nil if that side deleted the file.
  package let other: ObjectID?

  /// Makes a conflict; the store is used only to compute the id.
  package init(
    path: String, reason: Reason, base: ObjectID?, kept: ObjectID?, other: ObjectID?, store: any ObjectStore
  ) {
    let parts = [path] + [base, kept, other].map { $0?.hex ?? "" }
    id = String(store.id(of: .blob, Array(parts.joined(separator: "\0").utf8)).hex.prefix(16))
    self.path = path
    self.reason = reason
    self.base = base
    self.kept = kept
    self.other = other
  }

  /// Parses the value of a `Stet-Conflict` trailer; nil for any other text.
  package init?(trailer: String) {
    let parts = trailer.utf8.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard parts.count == 6, parts[0].utf8.count == 16, let reason = Reason(rawValue: String(parts[1])) else {
      return nil
    }
    var ids: [ObjectID?] = []
    for part in parts[2...4] {
      guard let id = ObjectID(hex: part) else {
        guard part == "-" else { return nil }
        ids.append(nil)
        continue
      }
      ids.append(id)
    }
    id = String(parts[0])
    path = String(parts[5])
    self.reason = reason
    (base, kept, other) = (ids[0], ids[1], ids[2])
  }

  /// The value of the trailer: id, reason, base, kept, other (`-` for none) and the path.
  package var trailer: String {
    let ids = [base, kept, other].map { $0?.hex ?? "-" }
    return ([id, reason.rawValue] + ids + [path]).joined(separator: " ")
  }
}

/// Writes a conflict into the text as stock git does, for people who merge with git and resolve it in an editor.
package enum ConflictMarkers {
  /// Returns one side's text with conflict markers around its differences from the other.
  ///
  /// - Parameters:
  ///   - ours: the merged text with our side's words in the overlaps.
  ///   - theirs: the merged text with their side's words in the overlaps.
  ///   - size: the number of characters of a marker.
  package static func marked(ours: [UInt8], theirs: [UInt8], size: Int) -> [UInt8] {
    let lines = (TextLines(ours), TextLines(theirs))
    let end = Array(lines.0.lineEnd ?? lines.1.lineEnd ?? [UInt8(ascii: "\n")])
    func marker(_ mark: Character, _ label: String) -> [UInt8] {
      Array((String(repeating: mark, count: max(1, size)) + label).utf8) + end
    }
    var result: [UInt8] = []
    func add(_ text: ArraySlice<UInt8>) {
      result += text
      if !text.isEmpty, !TextLines.endsLine(text) { result += end }
    }
    var position = 0
    for change in LineDiff.changes(from: lines.0, to: lines.1) {
      result += lines.0[position..<change.old.lowerBound]
      result += marker("<", " ours")
      add(lines.0[change.old])
      result += marker("=", "")
      add(lines.1[change.new])
      result += marker(">", " theirs")
      position = change.old.upperBound
    }
    return result + lines.0[position..<lines.0.count]
  }
}
