import Git
import GitObjects
import Testing

@Suite struct CommitGraphReachTests {
  @Test func `whether any of many branches leads to a commit takes one walk`() throws {
    let store = MemoryObjectStore()
    func commit(_ parents: [ObjectID], _ seconds: Int64, _ message: String) throws -> ObjectID {
      let ann = Signature(name: "Ann", email: "ann@example.org", seconds: seconds)
      return try store.write(
        Commit(tree: .emptyTree, parents: parents, author: ann, committer: ann, message: message + "\n"))
    }
    var line: [ObjectID] = []
    for number in 0..<300 {
      line.append(try commit(line.suffix(1), 1_700_000_000 + Int64(number) * 100_000, "\(number)"))
    }
    let branches = try (0..<30).map { try commit([line[299]], 1_800_000_000, "branch \($0)") }
    let dropped = try commit([line[250]], 1_725_000_001, "dropped")
    let reads = CountedReads(store)
    // A small memory, so that what is walked again is read again.
    let graph = CommitGraph(store: reads, capacity: 1)
    #expect(try graph.isReachable(line[100], from: branches))
    #expect(reads.count < 900)
    for (id, isKept) in [(dropped, false), (branches[7], true), (line[0], true), (line[299], true)] {
      #expect(try graph.isReachable(id, from: branches) == isKept)
    }
    #expect(try !graph.isReachable(line[1], from: []))
    #expect(try graph.isReachable(line[1], from: [.zero, line[2]]))
  }
}

/// A store that counts what is read.
private final class CountedReads: ObjectStore {
  private let store: MemoryObjectStore
  private(set) var count = 0

  init(_ store: MemoryObjectStore) { self.store = store }

  func read(_ id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, content: [UInt8]) {
    count += 1
    return try store.read(id)
  }

  func header(of id: ObjectID) throws(ObjectStoreError) -> (kind: ObjectKind, size: Int64) { try store.header(of: id) }
  func contains(_ id: ObjectID) -> Bool { store.contains(id) }
  func write(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> ObjectID {
    try store.write(kind, content)
  }
  func writeBlob(size: Int64, pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void) throws -> ObjectID {
    try store.writeBlob(size: size, pieces: pieces)
  }
  func synchronize(_ ids: [ObjectID]?) throws(ObjectStoreError) { try store.synchronize(ids) }
  func id(of kind: ObjectKind, _ content: [UInt8]) -> ObjectID { store.id(of: kind, content) }
  func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? { try store.reference(name) }
  func setReference(_ name: String, to id: ObjectID?, expecting expected: ObjectID?) throws(ObjectStoreError) {
    try store.setReference(name, to: id, expecting: expected)
  }
  func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try store.references(withPrefix: prefix)
  }
}
