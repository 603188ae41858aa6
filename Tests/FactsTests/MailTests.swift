import Payloads
import TestSupport
import Testing

@testable import Facts

/// Maildirs, written by Python's `mailbox` and by Debian's `procmail`.
@Suite struct MailTests {
  private static let script =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Servers/deliver.py"

  private func box() throws -> FactsLab {
    let lab = try FactsLab(
      FactsLab.source("mail", "box", "access = \"allow\"\naddresses = [\"Ada@example.org\"]"))
    try Program.run(["/usr/bin/python3", Self.script, lab.folder.file("box")]).mustSucceed()
    return lab
  }

  private func list(_ reading: SourceReading) throws -> MailList {
    guard case .mail(let list)? = reading.outcome.value else { throw Unexpected(text: "\(reading.outcome)") }
    return list
  }

  private struct Unexpected: Error {
    var text: String
  }

  @Test func `messages of the days have decoded words, flags and the beginning of their text`() async throws {
    let lab = try box()
    let days = DaySpan(from: FactsLab.day.adding(-2), count: 3)
    let list = try list(await lab.facts.read(.mail(MailQuery(days: days, limit: 10))))
    #expect(list.total == 4 && list.messages.map(\.subject).last == "html", "\(list.messages.map(\.subject))")
    let first = list.messages[0]
    #expect(first.from == "Bjørn Ödegård" && first.address == "bjorn@example.org" && first.id == "<1@example.org>")
    #expect(first.subject == "Frühstück im Café – " + String(repeating: "sehr ", count: 20) + "gut")
    #expect(first.isUnread && first.isToMe && !first.isBulk && first.text == "Grüße, wie geht es?")
    #expect(first.date.text == "2026-11-27T08:30:00+01:00")
    let bulk = list.messages[1]
    #expect(bulk.from == "List, The" && bulk.subject == "café noir" && bulk.text == "café")
    #expect(!bulk.isUnread && bulk.isBulk && !bulk.isToMe)
    let answered = list.messages[2]
    #expect(answered.isFlagged && answered.isAnswered && answered.text == "Hi & bye")
    #expect(list.messages[3].text == "only html" && list.messages[3].isToMe && list.messages[3].isUnread)
  }

  @Test func `the number is limited, and the whole text comes on demand`() async throws {
    let lab = try box()
    let query = MailQuery(days: DaySpan(from: FactsLab.day), limit: 1, withText: true)
    let list = try list(await lab.facts.read(.mail(query)))
    #expect(list.total == 3 && list.messages.map(\.text) == ["Grüße,\nwie geht es?"])
  }

  @Test func `a message that a delivery program delivered is read`() async throws {
    let lab = try FactsLab(FactsLab.source("mail", "box", "access = \"allow\""))
    let message = """
      From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>\nTo: ada@example.org\nSubject: Tea\n\
      Date: Fri, 27 Nov 2026 08:30:00 +0100\n\nAt four?\n
      """
    try lab.folder.write("message", message)
    // The time of the file decides about the days that are read.
    try Program.shell(
      "cd \(lab.folder.path) && procmail DEFAULT=$PWD/box/ /dev/null <message && touch -d @1795766400 box/new/*"
    ).mustSucceed()
    let query = MailQuery(days: DaySpan(from: FactsLab.day), limit: 5)
    let list = try list(await lab.facts.read(.mail(query)))
    let found = try #require(list.messages.first)
    #expect(list.total == 1 && found.from == "Jörg" && found.subject == "Tea" && found.isUnread)
    #expect(found.text == "At four?" && found.date.text == "2026-11-27T08:30:00+01:00")
  }

  @Test func `a folder that is no Maildir is a line`() async throws {
    let lab = try FactsLab(FactsLab.source("mail", "box"))
    let query = FactQuery.mail(MailQuery(days: DaySpan(from: FactsLab.day), limit: 1))
    #expect(await lab.facts.read(query).outcome.line?.contains("there is no such folder") == true)
    try Program.shell("mkdir \(lab.folder.path)/box").mustSucceed()
    #expect(await lab.facts.read(query).outcome.line?.contains("it is no Maildir") == true)
  }

