import Documents
import FileSystem
import Git
import GitObjects
import TestSupport

@testable import SearchIndex

/// A folder with an index over a history in memory.
final class IndexFolder {
  let folder = TemporaryFolder()
  let store = MemoryObjectStore()
  private(set) var indexer: SearchIndexer
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var tip: ObjectID?
  private var seconds: Int64 = 1_000_000

  init() throws {
    try folder.write(".git/stet/x", "")
    indexer = try Self.open(folder, store)
  }

  private static func open(_ folder: TemporaryFolder, _ store: MemoryObjectStore) throws -> SearchIndexer {
    let graph = CommitGraph(store: store)
    graph.believesUnsealed = true
    return SearchIndexer(
      files: IndexFiles(root: folder.path, tree: try DiskTree(root: folder.path)), store: store, graph: graph)
  }

  /// Opens the index again, as another process does.
  func reopen(closing: Bool = true) throws {
    if closing { indexer.close() }
    indexer = try Self.open(folder, store)
  }

  /// Commits changes on the tip; nil deletes a file.
  @discardableResult
  func commit(_ changes: [String: String?], by author: Author = .user, at time: Int64? = nil) throws -> ObjectID {
    for (path, text) in changes { files[path] = text.map { Array($0.utf8) } }
    seconds += 10
    return try commit(files, by: author, at: time ?? seconds)
  }

  /// Commits a whole folder on the tip.
  @discardableResult
  func commit(_ files: [String: [UInt8]], by author: Author = .user, at time: Int64) throws -> ObjectID {
    self.files = files
    var edits: [TreeEdit] = []
    for path in files.keys.sorted() {
      edits.append(.set(path: path, mode: .file, id: try store.write(.blob, files[path] ?? [])))
    }
    let tree = try TreeEditor(store: store).apply(edits, to: nil)
    let signature = Signature(name: author.signatureName(person: "Ada"), email: "a@b", seconds: time)
    var message = CommitMessage(subject: "Edit", author: author)
    message.change = "\(time)"
    let commit = Commit(
      tree: tree, parents: tip.map { [$0] } ?? [], author: signature, committer: signature, message: message.text)
    let id = try store.write(commit)
    tip = id
    return id
  }

  /// Brings the index to the tip, in steps of one file if wanted.
  func index(inSmallSteps: Bool = false) throws {
    guard let tip else { return }
    for _ in 0..<100_000 where try indexer.step(to: tip, while: { !inSmallSteps }) { return }
    throw IndexFault.unavailable("the index does not reach the tip")
  }

  /// Searches after the index has reached the tip.
  func search(_ text: String, _ filter: SearchFilter = SearchFilter()) throws -> [IndexedFile] {
    let query = try SearchQuery(text)
    for _ in 0..<5 {
      try index()
      do throws(IndexFault) { return try indexer.search(query, filter, limit: 10_000).files } catch {
        if case .unreadable = error { throw error }
      }
    }
    throw IndexFault.unavailable("the index does not answer")
  }

  /// Returns the paths that a query finds, best first.
  func paths(_ text: String, _ filter: SearchFilter = SearchFilter()) throws -> [String] {
    try search(text, filter).map(\.path)
  }

  /// Returns the paths that a query matches, found by a scan of all files without the index.
  func scan(_ text: String) throws -> Set<String> {
    let query = try SearchQuery(text)
    return Set(
      files.filter { path, bytes in
        DocumentWords(ExtractedDocument(bytes, path: path), path: path).match(query)
      }.keys)
  }
}
