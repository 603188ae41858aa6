import Merge
import Testing

struct ProseMergeTests {
  private static let paragraph = "One is here. Two is here. Three is here.\n"
  private static let wrapped = "One is\nhere. Two is here.\nThree is\nhere.\n"

  /// One line for each number: what one machine did.
  private static func log(_ machine: String, _ numbers: Int...) -> String {
    numbers.map { "\(machine) measured at station \($0) in the north.\n" }.joined()
  }

  private static let cases: [DocumentMergeCase] = [
    DocumentMergeCase(
      rule: "different sentences of one line", base: paragraph, ours: "One was here. Two is here. Three is here.\n",
      theirs: "One is here. Two is here. Three was here.\n", merged: "One was here. Two is here. Three was here.\n"),
    DocumentMergeCase(
      rule: "neighbouring sentences", base: paragraph, ours: "One was here. Two is here. Three is here.\n",
      theirs: "One is here. Two was here. Three is here.\n", merged: "One was here. Two was here. Three is here.\n"),
    DocumentMergeCase(
      rule: "one sentence", base: paragraph, ours: "One was here. Two is here. Three is here.\n",
      theirs: "One is there. Two is here. Three is here.\n"),
    DocumentMergeCase(
      rule: "a sentence is added, another changed", base: paragraph,
      ours: "One is here. Two is here. Three is here. Four is here.\n",
      theirs: "One is here. Two is here. Three was here.\n",
      merged: "One is here. Two is here. Three was here. Four is here.\n"),
    DocumentMergeCase(
      rule: "both add a sentence in one place", base: paragraph,
      ours: "One is here. Two is here. Three is here. Four is here.\n",
      theirs: "One is here. Two is here. Three is here. Five is here.\n",
      merged: "One is here. Two is here. Three is here. Five is here. Four is here.\n"),
    DocumentMergeCase(
      rule: "a sentence is deleted, its neighbour changed", base: paragraph, ours: "One is here. Three is here.\n",
      theirs: "One is here. Two is here. Three was here.\n", merged: "One is here. Three was here.\n"),
    DocumentMergeCase(
      rule: "the last is deleted, one is put in before it", base: paragraph, ours: "One is here. Two is here.\n",
      theirs: "One is here. Two is here. Half is here. Three is here.\n",
      merged: "One is here. Two is here. Half is here.\n"),
    DocumentMergeCase(
      rule: "a sentence is deleted that was changed", base: paragraph, ours: "One is here. Three is here.\n",
      theirs: "One is here. Two was here. Three is here.\n"),
    DocumentMergeCase(
      rule: "both put the same in, one of them in place of a blank line", base: "* a\n\n\n### J\n",
      ours: "* a\n* X\n\n### J\n", theirs: "* a\n* X\n\n\n### J\n", merged: "* a\n* X\n\n\n### J\n"),
    DocumentMergeCase(
      rule: "one wraps the lines, the other writes", base: paragraph, ours: wrapped,
      theirs: "One is here. Two was here. Three is here.\n", merged: "One is\nhere. Two was here.\nThree is\nhere.\n"),
    DocumentMergeCase(
      rule: "one wraps the lines where the other wrote anew",
      base: "We discuss the syntax concerning\nthese common concepts here.\n",
      ours: "We discuss the syntax concerning these\ncommon concepts here.\n",
      theirs: "We discuss the context and\nexplain their concepts here.\n",
      merged: "We discuss the context and explain\ntheir concepts here.\n"),
    DocumentMergeCase(
      rule: "neighbouring lines that are sentences", base: "One is here.\nTwo is here.\n",
      ours: "One was here.\nTwo is here.\n", theirs: "One is here.\nTwo was here.\n",
      merged: "One was here.\nTwo was here.\n"),
    DocumentMergeCase(
      rule: "neighbouring lines of one sentence", base: "The dose is 5 mg for\nadults who sleep.\n",
      ours: "The dose is 9 mg for\nadults who sleep.\n", theirs: "The dose is 5 mg for\nchildren who sleep.\n"),
    DocumentMergeCase(
      rule: "an abbreviation ends no sentence", base: "Pay Dr. Ada 5 euros.\n", ours: "Pay Dr. Bea 5 euros.\n",
      theirs: "Send Dr. Ada 5 euros.\n"),
    DocumentMergeCase(
      rule: "nothing is cut in brackets", base: "Give it (to Ada. Then to Bea.) now.\n",
      ours: "Give it (to Eva. Then to Bea.) now.\n", theirs: "Give it (to Ada. Then to Ida.) now.\n"),
    DocumentMergeCase(
      rule: "a sentence that has the other's change and more", base: "One is here.\n", ours: "One was here.\n",
      theirs: "One was really here.\n", merged: "One was really here.\n"),
    DocumentMergeCase(
      rule: "a sentence that has the other's change and more, beside one that it changed too",
      base: "One is here. Two is here.\n", ours: "One was here. Two is here.\n",
      theirs: "One was really here. Two was there.\n", merged: "One was really here. Two was there.\n"),
    DocumentMergeCase(
      rule: "lines that have the other's change, and one beside it", base: "one is\ntwo is\nthree is\n",
      ours: "one was\ntwo is\nthree is\n", theirs: "one was\ntwo was\nthree is\n",
      merged: "one was\ntwo was\nthree is\n"),
    DocumentMergeCase(
      rule: "a line added behind lines that the other wrote anew, with the same number in it",
      base: log("b", 1, 2, 3), ours: log("a", 2, 3, 4), theirs: log("b", 2, 3, 4)),
    DocumentMergeCase(
      rule: "lines that both wrote anew, with the same numbers in them", base: log("b", 1, 2, 3),
      ours: log("a", 4, 5, 6), theirs: log("b", 4, 5, 6)),
    DocumentMergeCase(
      rule: "items that both wrote anew, with the same numbers in them", base: log("- b", 1, 2, 3),
      ours: log("- a", 4, 5, 6), theirs: log("- b", 4, 5, 6)),
    DocumentMergeCase(
      rule: "sentences that both wrote anew, with the same numbers in them", base: log("B", 1, 2, 3),
      ours: log("A", 4, 5, 6), theirs: log("B", 4, 5, 6)),
    DocumentMergeCase(
      rule: "both made one change, one of them another beside it", base: "Ada comes at 4.\n",
      ours: "Ada comes at 5.\n", theirs: "Berta comes at 5.\n"),
    DocumentMergeCase(
      rule: "both left one word out, one of them another beside it", base: "The old red house is big.\n",
      ours: "The red house is big.\n", theirs: "The house is big.\n"),
    DocumentMergeCase(
      rule: "a sentence written anew that has a word of the other's", base: "Use this branch until February 10.\n",
      ours: "Use this branch until July 10.\n", theirs: "Do not send requests here but wait until July 1.\n"),
    DocumentMergeCase(
      rule: "a sentence put into a paragraph that is deleted", base: "# T\n\nOne is here. Two is here.\n\nEnd.\n",
      ours: "# T\n\nZero is here. One is here. Two is here.\n\nEnd.\n", theirs: "# T\n\nEnd.\n"),
    DocumentMergeCase(
      rule: "curly quotes against words", base: "It's \"here\" now.\n", ours: "It’s “here” now.\n",
      theirs: "It's \"here\" today.\n", merged: "It’s “here” today.\n"),
    DocumentMergeCase(
      rule: "neighbouring list items", base: "- one. A\n- two. B\n", ours: "- one. C\n- two. B\n",
      theirs: "- one. A\n- two. D\n", merged: "- one. C\n- two. D\n"),
    DocumentMergeCase(
      rule: "one list item", base: "- One is here. Two is here.\n", ours: "- One was here. Two is here.\n",
      theirs: "- One is here. Two was here.\n"),
    DocumentMergeCase(
      rule: "both add an item", base: "- a\n", ours: "- a\n- c\n", theirs: "- a\n- b\n", merged: "- a\n- b\n- c\n"),
    DocumentMergeCase(
      rule: "both add an item with items of its own", base: "- a\n", ours: "- a\n- c\n  - d\n",
      theirs: "- a\n- b\n  - e\n", merged: "- a\n- b\n  - e\n- c\n  - d\n"),
    DocumentMergeCase(
      rule: "an item beside a nested one", base: "- a\n", ours: "- a\n- c\n", theirs: "- a\n  - b\n",
      merged: "- a\n  - b\n- c\n"),
    DocumentMergeCase(
      rule: "both add one thing in two wordings", base: "- a\n",
      ours: "- a\n- [Git Tutorial](https://a.org/git) by Ada\n", theirs: "- a\n- [Git tutorial](https://a.org/git/)\n",
      merged: "- a\n- [Git Tutorial](https://a.org/git) by Ada\n- [Git tutorial](https://a.org/git/)\n"),
    DocumentMergeCase(
      rule: "both add a numbered item", base: "1. a\n", ours: "1. a\n2. c\n", theirs: "1. a\n2. b\n",
      merged: "1. a\n2. b\n2. c\n"),
    DocumentMergeCase(
      rule: "rows of a table", base: "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
      ours: "| a | b |\n|---|---|\n| 1 | 9 |\n| 3 | 4 |\n", theirs: "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 8 |\n",
      merged: "| a | b |\n|---|---|\n| 1 | 9 |\n| 3 | 8 |\n"),
    DocumentMergeCase(
      rule: "cells of one row", base: "| One. | Two. |\n", ours: "| Uno. | Two. |\n", theirs: "| One. | Due. |\n"),
    DocumentMergeCase(
      rule: "neighbouring lines of code", base: "```\na. A\nb. B\n```\n", ours: "```\nx. A\nb. B\n```\n",
      theirs: "```\na. A\ny. B\n```\n"),
    DocumentMergeCase(
      rule: "one line of code", base: "    A is here. B is here.\n", ours: "    A was here. B is here.\n",
      theirs: "    A is here. B was here.\n"),
    DocumentMergeCase(
      rule: "a paragraph in a quote", base: "> One is here. Two\n> is here.\n",
      ours: "> One was here. Two\n> is here.\n",
      theirs: "> One is here. Two\n> was here.\n", merged: "> One was here. Two\n> was here.\n"),
    DocumentMergeCase(
      rule: "the first sentence of a quote goes", base: "> One is here. Two is here.\n", ours: "> Two is here.\n",
      theirs: "> One is here. Two was here.\n", merged: "> Two was here.\n"),
    DocumentMergeCase(
      rule: "a heading and the text below", base: "# One\nTwo is here.\n", ours: "# Uno\nTwo is here.\n",
      theirs: "# One\nTwo was here.\n", merged: "# Uno\nTwo was here.\n"),
    DocumentMergeCase(
      rule: "CRLF against a word", base: "One is here.\nTwo is here.\n", ours: "One is here.\r\nTwo is here.\r\n",
      theirs: "One is here.\nTwo was here.\n", merged: "One is here.\r\nTwo was here.\r\n"),
    DocumentMergeCase(
      rule: "a last line without an end", base: "One is here. Two is here.", ours: "One was here. Two is here.",
      theirs: "One is here. Two was here.", merged: "One was here. Two was here."),
    DocumentMergeCase(
      rule: "other writing", base: "一在这里。二在这里。\n", ours: "三在这里。二在这里。\n", theirs: "一在这里。四在这里。\n",
      merged: "三在这里。四在这里。\n"),
    DocumentMergeCase(
      rule: "no sentences in code files", base: paragraph, ours: "One was here. Two is here. Three is here.\n",
      theirs: "One is here. Two is here. Three was here.\n", path: "a.py"),
    DocumentMergeCase(
      rule: "markers of a conflict are plain text",
      base: "<<<<<<< a\nOne is here. Two is here.\n=======\nTwo\n>>>>>>> b\n",
      ours: "<<<<<<< a\nOne was here. Two is here.\n=======\nTwo\n>>>>>>> b\n",
      theirs: "<<<<<<< a\nOne is here. Two was here.\n=======\nTwo\n>>>>>>> b\n", fallbacks: [.markersByLines]),
    DocumentMergeCase(
      rule: "AsciiDoc blocks stay whole", base: "----\nA. B is here.\nC. D is here.\n----\n",
      ours: "----\nX. B is here.\nC. D is here.\n----\n", theirs: "----\nA. B is here.\nY. D is here.\n----\n",
      path: "a.adoc"),
  ]

