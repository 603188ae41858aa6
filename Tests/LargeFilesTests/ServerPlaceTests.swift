import LargeFiles
import Testing

@Suite struct `Where an object server is` {
  @Test(arguments: [
    ("https://example.com/a/b", "https://example.com/a/b.git/info/lfs"),
    ("https://example.com/a/b.git", "https://example.com/a/b.git/info/lfs"),
    ("https://example.com/a/b/", "https://example.com/a/b.git/info/lfs"),
  ])
  func `follows from the repository's address`(repository: String, server: String) {
    #expect(ServerPlace.address(ofRepository: repository) == server)
  }

  @Test(arguments: [
    ("https://lfs.example.org/a/info/lfs", "lfs.example.org"), ("http://ann:pw@127.0.0.1:80/x", "127.0.0.1:80"),
    ("https://hub", "hub"), ("hub/x", nil), ("/srv/x", nil),
  ])
  func `has a host by which people know it`(address: String, host: String?) {
    #expect(ServerPlace(address: address).host == host)
  }

  @Test func `is what git-lfs-authenticate says, with its fields`() throws {
    let output = #"{"href":"https://lfs.example.com/x","header":{"Authorization":"Bearer abc"},"expires_in":86400}"#
    let place = try ServerPlace(authentication: Array(output.utf8), fallback: "https://example.com/")
    #expect(place == ServerPlace(address: "https://lfs.example.com/x", fields: ["Authorization": "Bearer abc"]))
    #expect(try ServerPlace(authentication: Array("{}".utf8), fallback: "https://e/").address == "https://e/")
    #expect(throws: TransferFault.self) { try ServerPlace(authentication: Array("Welcome!".utf8), fallback: "") }
    #expect(
      ServerPlace.authentication(path: "/srv/a.git", .upload) == ["git-lfs-authenticate", "/srv/a.git", "upload"])
  }

  @Test(arguments: [
    ("", "", "Basic Og=="), ("a", "b", "Basic YTpi"), ("whale", "sésame", "Basic d2hhbGU6c8Opc2FtZQ=="),
  ])
  func `is told a name and a password as RFC 7617 has it`(user: String, password: String, field: String) {
    #expect(Credential(origin: [:], user: user, password: password).field == field)
  }

  @Test func `git credential's lines are read and written, and none is forged`() throws {
    let origin = ["protocol": "https", "host": "example.com"]
    #expect(Credential.question(origin) == "host=example.com\nprotocol=https\n\n")
    #expect(Credential.question(["host": "a\nhost=b"]) == nil)
    let text = "protocol=https\nhost=example.com\nusername=whale\npassword=a=b\n"
    let filled = try #require(Credential(filled: text, origin: origin))
    #expect(filled.user == "whale" && filled.password == "a=b")
    #expect(Credential(filled: "username=whale\n", origin: origin) == nil)
  }
}
