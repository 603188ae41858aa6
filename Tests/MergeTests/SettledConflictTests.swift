import Testing

@testable import Merge

/// Texts after a conflict in them is settled.
@Suite struct SettledConflictTests {
  private static let base = "one\n\ntwo\n\nthree\n\nfour\n"

  private struct Texts {
    var kept: String
    var other: String
    /// The text that the merge left.
    var merged: String
  }

  /// The same place changed on both sides; the other side also wrote elsewhere, which the merge took.
  private static let texts = Texts(
    kept: "one\n\ntwo, kept\n\nthree\n\nfour\n", other: "one, other\n\ntwo, other\n\nthree\n\nfour\n\nfive, other\n",
    merged: "one, other\n\ntwo, kept\n\nthree\n\nfour\n\nfive, other\n")

  private func settled(_ texts: Texts = Self.texts, base: String = Self.base, path: String = "a.md") -> SettledConflict
  {
    SettledConflict(
      base: Array(base.utf8), kept: Array(texts.kept.utf8), other: Array(texts.other.utf8), path: path, driver: .text)
  }

  private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  @Test(arguments: [
    ("nothing was written", [("", "")]),
    ("a line behind the end", [("five, other\n", "five, other\n\nsix\n")]),
    ("a line right behind the end", [("five, other\n", "five, other\nsix\n")]),
    ("what the other side wrote is corrected", [("one, other", "one, corrected")]),
    ("what the other side wrote is deleted", [("\n\nfive, other", "")]),
    ("elsewhere", [("three", "three, later"), ("four", "four, later")]),
    ("right behind the place", [("two, kept\n", "two, kept\nbehind\n")]),
    ("right before the place", [("two, kept\n", "before\ntwo, kept\n")]),
  ])
  func `what was written elsewhere since stays`(_ name: String, edits: [(String, String)]) {
    var (now, expected) = (Self.texts.merged, Self.texts.merged.replacing("two, kept", with: "two, other"))
    for (old, new) in edits where !old.isEmpty {
      now = now.replacing(old, with: new)
      expected = expected.replacing(
        old.replacing("two, kept", with: "two, other"), with: new.replacing("two, kept", with: "two, other"))
    }
    #expect(text(settled().takingOther(in: Array(now.utf8))) == expected, "\(name)")
    let both = text(settled().takingBoth(in: Array(now.utf8)))
    let isBoth = both?.replacing("two, other\n", with: "") == now || both?.replacing("two, other\n\n", with: "") == now
    #expect(isBoth, "\(name): \(both ?? "nothing")")
  }

  @Test func `two conflicts of one text are settled one after the other`() {
    let base = "1\n\n2\n\n3\n\n4\n"
    // The first merge met at 2, the second, with a third version, at 4.
    let first = Texts(kept: "1\n\n2 a\n\n3\n\n4 a\n", other: "1\n\n2 b\n\n3\n\n4\n", merged: "")
    let second = Texts(kept: "1\n\n2 a\n\n3\n\n4 a\n", other: "1\n\n2\n\n3\n\n4 c\n", merged: "")
    let once = settled(first, base: base).takingOther(in: Array("1\n\n2 a\n\n3\n\n4 a\n".utf8))
    #expect(text(once) == "1\n\n2 b\n\n3\n\n4 a\n")
    #expect(text(settled(second, base: base).takingOther(in: once)) == "1\n\n2 b\n\n3\n\n4 c\n")
  }

  @Test func `at the place itself the chosen version stands, and both keeps what was written there since`() {
    let now = Array(Self.texts.merged.replacing("two, kept", with: "two, kept and corrected").utf8)
    #expect(text(settled().takingOther(in: now)) == Self.texts.merged.replacing("two, kept", with: "two, other"))
    let both = text(settled().takingBoth(in: now)) ?? ""
    #expect(both.contains("two, kept and corrected\n") && both.contains("two, other\n"))
  }

  @Test func `records take the other version's value, and fields that were added since stay`() {
    let texts = Texts(kept: #"{"a": 2, "b": 1}"#, other: #"{"a": 3, "b": 1, "c": 4}"#, merged: "")
    let now = Array(#"{"a": 2, "b": 5, "c": 4}"#.utf8)
    let result = settled(texts, base: #"{"a": 1, "b": 1}"#, path: "a.json").takingOther(in: now)
    #expect(text(result) == #"{"a": 3, "b": 5, "c": 4}"#)
  }

  @Test func `lines are followed through later changes`() {
    let old = "a\nb\nc\nd\ne\n"
    for (new, expected) in [
      ("a\nb\nc\nd\ne\n", 1..<3), ("x\na\nb\nc\nd\ne\n", 2..<4), ("b\nc\nd\ne\n", 0..<2), ("a\nB\nc\nd\ne\n", 1..<3),
      ("a\nb\nx\ny\nc\nd\n", 1..<5), ("a\nd\ne\n", 1..<1), ("a\nb\nc\nx\nd\ne\n", 1..<3), ("a\nB\n", 1..<2),
      ("z\nc\nd\ne\n", 0..<2),
    ] {
      let changes = LineDiff.changes(from: Array(old.utf8), to: Array(new.utf8))
      #expect(LineDiff.followed(1..<3, through: changes) == expected, "\(new)")
    }
  }
}