  @Test(arguments: cases)
  private func `prose merges by sentences`(_ item: DocumentMergeCase) { item.check() }

  @Test func `an overlap keeps one side's sentence and both sides' others`() {
    let result = DocumentMerge.merge(
      base: Array(Self.paragraph.utf8), ours: Array("One was here. Two is here. Three was here.\n".utf8),
      theirs: Array("One is there. Two is there. Three is here.\n".utf8), path: "a.md", driver: .text,
      judge: MergeJudge(.theirs))
    #expect(
      result.text
        == .overlapping(
          kept: Array("One is there. Two is there. Three was here.\n".utf8),
          regions: [ConflictRegion(base: 0..<1, ours: 0..<1, theirs: 0..<1, kept: 0..<1)]))
  }

  @Test func `the judge is asked for the bytes of each sentence`() {
    var asked: [(String, String)] = []
    let ours = "Zero. One was here. Two is here. Three was here.\n"
    let theirs = "One is there. Two is here. Three is there.\n"
    let result = DocumentMerge.merge(
      base: Array(Self.paragraph.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), path: "a.md", driver: .text,
      judge: MergeJudge { our, their in
        asked.append(
          (
            String(decoding: Array(ours.utf8)[our], as: UTF8.self),
            String(decoding: Array(theirs.utf8)[their], as: UTF8.self)
          ))
        return asked.count == 1 ? .ours : .theirs
      })
    #expect(asked.map(\.0) == ["Zero. One was here. ", "Three was here.\n"])
    #expect(asked.map(\.1) == ["One is there. ", "Three is there.\n"])
    #expect(
      String(decoding: result.text.bytes, as: UTF8.self) == "Zero. One was here. Two is here. Three is there.\n")
  }
}
