import WorkspaceAPI
import Commands
import Testing

@Suite struct PersonalIdentityTests {
  @Test func `git's configuration comes before the login, its last word counts`() {
    let identity = PersonalIdentity.identity(
      configuration:
        "file:/h/.gitconfig\0user.name\nAnn\0file:/h/.gitconfig\0user.email\nann@example.org\0file:.git/config\0"
        + "user.name\nAnn B.\0", login: "ann", fullName: "A,,,",
      host: "desk.example.org")
    #expect(identity == WorkspaceIdentity(name: "Ann B.", email: "ann@example.org", machine: "desk"))
  }

  @Test func `without a configuration the login stands`() {
    let named = PersonalIdentity.identity(configuration: "", login: "ann", fullName: "Ann B.,room 1", host: "desk")
    #expect(named == WorkspaceIdentity(name: "Ann B.", email: "ann@desk", machine: "desk", isGuessed: true))
    let bare = PersonalIdentity.identity(configuration: "", login: "ann", fullName: "", host: "")
    #expect(bare == WorkspaceIdentity(name: "ann", email: "ann@machine", machine: "machine", isGuessed: true))
  }

  @Test func `the files of a configuration are those that git read and those that it would read`() {
    let files = PersonalIdentity.files(
      configuration: "file:/h/more\0user.name\nfile:/no\0command line:\0a.b\nc\0file:.git/config\0core.bare\nfalse\0",
      directory: "/n", environment: ["HOME": "/h"])
    #expect(files == ["/etc/gitconfig", "/h/.config/git/config", "/h/.gitconfig", "/h/more", "/n/.git/config"])
    let named = PersonalIdentity.files(
      configuration: "", directory: nil, environment: ["GIT_CONFIG_GLOBAL": "/g", "GIT_CONFIG_SYSTEM": "/s"])
    #expect(named == ["/g", "/s"])
  }

  @Test(arguments: [("desk", "desk"), ("a b\nc", "a-b-c"), ("é1.x", "-1"), ("", "machine")])
  func `a machine's name has no character that could forge a line`(host: String, name: String) {
    #expect(PersonalIdentity.machineName(host) == name)
  }
}
