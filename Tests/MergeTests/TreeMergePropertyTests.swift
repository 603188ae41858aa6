import GitObjects
import Merge
import Testing

struct TreeMergePropertyTests {
  /// The seeds of this run; `STET_LONG=1` tries very many, `STET_SEED` repeats one.
  private static let blocks = Seeds.blocks(plain: 3_000, long: 400_000)

  @Test(arguments: blocks)
  func `random folders merge the same from either side and lose nothing`(seeds: Range<UInt64>) {
    for seed in seeds {
      let tried = FolderCase(seed: seed)
      guard let law = tried.brokenLaw() else { continue }
      Issue.record("STET_SEED=\(seed): \(law) · \(tried.shrunk { $0.brokenLaw() == law })")
    }
  }

  @Test func `a case that fails is shrunk to what makes it fail`() {
    // Each side has a link that nobody else has.
    func fails(_ tried: FolderCase) -> Bool {
      func links(_ folder: RandomFolder) -> Set<String> {
        Set(folder.sorted.filter { $0.text.hasPrefix(">") }.map { "\($0.path)\($0.text)" })
      }
      let (old, our, their) = (links(tried.base), links(tried.ours), links(tried.theirs))
      return !our.subtracting(old).subtracting(their).isEmpty && !their.subtracting(old).subtracting(our).isEmpty
    }
    let large = (0..<2_000).map { FolderCase(seed: $0) }.filter(fails)
    #expect(large.count > 20)
    for tried in large {
      let small = tried.shrunk(while: fails)
      #expect(fails(small))
      #expect(small.base.sorted.isEmpty && small.ours.sorted.count == 1 && small.theirs.sorted.count == 1, "\(small)")
    }
  }

  @Test func `subtrees that one side changed are not opened`() throws {
    let store = TestStore(isQuick: true)
    let many = (0..<50).map { (path: "big/\($0)", text: "x\($0)") }
    let base = try store.tree([("a", "1"), ("other/z", "1")] + many)
    let ours = try store.tree([("a", "2"), ("other/z", "1")] + many.map { ($0.path, "y") })
    let theirs = try store.tree([("a", "1"), ("other/z", "2")] + many)
    store.forgetOpened()
    _ = try TreeMerge.merge(base: base, ours: SideVersion(tree: ours), theirs: SideVersion(tree: theirs), in: store)
    #expect(store.opened == [base, ours, theirs])
  }
}
