import Commands
import Testing
import WorkspaceEngine

@Suite struct PersonalIdentityTests {
  @Test func `git's configuration comes before the login, its last word counts`() {
    let identity = PersonalIdentity.identity(
      configuration: "user.name\nAnn\0user.email\nann@example.org\0user.name\nAnn B.\0", login: "ann", fullName: "A,,,",
      host: "desk.example.org")
    #expect(identity == WorkspaceIdentity(name: "Ann B.", email: "ann@example.org", machine: "desk"))
  }

  @Test func `without a configuration the login stands`() {
    let named = PersonalIdentity.identity(configuration: "", login: "ann", fullName: "Ann B.,room 1", host: "desk")
    #expect(named == WorkspaceIdentity(name: "Ann B.", email: "ann@desk", machine: "desk"))
    let bare = PersonalIdentity.identity(configuration: "", login: "ann", fullName: "", host: "")
    #expect(bare == WorkspaceIdentity(name: "ann", email: "ann@machine", machine: "machine"))
  }

  @Test(arguments: [("desk", "desk"), ("a b\nc", "a-b-c"), ("é1.x", "-1"), ("", "machine")])
  func `a machine's name has no character that could forge a line`(host: String, name: String) {
    #expect(PersonalIdentity.machineName(host) == name)
  }
}
