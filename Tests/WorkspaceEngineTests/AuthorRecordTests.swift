import GitObjects
import Documents
import FoundationEssentials
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

struct AuthorRecordTests {
  @Test(
    arguments: [
      (.user, #"{"kind":"user","name":"Ada","session":null}"#),
      (.agent(name: "Claude Code", session: nil), #"{"kind":"agent","name":"Claude Code","session":null}"#),
      (.unsure(during: "s1"), #"{"kind":"unsure","name":"Ada","session":"s1"}"#),
      (.sync, #"{"kind":"sync","name":"Stet","session":null}"#),
    ] as [(Author, String)])
  func `an author's record has all three keys`(author: Author, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let record = AuthorRecord(author, personName: "Ada")
    #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(AuthorRecord.self, from: Data(json.utf8)) == record)
  }
}
