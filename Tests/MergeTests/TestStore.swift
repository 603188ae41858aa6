import Git
import GitObjects
import Merge

/// Objects in memory under git's ids.
final class TestStore: ObjectStore {
  /// Whether ids are made by a quick hash instead of git's.
  private let isQuick: Bool
  private var objects: [ObjectID: (kind: ObjectKind, content: [UInt8])] = [:]
  private var sizes: [ObjectID: Int64] = [:]
  /// The objects that were read, for tests of the reads of a merge.
  private(set) var opened: Set<ObjectID> = []
  /// The number of reads, also of objects that were read before.
  private(set) var reads = 0

  init(isQuick: Bool = false) { self.isQuick = isQuick }

  func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    opened.insert(id)
    reads += 1
    guard let object = objects[id] else { throw .missing(id) }
    return object
  }

  func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) {
    guard let object = objects[id] else { throw .missing(id) }
    return (object.kind, sizes[id] ?? Int64(object.content.count))
  }

  /// Makes an object count as one of another size; reading it would be a fault of whoever does.
  func pretend(_ id: ObjectID, hasBytes size: Int64) { sizes[id] = size }

  func contains(_ id: ObjectID) -> Bool { objects[id] != nil }

  func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    let id = id(of: kind, content)
    objects[id] = (kind, content)
    return id
  }

  func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    var content: [UInt8] = []
    try pieces { content += $0 }
    return try write(.blob, content)
  }

  func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    if isQuick { return content.isEmpty && kind == .blob ? .emptyBlob : Self.quick(kind, content) }
    return content.withUnsafeBytes { Repository.id(of: kind, $0) }
  }

  /// An id that no other content of a small test has.
  private static func quick(_ kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    var high: UInt64 = 0xcbf2_9ce4_8422_2325
    var low = UInt64(kind.rawValue.utf8.count &+ content.count) &* 0x9E37_79B9_7F4A_7C15
    content.withUnsafeBufferPointer { bytes in
      for byte in bytes {
        high = (high ^ UInt64(byte)) &* 0x100_0000_01b3
        low = (low &+ UInt64(byte)) &* 0xBF58_476D_1CE4_E5B9
        low ^= low >> 29
      }
    }
    high ^= high >> 32
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian, UInt32(content.count).bigEndian)) { parts in
      ObjectID(prefixOf: parts) ?? .zero
    }
  }

  func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { nil }
  func setReference(_ name: String, to id: ObjectID?, expecting expected: ObjectID?) throws(ObjectStoreError) {}
  func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] { [:] }

  func forgetOpened() { opened = [] }

  /// Stores files as a tree. `>x` is a link to x, `!x` an executable file, `@` a repository; all else is a file.
  func tree(_ files: [(path: String, text: String)]) throws -> ObjectID {
    let edits = try files.map { path, text in
      switch text.utf8.first {
      case UInt8(ascii: ">"):
        TreeEdit.set(path: path, mode: .symlink, id: try write(.blob, Array(text.utf8.dropFirst())))
      case UInt8(ascii: "!"):
        TreeEdit.set(path: path, mode: .executable, id: try write(.blob, Array(text.utf8.dropFirst())))
      case UInt8(ascii: "@"): TreeEdit.set(path: path, mode: .gitlink, id: id(of: .blob, Array(text.utf8)))
      default: TreeEdit.set(path: path, mode: .file, id: try write(.blob, Array(text.utf8)))
      }
    }
    return try TreeEditor(store: self).apply(edits, to: nil)
  }

  /// A tree's files in order of path, in the same form; repositories as `@` and their id.
  func files(_ tree: ObjectID) throws -> [String] {
    try Tree.flatten(tree, in: self).map { path, entry in
      switch entry.mode {
      case .gitlink: "\(path)=@\(entry.id)"
      case .symlink: "\(path)=>\(String(decoding: try blob(entry.id), as: UTF8.self))"
      case .executable: "\(path)=!\(String(decoding: try blob(entry.id), as: UTF8.self))"
      default: "\(path)=\(String(decoding: try blob(entry.id), as: UTF8.self))"
      }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension TestStore {
  /// Returns the changes of a side that neither the tree holds nor a conflict names; an empty file is nothing to lose.
  static func lost(
    from base: ObjectID?, to side: ObjectID, in result: TreeMergeResult, _ store: TestStore
  ) throws -> [TreeChange] {
    let present = Set(try Tree.flatten(result.tree, in: store).map(\.entry.id))
    let named = Set(result.conflicts.flatMap { [$0.kept, $0.other] }.compactMap(\.self))
    let old = Set(try Tree.flatten(base, in: store).map(\.entry.id))
    return try TreeDiff.changes(from: base, to: side, in: store).filter { change in
      guard let id = change.new?.id, id != .emptyBlob, !old.contains(id) else { return false }
      return !present.contains(id) && !named.contains(id) && result.combined.isEmpty
    }
  }
}
