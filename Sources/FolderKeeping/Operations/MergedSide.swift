package import GitObjects

/// One of the two lines of history that a merge joined.
package struct MergedSide: Hashable, Sendable {
  package var parent: ObjectID
  /// The machines that recorded the commits of this line only, in order; empty for commits by the person's git.
  package var machines: [String]

  /// Returns the side that a machine had before the merge; nil if its commits are on both sides or on neither.
  package static func own(_ sides: [MergedSide], here machine: String) -> Int? {
    let mine = sides.indices.filter { sides[$0].machines.contains(machine) }
    return mine.count == 1 ? mine.first : nil
  }

  /// Returns the side that a text names by a machine or by a prefix of the parent's id; nil for none or several.
  package static func named(_ text: String, in sides: [MergedSide]) -> Int? {
    let named = sides.indices.filter { sides[$0].machines.contains(text) }
    if named.count == 1 { return named.first }
    guard text.utf8.count >= 4 else { return nil }
    let parents = sides.indices.filter { sides[$0].parent.hex.hasPrefix(text.lowercased()) }
    return parents.count == 1 ? parents.first : nil
  }

  /// The side in words: its machines and the id of its parent.
  package var words: String {
    (machines.isEmpty ? "git" : machines.joined(separator: ", ")) + " (\(parent.hex.prefix(8)))"
  }
}
