import Documents
import TestSupport
import Testing
import Values

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
      base: Array(base.utf8), kept: Array(texts.kept.utf8), other: Array(texts.other.utf8),
      left: texts.merged.isEmpty ? nil : Array(texts.merged.utf8), isOfSave: false, path: path, driver: .text)
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

  @Test func `both adds the other version's words at the places only`() {
    let base = "One is here. Two is here.\n\nThree is here.\n"
    let texts = Texts(
      kept: "One is mine. Two is here.\n\nThree is ours.\n", other: "One is here. Two is yours.\n\nThree is theirs.\n",
      merged: "One is mine. Two is yours.\n\nThree is ours.\n")
    let both = settled(texts, base: base).takingBoth(in: Array(texts.merged.utf8))
    #expect(text(both) == "One is mine. Two is yours.\n\nThree is ours.\nThree is theirs.\n")
  }

  @Test func `both repeats no key of a front matter`() throws {
    func version(_ tags: String, _ name: String, _ time: String, _ body: String) -> String {
      "---\ntags: [a\(tags)]\nlast_modified_by: \(name)\nlast_modified_at: \(time)\n---\n\(body)\n"
    }
    let base = version("", "Ann", "2026-05-01T10:00:00Z", "Budget 10.")
    let texts = Texts(
      kept: version(", b", "Ann", "2026-05-02T10:00:00Z", "Budget 20."),
      other: version(", c", "Bot", "2026-05-02T11:00:00Z", "Budget 30."),
      merged: version(", b, c", "Bot", "2026-05-02T11:00:00Z", "Budget 20."))
    let both = try #require(settled(texts, base: base).takingBoth(in: Array(texts.merged.utf8)))
    #expect(FrontMatterBlock(both)?.entries.count == 3)
    #expect(text(both) == texts.merged + "Budget 30.\n")
  }

  @Test func `both is refused where a key of a front matter would have two values`() {
    let texts = Texts(kept: "---\nstatus: done\n---\nText.\n", other: "---\nstatus: open\n---\nText.\n", merged: "")
    let settled = settled(texts, base: "---\nstatus: new\n---\nText.\n")
    #expect(settled.takingBoth(in: Array(texts.kept.utf8)) == nil)
  }

  @Test(arguments: [("3 a\n", "3 b\n"), ("3 a\n", ""), ("", "3 b\n"), ("3 a\n", "3 a\nand more\n")])
  func `a place where the merge kept the other version's words shows and takes the kept one's`(
    mine: String, other: String
  ) {
    func whole(_ first: String, _ last: String) -> String { "1 \(first)\n\nmid\n\n\(last)end\n" }
    let texts = Texts(kept: whole("a", mine), other: whole("b", other), merged: whole("a", other))
    let settled = settled(texts, base: whole("0", "3\n"), path: "a.swift")
    let now = Array(texts.merged.utf8)
    #expect(settled.places(in: now).map { text($0.kept) } == ["1 a\n", other])
    #expect(settled.places(in: now).map { text($0.other) } == ["1 b\n", mine])
    #expect(text(settled.takingOther(in: now)) == whole("b", mine))
    let both = (text(settled.takingBoth(in: now)) ?? "").split(separator: "\n")
    #expect(both.starts(with: ["1 a", "1 b"]), "\(both)")
    #expect((mine + other).split(separator: "\n").allSatisfy(both.contains), "\(both)")
  }

  @Test func `records take the other version's value, and fields that were added since stay`() {
    let texts = Texts(kept: #"{"a": 2, "b": 1}"#, other: #"{"a": 3, "b": 1, "c": 4}"#, merged: "")
    let now = Array(#"{"a": 2, "b": 5, "c": 4}"#.utf8)
    let result = settled(texts, base: #"{"a": 1, "b": 1}"#, path: "a.json").takingOther(in: now)
    #expect(text(result) == #"{"a": 3, "b": 5, "c": 4}"#)
  }

  @Test func `a place whose lines were deleted is found in a text that was replaced`() {
    let lines = (1...7).map { "line \($0) of the text\n" }
    let deleted = (lines[..<2] + lines[4...]).joined()
    let edited = (lines[..<2] + ["another third\n", "another fourth\n"] + lines[4...]).joined()
    for (kept, other) in [(deleted, edited), (edited, deleted)] {
      for path in ["n.md", "n.swift"] {
        let settled = settled(Texts(kept: kept, other: other, merged: ""), base: lines.joined(), path: path)
        for now in ["", "all is new\n"] {
          let places = settled.places(in: Array(now.utf8))
          #expect(places.map(\.line) == [0] && places.map { text($0.kept) } == [now], "\(path): \(places)")
        }
      }
    }
  }

  /// Two changes of a text that meet in its third line, beside an insertion of one at a line that the other deletes.
  private static func meeting(isInsertedBySave: Bool) -> (base: String, earlier: String, save: String, merged: String) {
    let lines = (1...20).map { "line \($0) of the text\n" }
    let passage = "a new passage\nof two lines\n"
    let deleted = lines[3..<11].joined() + lines[12...].joined()
    let inserted = lines[3..<12].joined() + passage + lines[12...].joined()
    let both = lines[3..<11].joined() + passage + lines[12...].joined()
    let head = lines[..<2].joined()
    return (
      lines.joined(), head + "the agent's third\n" + (isInsertedBySave ? deleted : inserted),
      head + "the person's third\n" + (isInsertedBySave ? inserted : deleted), head + "the person's third\n" + both
    )
  }

  @Test(arguments: [true, false], ["a.md", "a.swift", "a"])
  func `an insertion of a stale save, or beside it, stays where it met a deletion`(isOfSave: Bool, path: String) {
    let texts = Self.meeting(isInsertedBySave: isOfSave)
    let merge = StaleMerge(
      base: Array(texts.base.utf8), earlier: Array(texts.earlier.utf8), later: Array(texts.save.utf8), path: path,
      driver: .text)
    #expect(text(merge.text) == texts.merged && merge.overlaps == 1)
    let settled = SettledConflict(
      base: Array(texts.base.utf8), kept: Array(texts.save.utf8), other: Array(texts.earlier.utf8), isOfSave: true,
      path: path, driver: .text)
    #expect(settled.places(in: merge.text).map(\.line) == [2])
    let other = text(settled.takingOther(in: merge.text))
    #expect(other == texts.merged.replacing("the person's", with: "the agent's"))
    let both = text(settled.takingBoth(in: merge.text))
    #expect(both?.replacing("the agent's third\n", with: "") == texts.merged, "\(both ?? "nothing")")
  }

  @Test(arguments: Seeds.blocks(plain: 2_000, long: 100_000))
  func `what a stale save met without a conflict is never changed by a choice`(seeds: Range<UInt64>) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let path = ["a.md", "a.swift", "a"].randomElement(using: &random) ?? "a"
      let parting = Bool.random(using: &random) ? "\n" : ""
      let base = (0..<Int.random(in: 1...8, using: &random)).map { "line \($0) of many\n" + parting }
      let earlier = Self.edited(base, by: "earlier", &random)
      let later = Self.edited(base, by: "later", &random)
      func merged(_ base: String, _ earlier: String, _ later: String) -> StaleMerge {
        StaleMerge(
          base: Array(base.utf8), earlier: Array(earlier.utf8), later: Array(later.utf8), path: path, driver: .text)
      }
      let end = merged(base.joined(), earlier, later)
      guard end.overlaps == 0, let tail = text(end.text) else { continue }
      // The same below a place where the two meet.
      func whole(_ word: String, _ tail: String) -> String {
        "The title\n\n\(word)\n\nwhat both leave\n\nas it was\n\n" + tail
      }
      let texts = (base: whole("old", base.joined()), other: whole("agent", earlier), save: whole("person", later))
      let merge = merged(texts.base, texts.other, texts.save)
      let context: Comment = "seed \(seed), \(path): \(texts)"
      // If lines repeat, the whole text can have another shortest script than its end.
      guard merge.overlaps == 1, text(merge.text) == whole("person", tail) else { continue }
      let settled = SettledConflict(
        base: Array(texts.base.utf8), kept: Array(texts.save.utf8), other: Array(texts.other.utf8), isOfSave: true,
        path: path, driver: .text)
      #expect(settled.places(in: merge.text).map(\.line) == [2], context)
      #expect(text(settled.takingOther(in: merge.text)) == whole("agent", tail), context)
      // The lines of both may be parted by other blank lines than their sentences.
      let both = (text(settled.takingBoth(in: merge.text)) ?? "").split(separator: "\n")
      #expect(both.filter { $0 != "agent" } == whole("person", tail).split(separator: "\n"), context)
    }
  }

  /// A text with some lines deleted, some changed, and passages put in.
  private static func edited(_ base: [String], by name: String, _ random: inout SeededGenerator) -> String {
    var result = ""
    for (index, line) in base.enumerated() {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: break
      case 1: result += "\(name) instead of \(index)\n"
      case 2: result += line + "\(name) behind \(index)\n\n"
      case 3: result += "\(name) before \(index)\n" + line
      default: result += line
      }
    }
    return result
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

  /// The text may have been edited since the conflict: it is one of the versions, or another text.
  @Test(arguments: [MergeDriver.text, .records(key: "id")])
  func `with both versions of random records it is JSON`(driver: MergeDriver) {
    for seed in UInt64(0)..<1_000 {
      let item = RecordCase(seed: seed)
      let later = RecordCase(seed: seed + 1_000)
      let conflict = SettledConflict(
        base: item.base, kept: item.ours, other: item.theirs, isOfSave: seed % 2 == 0, path: item.path, driver: driver)
      for now in [item.ours, item.theirs, item.base] + (later.path == item.path ? [later.ours] : []) {
        guard let text = conflict.takingBoth(in: now) else { continue }
        let isValid =
          item.path == "a.json"
          ? JSONNode(text) != nil
          : text.split(separator: UInt8(ascii: "\n")).allSatisfy { JSONNode(Array($0)) != nil }
        #expect(isValid, "\(item), now \(String(decoding: now, as: UTF8.self))")
      }
    }
  }
}
