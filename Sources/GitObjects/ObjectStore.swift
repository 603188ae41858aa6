/// The kind of a git object.
package enum ObjectKind: String, Hashable, Sendable {
  /// A file's content or a link's target.
  case blob
  /// A directory.
  case tree
  /// A state of the whole tree with author, parents and message.
  case commit
  /// A name for another object.
  case tag
}

/// A store of git objects and references: the real repository, or one in memory for simulation.
///
/// Both pass one conformance suite. Implementations are called from one isolation domain at a time; they need not be
/// thread-safe.
package protocol ObjectStore: AnyObject {
  /// Returns the object's kind and content.
  ///
  /// - Throws: `ObjectStoreError.missing` if it does not exist, `.damaged` if it cannot be read.
  func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8])

  /// Returns the object's kind and the size of its content in bytes without reading the content.
  ///
  /// - Throws: `ObjectStoreError.missing` if it does not exist, `.damaged` if its header cannot be read. Success does
  ///   not prove that the content is intact.
  func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64)

  /// Reads a blob in pieces, in bounded memory if its storage format allows that.
  ///
  /// - Throws: errors of `take`, `ObjectStoreError` as `read`; some pieces may have been passed then.
  func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws

  /// Returns whether the object exists. An empty or damaged file counts as missing (F4).
  func contains(_ id: ObjectID) -> Bool

  /// Stores an object and returns its id; storing an existing object is not an error and costs little.
  ///
  /// Not durable before the next checkpoint: the journal provides durability.
  func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID

  /// Stores an object whose id the caller computed with `id(of:_:)`, so that wide directories are not hashed twice.
  func write(_ kind: ObjectKind, _ content: [UInt8], as id: ObjectID) throws(ObjectStoreError)

  /// Stores a blob of `size` bytes that `pieces` passes, in bounded memory; durable on return, before any checkpoint.
  ///
  /// - Throws: errors of `pieces`; `ObjectStoreError.failed` if the size differs. Nothing is stored then.
  func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID

  /// Flushes objects that other programs may have written, and every pack, to the device. Called before the journal or
  /// a reference names them: git syncs neither the loose objects of a commit nor the directory entry of a pack.
  ///
  /// - Parameter ids: the objects; nil for all.
  /// - Throws: `.failed` if the device fails; nothing may name the objects then.
  func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError)

  /// Returns the id of an object without storing it.
  func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID

  /// Returns the commit that a reference names; nil if the reference does not exist or is broken.
  func reference(_ name: String) throws(ObjectStoreError) -> ObjectID?

  /// Moves a reference; creates a missing one, and deletes it for nil.
  ///
  /// - Throws: `.moved` if the reference's value is not `expected` (nil: must not exist).
  func setReference(_ name: String, to id: ObjectID?, expecting expected: ObjectID?) throws(ObjectStoreError)

  /// Returns all references whose full name starts with the prefix, by name.
  func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID]
}

extension ObjectStore {
  /// Does nothing, for a store without a device.
  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) {}

  /// Stores an object and computes its id again.
  package func write(_ kind: ObjectKind, _ content: [UInt8], as id: ObjectID) throws(ObjectStoreError) {
    _ = try write(kind, content)
  }

  /// Returns the content of a blob.
  ///
  /// - Throws: `ObjectStoreError`; `.damaged` also if the object is of another kind.
  package func blob(_ id: ObjectID) throws(ObjectStoreError) -> [UInt8] {
    let object = try read(id)
    guard object.kind == .blob else { throw .damaged(id, "not a blob") }
    return object.content
  }

  /// Reads a blob in one piece.
  package func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws { try take(try blob(id)) }

  /// Returns the content of a blob of at most so many bytes; nil for a larger one, of which nothing is read.
  ///
  /// - Throws: `ObjectStoreError`; `.damaged` also if the object is of another kind.
  package func blob(_ id: ObjectID, ofAtMost limit: Int) throws(ObjectStoreError) -> [UInt8]? {
    try header(of: id).size <= limit ? try blob(id) : nil
  }

  /// Returns the content of a tree object; empty for nil and for the empty tree, which need not be stored.
  ///
  /// - Throws: `ObjectStoreError`; `.damaged` also if the object is of another kind.
  package func treeContent(_ id: ObjectID?) throws(ObjectStoreError) -> [UInt8] {
    guard let id, id != .emptyTree else { return [] }
    let object = try read(id)
    guard object.kind == .tree else { throw .damaged(id, "not a tree") }
    return object.content
  }

  /// Returns a tree; the empty one need not be stored.
  ///
  /// - Throws: `ObjectStoreError`; `.damaged` also if the object is of another kind or form.
  package func tree(_ id: ObjectID) throws(ObjectStoreError) -> Tree {
    if id == .emptyTree { return Tree() }
    let object = try read(id)
    guard object.kind == .tree, let tree = try? Tree(content: object.content) else {
      throw .damaged(id, "not a tree")
    }
    return tree
  }

  /// Returns the entry of a name in a tree without reading all of it; nil if there is none.
  ///
  /// - Throws: `ObjectStoreError`; `.damaged` also if the object is of another kind or form.
  package func entry(_ name: String, of id: ObjectID) throws(ObjectStoreError) -> TreeEntry? {
    let content = try treeContent(id)
    do {
      return try TreeBytes.find(name, in: content)?.entry
    } catch {
      throw .damaged(id, "not a tree")
    }
  }

  /// Returns a commit.
  ///
  /// - Throws: `ObjectStoreError`; `.damaged` also if the object is of another kind or form.
  package func commit(_ id: ObjectID) throws(ObjectStoreError) -> Commit {
    let object = try read(id)
    guard object.kind == .commit, let commit = try? Commit(content: object.content) else {
      throw .damaged(id, "not a commit")
    }
    return commit
  }

  /// Stores a tree.
  package func write(_ tree: Tree) throws(ObjectStoreError) -> ObjectID { try write(.tree, tree.content) }

  /// Stores a commit and, if its tree is empty, that tree: stock git reports it as missing although it knows the
  /// content.
  package func write(_ commit: Commit) throws(ObjectStoreError) -> ObjectID {
    if commit.tree == .emptyTree { _ = try write(Tree()) }
    return try write(.commit, commit.content)
  }
}

/// A failed operation on objects or references.
package enum ObjectStoreError: Error, Hashable, Sendable {
  /// The object does not exist.
  case missing(ObjectID)
  /// The object exists but cannot be used; the text is the reason.
  case damaged(ObjectID, String)
  /// A reference had another value than expected.
  case moved(reference: String)
  /// Another process holds the lock of a reference or file.
  case locked(String)
  /// The store itself failed: full disk, no permission, broken configuration; the text is the reason.
  case failed(String)
}

extension ObjectStoreError: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .missing(let id): "the repository lacks object \(id.hex)"
    case .damaged(let id, let why): "object \(id.hex) of the repository is damaged: \(why)"
    case .moved(let reference): "\(reference) was moved by another program at the same moment"
    case .locked(let path): "\(path) is locked by another program"
    case .failed(let why): "the repository could not be used: \(why)"
    }
  }
}

/// The reason why bytes are not the expected git object.
package enum ObjectFormatError: Error, Hashable, Sendable {
  /// The bytes are not a tree's content.
  case tree
  /// The bytes are not a commit's content.
  case commit
}
