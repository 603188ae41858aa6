/// The folder that a sequence of lookups opened last, so that files that follow each other in it are found without a new
/// lookup.
///
/// It is kept for one sequence: after a move of the folder its files are at other locations.
struct OpenFolder {
  /// An open folder.
  private final class Opened {
    let path: Substring
    let descriptor: Descriptor

    init(_ path: Substring, _ descriptor: consuming Descriptor) {
      self.path = path
      self.descriptor = descriptor
    }
  }

  private let tree: DiskTree
  private var last: Opened?

  /// Begins a sequence.
  init(of tree: DiskTree) { self.tree = tree }

  /// Returns the place of a location; it must not be used after the next call.
  ///
  /// - Throws: as `PathLookup.place`.
  mutating func place(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> DiskPlace {
    let (folder, name) = try PathLookup.parts(of: location, operation)
    guard let folder else { return try tree.lookup.place(location, operation) }
    let opened: Opened
    if let last, last.path.utf8.elementsEqual(folder.utf8) {
      opened = last
    } else {
      opened = Opened(folder, try tree.lookup.openParent(folder, of: location, operation))
      last = opened
    }
    return DiskPlace(parent: Descriptor(borrowing: opened.descriptor.number), name: name, location: location)
  }
}
