import Testing

@testable import GitProcess

@Suite struct RemoteAddressTests {
  @Test(arguments: [
    ("/srv/notes.git", RemoteAddress.path("/srv/notes.git")),
    ("~/notes.git", .path("/home/ada/notes.git")),
    ("file:///srv/notes.git", .file("/srv/notes.git")),
    ("host:notes.git", .ssh(SSHAddress(user: nil, host: "host", port: nil, path: "notes.git"))),
    ("ada@host:/srv/n", .ssh(SSHAddress(user: "ada", host: "host", port: nil, path: "/srv/n"))),
    ("ada@[::1]:~/n", .ssh(SSHAddress(user: "ada", host: "::1", port: nil, path: "~/n"))),
    ("ssh://ada@host:2222/srv/n", .ssh(SSHAddress(user: "ada", host: "host", port: 2222, path: "/srv/n"))),
    ("ssh://host/~ada/n", .ssh(SSHAddress(user: nil, host: "host", port: nil, path: "~ada/n"))),
    ("SSH://[fe80::1]:22/n", .ssh(SSHAddress(user: nil, host: "fe80::1", port: 22, path: "/n"))),
    ("git+ssh://host/n", .ssh(SSHAddress(user: nil, host: "host", port: nil, path: "/n"))),
    (
      "https://ada:pa@ss@host:8443/n.git",
      .web(WebAddress(scheme: "https", user: "ada", host: "host", port: 8443, path: "/n.git"))
    ),
    ("http://host/n", .web(WebAddress(scheme: "http", user: nil, host: "host", port: nil, path: "/n"))),
    // A slash before the colon makes it a path for git, too.
    ("/srv/a:b", .path("/srv/a:b")),
  ])
  func `an address is read as git reads it`(text: String, expected: RemoteAddress) throws {
    #expect(try RemoteAddress(text, home: "/home/ada") == expected)
  }

  @Test(arguments: [
    ("", RemoteAddressError.empty),
    ("notes.git", .relative("notes.git")),
    ("../notes.git", .relative("../notes.git")),
    ("./a:b", .relative("./a:b")),
    ("file://host/x", .relative("file://host/x")),
    ("git://host/x", .scheme("git")),
    ("ext::sh -c id", .scheme("ext::")),
    ("-oProxyCommand=id:x", .malformed("-oProxyCommand=id:x")),
    ("ssh://-oProxyCommand=id/x", .malformed("ssh://-oProxyCommand=id/x")),
    ("ssh://host:0/x", .malformed("ssh://host:0/x")),
    ("ssh://host", .malformed("ssh://host")),
    ("ssh://-x:secret@host:9999999/x", .malformed("the address")),
    ("~ada/notes.git", .home("~ada/notes.git")),
    ("host:", .malformed("host:")),
    ("/srv/a\nb", .malformed("/srv/ab")),
  ])
  func `what is no address is refused with its reason`(text: String, expected: RemoteAddressError) {
    #expect(throws: expected) { try RemoteAddress(text, home: "/home/ada") }
  }

  @Test(arguments: [
    ("https://ada:secret@host/n", "https://ada@host/n"),
    ("ssh://ada:secret@host:22/n", "ssh://ada@host:22/n"),
    ("ada@host:n", "ada@host:n"),
    ("file:///n", "file:///n"),
  ])
  func `no password is shown`(text: String, shown: String) throws {
    #expect(try RemoteAddress(text).display == shown)
  }

  @Test(arguments: [
    ("git@github.com:a/b", true), ("https://gitlab.com/a/b", true), ("https://notgithub.com/a", false),
    ("/srv/github.com", false),
  ])
  func `known public hosts are recognised`(text: String, isPublic: Bool) throws {
    #expect(try RemoteAddress(text).isPublicHost == isPublic)
  }
}
