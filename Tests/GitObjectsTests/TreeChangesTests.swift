import Git
import GitObjects
import TestSupport
import Testing

@Suite struct TreeChangesTests {
  @Test func `what an editor finds different in two trees is what a comparison of them finds`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let store = MemoryObjectStore()
      let editor = TreeEditor(store: store)
      // A directory beside them that is wide, and in which the same names differ.
      let wide = (0..<60).map { number in
        TreeEdit.set(path: "n\(number % 20)x\(number)", mode: .file, id: store.id(of: .blob, [UInt8(number)]))
      }
      var root = try editor.apply(wide, to: nil)
      for _ in 0..<6 {
        let edits = (0..<Int.random(in: 1...6, using: &generator)).map { _ in TreeEdit.random(using: &generator) }
        let new = try editor.apply(edits, to: root)
        for (from, to) in [(root, new), (new, root)] {
          #expect(
            try editor.changes(from: from, to: to, atMost: .max) == TreeDiff.changes(from: from, to: to, in: store))
        }
        root = new
      }
      #expect(
        try editor.changes(from: nil, to: root, atMost: .max) == TreeDiff.changes(from: nil, to: root, in: store))
    }
  }
}
