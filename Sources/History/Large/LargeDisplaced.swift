internal import FileSystem
internal import LargeFiles

/// What gave way to a placeholder or to a content, and still stands under the name of the temporary.
package struct LargeDisplaced: Sendable {
  let placement: Placement
  /// What was known of it when it was exchanged: it goes only where this proves that it is the recorded version.
  let proof: FileStamp
  let location: FileLocation
  let tree: any FileTree
  /// The content of which it may be the last copy; nil for a placeholder, and where a remote said that it has it.
  let needed: Pointer?
  let folder: ObjectFolder

  /// Takes it away where it is certain what it is, its object is here if it is needed, and nobody has it open; blocks, on
  /// any thread.
  ///
  /// - Returns: whether it went. What did not is given to the recorder (`keepDisplaced`).
  package func drop() -> Bool {
    guard isProven, needed.map(folder.holds) ?? true, (try? tree.use(of: location)) == .free else { return false }
    return (try? tree.remove(location)) != nil
  }

  /// Whether the stamp says that it is what was expected.
  var isProven: Bool { (try? tree.stamp(of: location)).flatMap { $0 }.map(proof.sameContent(as:)) ?? false }
}
