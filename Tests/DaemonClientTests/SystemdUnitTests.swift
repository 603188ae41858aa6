import Testing

@testable import DaemonClient

@Suite struct SystemdUnitTests {
  @Test(arguments: [
    ("/home/ann/Stet", "stet-home-ann-Stet.service"),
    ("/home/ann/My Docs", #"stet-home-ann-My\x20Docs.service"#),
    ("/home/ann-Stet", #"stet-home-ann\x2dStet.service"#),
    ("/é%", #"stet-\xc3\xa9\x25.service"#),
  ])
  func `a folder's unit is named by its escaped path`(directory: String, name: String) {
    #expect(SystemdUnit.name(directory: directory) == name)
  }

  @Test func `a path too long for a unit's name gives one that fits and still differs`() {
    let long = "/" + String(repeating: "long/", count: 100)
    let first = SystemdUnit.name(directory: long + "a")
    let second = SystemdUnit.name(directory: long + "b")
    #expect(first.utf8.count <= 255)
    #expect(first != second)
    #expect(first == SystemdUnit.name(directory: long + "a"))
    // An installed unit keeps its name.
    #expect(first.hasSuffix("-189a6a4f9bfa5711.service"))
  }

  @Test func `nothing in a path is read by systemd as its own syntax`() {
    let text = SystemdUnit.text(binary: "/opt/st et", directory: "/a \"b\" $HOME %h \\n\nExecStart=/bin/false")
    #expect(
      text.contains(
        #"ExecStart="/opt/st et" -C "/a \x22b\x22 $$HOME %%h \x5cn\x0aExecStart=/bin/false" start --foreground"#))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("ExecStart=") } == 1)
  }

  @Test func `a folder that is mounted long after the login is still recorded`() throws {
    let sections = SystemdUnit.text(binary: "/opt/stet", directory: "/mnt/a").split(separator: "\n\n")
    let unit = try #require(sections.first { $0.hasPrefix("[Unit]\n") }).split(separator: "\n")
    let service = try #require(sections.first { $0.hasPrefix("[Service]\n") }).split(separator: "\n")
    // The default limit of five starts would end the restarts within seconds.
    #expect(unit.contains("StartLimitIntervalSec=0"))
    #expect(service.contains("Restart=on-failure") && service.contains("RestartSec=5"))
  }
}
