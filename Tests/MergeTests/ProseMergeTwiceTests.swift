import Merge
import Testing

/// Places where two clean-looking changes would leave a text twice, or without the section it belongs to.
struct ProseMergeTwiceTests {
  private static let items = "* a\n* b\n\n\n"
  private static let section = "### D\n\n* d one\n* d two\n\n\n"
  private static let last = "### F\n\n* f\n"

  private static let twice: [DocumentMergeCase] = [
    DocumentMergeCase(
      rule: "both put in one section, one of them behind a line that it replaced too", base: items + last,
      ours: items + section + last, theirs: "* a\n* B\n\n\n" + section + last),
    DocumentMergeCase(
      rule: "both put in one section, one of them between two lines that it replaced too",
      base: "One is.\n\n## Languages to date\n\n- c\n",
      ours: "One was.\n\n## Why\n\n- fast\n- small\n\n\n## Languages up to date\n\n- c\n",
      theirs: "One is.\n\n\n## Why\n\n- fast\n- small\n\n\n## Languages to date\n\n- c\n"),
    DocumentMergeCase(
      rule: "what both put in stands on either side of blank lines", base: "- a\n\n\n## F\n",
      ours: "- a\n- both of us\n\n\n## F\n", theirs: "- a\n\n\n- both of us\n- and more\n## F\n",
      merged: "- a\n\n\n- both of us\n- and more\n## F\n"),
    DocumentMergeCase(
      rule: "one puts an item in, the other glues it to the next one", base: "* Gull (birds of the sea)\n",
      ours: "* Fulmar (far off shore)\n* Gull (birds of the sea)\n",
      theirs: "* Fulmar (far off shore)* Gull (birds of the sea)\n"),
  ]

  private static let apart: [DocumentMergeCase] = [
    DocumentMergeCase(
      rule: "different items on either side of blank lines", base: "- a\n\n\n## F\n", ours: "- a\n- mine\n\n\n## F\n",
      theirs: "- a\n\n\n- yours\n## F\n", merged: "- a\n- mine\n\n\n- yours\n## F\n"),
    DocumentMergeCase(
      rule: "an item beside one that is corrected", base: "* Gull at http://gulls.org\n",
      ours: "* Fulmar at http://gulls.org/fulmar\n* Gull at http://gulls.org\n",
      theirs: "* Gull at https://gulls.org\n",
      merged: "* Fulmar at http://gulls.org/fulmar\n* Gull at https://gulls.org\n"),
    DocumentMergeCase(
      rule: "a replaced line with a paragraph behind it, and the next heading", base: "One is.\n\n## T\n",
      ours: "One was.\n\nTwo is.\n\n## T\n", theirs: "One is.\n\n## U\n", merged: "One was.\n\nTwo is.\n\n## U\n"),
  ]

  private static let sections: [DocumentMergeCase] = [
    DocumentMergeCase(
      rule: "a note is added at the end of a section that goes", base: "# T\n\n## S\n\nThe section.\n\n[x]: y\n",
      ours: "# T\n\n[x]: y\n", theirs: "# T\n\n## S\n\nThe section.\n\n> A note on S.\n\n[x]: y\n"),
    DocumentMergeCase(
      rule: "a section is added behind one that goes", base: "# T\n\n## S\n\nThe section.\n\n[x]: y\n",
      ours: "# T\n\n[x]: y\n", theirs: "# T\n\n## S\n\nThe section.\n\n## U\n\nAnother.\n\n[x]: y\n",
      merged: "# T\n\n## U\n\nAnother.\n\n[x]: y\n"),
    DocumentMergeCase(
      rule: "a paragraph is added before a section that goes", base: "# T\n\nOne.\n\n## S\n\nThe section.\n\n## U\n",
      ours: "# T\n\nOne.\n\n## U\n", theirs: "# T\n\nOne.\n\nTwo.\n\n## S\n\nThe section.\n\n## U\n",
      merged: "# T\n\nOne.\n\nTwo.\n\n## U\n"),
    DocumentMergeCase(
      rule: "a paragraph is added behind one that goes without its heading",
      base: "# T\n\nOne.\n\nThe second.\n\n[x]: y\n", ours: "# T\n\nOne.\n\n[x]: y\n",
      theirs: "# T\n\nOne.\n\nThe second.\n\n> A note.\n\n[x]: y\n", merged: "# T\n\nOne.\n\n> A note.\n\n[x]: y\n"),
  ]

  @Test(arguments: twice)
  private func `what both put in never stands twice`(_ item: DocumentMergeCase) { item.check() }

  @Test(arguments: apart)
  private func `what lies apart stays clean`(_ item: DocumentMergeCase) { item.check() }

  @Test(arguments: sections)
  private func `what belongs to a section does not stand without it`(_ item: DocumentMergeCase) { item.check() }

  @Test func `of two changes in one place neither is the first to meet one above them`() {
    let (base, ours, theirs) = ("- a\n\n- b\n", "- a\n\n- z\n", "- a\n- z\n\n- c\n")
    func merge(_ one: String, _ two: String, _ side: MergeSide) -> MergedText {
      DocumentMerge.merge(
        base: Array(base.utf8), ours: Array(one.utf8), theirs: Array(two.utf8), path: "a.md", driver: .text,
        judge: MergeJudge(side)
      ).text
    }
    #expect(merge(ours, theirs, .ours).bytes == Array(ours.utf8))
    #expect(merge(theirs, ours, .theirs).bytes == Array(ours.utf8))
  }
}
