package import GitObjects

/// A place below the workspace's root: a document, or a file of Stet's own store.
package struct FileLocation: Hashable, Sendable {
  /// The path relative to the root, parts joined by `/`; empty for the root itself.
  package let string: String

  /// The root folder.
  package static let root = FileLocation(unchecked: "")

  /// The folder of Stet's local state, `.git/stet`.
  package static let store = FileLocation(unchecked: ".git/stet")

  private init(unchecked string: String) {
    self.string = string
  }

  /// The place of a document.
  package init(_ path: WorkspacePath) {
    string = path.string
  }

  /// A file or folder in `.git/stet`; the name is Stet's own and holds no `..`.
  package static func store(_ name: String) -> FileLocation {
    FileLocation(unchecked: ".git/stet/" + name)
  }

  /// A file or folder in `.git`; the name is git's own and holds no `..`.
  package static func git(_ name: String) -> FileLocation {
    FileLocation(unchecked: ".git/" + name)
  }

  /// A file in the same folder with another name; used for temporaries beside a target on another mount.
  package func sibling(named name: String) -> FileLocation {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return FileLocation(unchecked: name) }
    return FileLocation(unchecked: String(string[...slash]) + name)
  }

  /// A place in this folder; the name is one that a listing gave and holds no `/`.
  package func appending(_ name: String) -> FileLocation {
    guard !string.isEmpty else { return FileLocation(unchecked: name) }
    // One allocation: a walk makes a place for each file.
    var path = ""
    path.reserveCapacity(string.utf8.count + 1 + name.utf8.count)
    path += string
    path += "/"
    path += name
    return FileLocation(unchecked: path)
  }

  /// The folder that holds it; the root's is the root.
  package var parent: FileLocation {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return FileLocation(unchecked: String(string[..<slash]))
  }

  /// The last part; empty for the root.
  package var name: String {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return string }
    return String(string[string.utf8.index(after: slash)...])
  }
}

extension FileLocation {
  /// Compares bytes: Swift takes two spellings of one letter (é composed or not) for equal, a disk keeps two files.
  package static func == (left: FileLocation, right: FileLocation) -> Bool {
    left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
  }

  /// Feeds the bytes, as `==` compares them.
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
