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
  }

  @Test func `nothing in a path is read by systemd as its own syntax`() {
    let text = SystemdUnit.text(binary: "/opt/st et", directory: "/a \"b\" $HOME %h \\n\nExecStart=/bin/false")
    #expect(
      text.contains(
        #"ExecStart="/opt/st et" -C "/a \x22b\x22 $$HOME %%h \x5cn\x0aExecStart=/bin/false" start --foreground"#))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("ExecStart=") } == 1)
  }
}
