package import GitObjects

/// A path below the workspace's root: a document, or a file of Stet's own store.
package struct FileLocation: Hashable, Sendable {
  /// The path relative to the root, components joined by `/`; empty for the root itself.
  package let string: String

  /// The root folder.
  package static let root = FileLocation(unchecked: "")

  /// The folder of Stet's local state, `.git/stet`.
  package static let store = FileLocation(unchecked: ".git/stet")

  private init(unchecked string: String) {
    self.string = string
  }

  /// Creates the location of a document.
  package init(_ path: WorkspacePath) {
    string = path.string
  }

  /// Returns a file or folder in `.git/stet`; the name is Stet's own and contains no `..`.
  package static func store(_ name: String) -> FileLocation {
    FileLocation(unchecked: ".git/stet/" + name)
  }

  /// Returns a file or folder in `.git`; the name is git's own and contains no `..`.
  package static func git(_ name: String) -> FileLocation {
    FileLocation(unchecked: ".git/" + name)
  }

  /// Returns a file in the same folder with another name, for temporaries beside a target on another mount.
  package func sibling(named name: String) -> FileLocation {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return FileLocation(unchecked: name) }
    return FileLocation(unchecked: String(string[...slash]) + name)
  }

  /// Returns a location in this folder; the name is from a listing and contains no `/`.
  package func appending(_ name: String) -> FileLocation {
    guard !string.isEmpty else { return FileLocation(unchecked: name) }
    // One allocation, because a walk creates a location for each file.
    var path = ""
    path.reserveCapacity(string.utf8.count + 1 + name.utf8.count)
    path += string
    path += "/"
    path += name
    return FileLocation(unchecked: path)
  }

  /// The parent folder; the root's parent is the root.
  package var parent: FileLocation {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return FileLocation(unchecked: String(string[..<slash]))
  }

  /// The last component; empty for the root.
  package var name: String {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return string }
    return String(string[string.utf8.index(after: slash)...])
  }
}

extension FileLocation {
  /// Compares bytes: Swift strings with different spellings of one letter (é composed or not) are equal, but a disk
  /// keeps two files.
  package static func == (left: FileLocation, right: FileLocation) -> Bool {
    left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
  }

  /// Hashes the bytes, consistent with `==`.
  package func hash(into hasher: inout Hasher) {
    var text = string
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension FileLocation: CustomStringConvertible {
  /// The path relative to the root.
  package var description: String { string.isEmpty ? "." : string }
}
