/// A store of git objects and references: the real repository, or one in memory for simulation.
///
/// Both pass one conformance suite. Implementations are called from one isolation domain at a time; they need not be
/// safe against concurrent calls.
package protocol ObjectStore: AnyObject {
  /// The object's kind and content.
  ///
  /// - Throws: `ObjectStoreError.missing` where there is none, `.damaged` where it cannot be read.
  func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8])

  /// The object's kind and the size of its content in bytes; the content itself is not read.
  ///
  /// - Throws: `ObjectStoreError.missing` where there is none, `.damaged` where what says so cannot be read. That the
  ///   content is whole is not known by this.
  func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64)

  /// Hands a blob over in pieces, one after another; in bounded memory where it is stored so that this is possible.
  ///
  /// - Throws: what `take` throws, `ObjectStoreError` as `read`; then some pieces may have been handed over.
  func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws

  /// Whether the object is there. An empty or damaged file counts as not there (F4).
  func contains(_ id: ObjectID) -> Bool

  /// Stores an object and answers its id; storing what is there already is not an error and costs little.
  ///
  /// Not durable before the next checkpoint: the journal is what makes it so.
  func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID

  /// Stores an object whose id the caller worked out with `id(of:_:)`: wide directories are not hashed twice.
  func write(_ kind: ObjectKind, _ content: [UInt8], as id: ObjectID) throws(ObjectStoreError)

  /// Stores a blob of `size` bytes that `pieces` hands over one after another, in bounded memory; durable when it
  /// answers, before any checkpoint.
  ///
  /// - Throws: what `pieces` throws, `ObjectStoreError.failed` where what came is not of that size. Nothing is stored
  ///   then.
  func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID

  /// Flushes objects that others may have written, and every pack, to the device. Called before the journal or a
  /// reference names them: git syncs neither the loose objects of a commit nor the name of a pack.
  ///
  /// - Parameter ids: nil for all objects.
  /// - Throws: `.failed` where the device refuses; then nothing may name them.
  func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError)

  /// The id that the object would have, without storing it.
  func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID

  /// The commit a reference names; nil where there is no such reference or it is broken.
  func reference(_ name: String) throws(ObjectStoreError) -> ObjectID?

  /// Moves a reference (makes it where it is not there, deletes it for nil).
  ///
  /// - Throws: `.moved` where the reference did not stand at `expected` (nil: must not exist).
  func setReference(_ name: String, to id: ObjectID?, expecting expected: ObjectID?) throws(ObjectStoreError)

  /// All references whose full name begins with the prefix, by name.
  func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID]
}

extension ObjectStore {
  /// A store without a device has nothing to flush.
  package func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) {}

  /// Stores an object whose id is worked out anew.
  package func write(_ kind: ObjectKind, _ content: [UInt8], as id: ObjectID) throws(ObjectStoreError) {
    _ = try write(kind, content)
  }

  /// The content of a blob.
  ///
  /// - Throws: `ObjectStoreError`, `.damaged` also where the object is of another kind.
  package func blob(_ id: ObjectID) throws(ObjectStoreError) -> [UInt8] {
    let object = try read(id)
    guard object.kind == .blob else { throw .damaged(id, "not a blob") }
    return object.content
  }

  /// Hands a blob over in one piece.
  package func readBlob(_ id: ObjectID, _ take: ([UInt8]) throws -> Void) throws { try take(try blob(id)) }

  /// The content of a blob of at most so many bytes; nil for a larger one, of which nothing is read.
  ///
  /// - Throws: `ObjectStoreError`, `.damaged` also where the object is of another kind.
  package func blob(_ id: ObjectID, ofAtMost limit: Int) throws(ObjectStoreError) -> [UInt8]? {
    try header(of: id).size <= limit ? try blob(id) : nil
  }

  /// The content of a tree object; none of the empty tree, which is known without being stored, and of nil.
  ///
  /// - Throws: `ObjectStoreError`, `.damaged` also where the object is of another kind.
  package func treeContent(_ id: ObjectID?) throws(ObjectStoreError) -> [UInt8] {
    guard let id, id != .emptyTree else { return [] }
    let object = try read(id)
    guard object.kind == .tree else { throw .damaged(id, "not a tree") }
    return object.content
  }

  /// A tree; the empty one is known without being stored.
  ///
  /// - Throws: `ObjectStoreError`, `.damaged` also where the object is of another kind or form.
  package func tree(_ id: ObjectID) throws(ObjectStoreError) -> Tree {
    if id == .emptyTree { return Tree() }
    let object = try read(id)
    guard object.kind == .tree, let tree = try? Tree(content: object.content) else {
      throw .damaged(id, "not a tree")
    }
    return tree
  }

  /// The entry of a name in a tree, found without reading all of it; nil where there is none.
  ///
  /// - Throws: `ObjectStoreError`, `.damaged` also where the object is of another kind or form.
  package func entry(_ name: String, of id: ObjectID) throws(ObjectStoreError) -> TreeEntry? {
    let content = try treeContent(id)
    do {
      return try TreeBytes.find(name, in: content)?.entry
    } catch {
      throw .damaged(id, "not a tree")
    }
  }

  /// A commit.
  ///
  /// - Throws: `ObjectStoreError`, `.damaged` also where the object is of another kind or form.
  package func commit(_ id: ObjectID) throws(ObjectStoreError) -> Commit {
    let object = try read(id)
    guard object.kind == .commit, let commit = try? Commit(content: object.content) else {
      throw .damaged(id, "not a commit")
    }
    return commit
  }

  /// Stores a tree.
  package func write(_ tree: Tree) throws(ObjectStoreError) -> ObjectID { try write(.tree, tree.content) }

  /// Stores a commit; of a folder without files its tree too, which stock git misses although it knows its content.
  package func write(_ commit: Commit) throws(ObjectStoreError) -> ObjectID {
    if commit.tree == .emptyTree { _ = try write(Tree()) }
    return try write(.commit, commit.content)
  }
}