  @Test(arguments: [
    ("=?utf-8?q?=C3=A9?= =?utf-8?q?t=C3=A9?=", "été"), ("=?UTF-8?B?w6k=?=!", "é!"), ("a =?x?y?z?= b", "a =?x?y?z?= b"),
    ("=?utf-8?b?4oI=?= =?utf-8?b?rA==?=", "€"), ("=?windows-1252?Q?=80?=", "€"), ("=?windows-1258?Q?Hanoi?=", "Hanoi"),
    ("=?utf-8*en?Q?a_b?=", "a b"),
    ("=?", "=?"), ("=?utf-8?Q?", "=?utf-8?Q?"), ("=?no-such?Q?a?=", "a"), ("a\tb", "a b"),
    ("=?shift_jis?B?k/qWew==?=", "日本"),
  ])
  func `encoded words are decoded`(_ text: String, _ expected: String) {
    #expect(EncodedWords.decode(text) == expected)
  }

  @Test(
    arguments: [
      ("Fri, 27 Nov 2026 09:15:04 +0100", 1_795_767_304), ("27 Nov 2026 08:15:04 GMT (UTC)", 1_795_767_304),
      ("27 nov 26 08:15 -0000", 1_795_767_300), ("yesterday", nil), ("", nil), ("32 Nov 2026 08:15 GMT", nil),
    ] as [(String, Int64?)])
  func `dates of headers are read`(_ text: String, _ expected: Int64?) {
    #expect(MailDate.seconds(text) == expected)
  }

  @Test func `addresses have quotes, comments and groups`() {
    let parsed = MailAddresses.parse(
      "\"P, Ada\" <ada@x.org>, bob@x.org (Bob), Team: cy@x.org, =?utf-8?q?D=C3=A9?= <d@x.org>;")
    #expect(parsed.map(\.name) == ["P, Ada", "", "", "Dé"])
    #expect(parsed.map(\.address) == ["ada@x.org", "bob@x.org", "cy@x.org", "d@x.org"])
  }

  @Test(arguments: Seeds.blocks(plain: 400, long: 40_000))
  func `random bytes in a message end no program`(_ seeds: Range<UInt64>) {
    let sample = Array(
      """
      From: =?utf-8?q?=C3=A9?= <a@b>\r
      Content-Type: multipart/mixed; boundary="x"\r
      \r
      --x\r
      Content-Type: text/plain; charset="utf-8"\r
      Content-Transfer-Encoding: quoted-printable\r
      \r
      caf=C3=A9=\r
      --x\r
      Content-Type: text/html\r
      Content-Transfer-Encoding: base64\r
      \r
      PGI+aGk8L2I+\r
      --x--\r

      """.utf8)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var bytes = sample
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = .random(in: 0...255, using: &random)
        } else {
          bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
        }
      }
      let header = MailHeader(bytes[...])
      _ = MailBody.text(bytes[...], header)
      _ = MailAddresses.parse(header["from"] ?? "")
    }
    #expect(MailBody.text(sample[...], MailHeader(sample[...])).hasPrefix("café"))
  }

  private static func words(_ html: String) -> String {
    let bytes = Array("Content-Type: text/html; charset=utf-8\r\n\r\n\(html)".utf8)
    return MailBody.text(bytes[...], MailHeader(bytes[...])).split(separator: " ").joined(separator: " ")
  }

  @Test func `the end of a style is found in capitals or not, in one pass`() {
    #expect(Self.words("a<style>p {}</STYLE>b<SCRIPT>x</b></Script >c") == "a b c")
    let start = ContinuousClock.now
    #expect(Self.words(String(repeating: "<style></STYLE>", count: 4_000) + "end") == "end")
    #expect(Self.words("a" + String(repeating: "<style>", count: 9_000)) == "a")
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `64 kB of HTML are read, up to a whole letter`() {
    #expect(Self.words(String(repeating: "é", count: 40_000)) == String(repeating: "é", count: 32_768))
    #expect(Self.words("a" + String(repeating: "é", count: 40_000)) == "a" + String(repeating: "é", count: 32_767))
    #expect(Self.words(String(repeating: "a", count: 65_536)) == String(repeating: "a", count: 65_536))
  }
}
