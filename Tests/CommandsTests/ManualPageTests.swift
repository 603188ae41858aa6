import ArgumentParser
import Testing

@testable import Commands

/// The pages of the manual.
@Suite struct ManualPageTests {
  private static let pages = ManualPage.all

  @Test func `the program and each visible command have a page`() {
    let visible = StetCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
      .compactMap { $0.configuration.commandName }
    #expect(Self.pages.map(\.name) == ["stet"] + visible.map { "stet-\($0)" })
  }

  @Test(arguments: pages)
  func `a page has the texts of the help`(page: ManualPage) throws {
    #expect(page.text.hasPrefix(".TH \"\(page.name.uppercased().replacing("-", with: "\\-"))\" 1"))
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"] {
      #expect(page.text.contains("\n.SH \"\(section)\"\n"), "\(section)")
    }
    let type = StetCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
      .first { "stet-\($0.configuration.commandName ?? "")" == page.name }
    for line in (type ?? StetCommand.self).configuration.discussion.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      guard words.contains(where: \.isLowercase) else { continue }
      #expect(page.text.contains(Roff.plain(String(words))), "\(line)")
    }
  }

  @Test(arguments: [
    ("a-b", "a\\-b"), (".x", "\\&.x"), ("'x", "\\(aqx"), ("a\\n", "a\\en"), ("`~^`", "\\(ga\\(ti\\(ha\\(ga"),
    ("", ""), ("Ä é 京", "Ä é 京"),
  ])
  func `no text has a meaning for the formatter`(text: String, escaped: String) {
    #expect(Roff.plain(text) == escaped)
  }

  @Test func `paragraphs are filled, examples and headings are kept`() {
    var roff = Roff()
    roff.discussion("One\ntwo.\n\nThree.\n\nEXAMPLES\n  stet a\n  .b\n\nLAST PART\nfour\n")
    #expect(
      roff.text == """
        .PP
        One
        two.
        .PP
        Three.
        .SH "EXAMPLES"
        .PP
        .RS 4
        .nf
        stet a
        \\&.b

        .fi
        .RE
        .SH "LAST PART"
        four

        """)
  }
}
