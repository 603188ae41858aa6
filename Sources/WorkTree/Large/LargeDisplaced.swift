package import FileSystem
package import Journal
package import LargeFiles

/// A file that was exchanged for a placeholder or a content, and still has the name of the temporary.
package struct LargeDisplaced: Sendable {
  /// The placement that displaced the file.
  package let placement: Placement
  /// Its stamp at the exchange: it is deleted only if the stamp proves that it is the recorded version.
  let proof: FileStamp
  package let location: FileLocation
  let tree: any FileTree
  /// The content of which it may be the last copy; nil for a placeholder, and for a content that a remote confirmed.
  let needed: Pointer?
  let folder: ObjectFolder

  /// Makes the record of a displaced file.
  package init(
    placement: Placement, proof: FileStamp, location: FileLocation, tree: any FileTree, needed: Pointer?,
    folder: ObjectFolder
  ) {
    self.placement = placement
    self.proof = proof
    self.location = location
    self.tree = tree
    self.needed = needed
    self.folder = folder
  }

  /// Deletes the file if it is certainly the expected one, its object is here if needed, and nobody has it open;
  /// blocks, on any thread.
  ///
  /// - Returns: whether it was deleted. Otherwise the caller gives it to the recorder (`keepDisplaced`).
  package func drop() -> Bool {
    guard isProven, needed.map(folder.holds) ?? true, (try? tree.use(of: location)) == .free else { return false }
    return (try? tree.remove(location)) != nil
  }

  /// Whether the stamp proves the expected content.
  package var isProven: Bool { (try? tree.stamp(of: location)).flatMap { $0 }.map(proof.sameContent(as:)) ?? false }
}
