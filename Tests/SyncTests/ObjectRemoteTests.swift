import LargeFiles
import TestSupport
import Testing

@testable import GitProcess

@Suite struct `Where a remote's objects are` {
  private let folder: TemporaryFolder
  private let setting: GitSetting

  init() async throws {
    folder = TemporaryFolder()
    try await folder.run("git", "init", "-q", "\(folder.path)/a")
    setting = TransportConformanceTests.setting(folder, "a")
  }

  private func objects(_ address: String) async throws -> Result<ObjectRemote, TransferFault> {
    await setting.objects(of: try RemoteAddress(address), .download)
  }

  @Test(arguments: [
    ("https://example.org/sea/whales", "https://example.org/sea/whales.git/info/lfs"),
    ("https://ada@example.org:8443/whales.git", "https://example.org:8443/whales.git/info/lfs"),
  ])
  func `follows from a web address`(address: String, server: String) async throws {
    #expect(try await objects(address) == .success(.server(ServerPlace(address: server))))
  }

  @Test func `is the repository's own folder where the remote is one here`() async throws {
    try await folder.run("git", "init", "-q", "--bare", "\(folder.path)/b.git")
    let place = ObjectRemote.folder(ObjectFolder(path: "\(folder.path)/b.git/lfs"))
    #expect(try await objects("\(folder.path)/b.git") == .success(place))
    #expect(try await objects("file://\(folder.path)/b.git") == .success(place))
    guard case .failure(.offline) = try await objects("\(folder.path)/none.git") else {
      Issue.record("a folder that is none was taken")
      return
    }
  }

  @Test func `is what the configuration says, the remote's own line first`() async throws {
    let repository = "\(folder.path)/a"
    try await folder.run("git", "-C", repository, "config", "lfs.url", "https://lfs.example.org/x/")
    let first = ObjectRemote.server(ServerPlace(address: "https://lfs.example.org/x"))
    #expect(try await objects("https://example.org/a") == .success(first))
    try await folder.run("git", "-C", repository, "config", "remote.origin.lfsurl", "https://own.example.org/y")
    let second = ObjectRemote.server(ServerPlace(address: "https://own.example.org/y"))
    #expect(try await objects("https://example.org/a") == .success(second))
  }

  @Test func `is what the folder's .lfsconfig says, unless git's own configuration does`() async throws {
    try folder.write("[lfs]\n\turl = https://lfs.example.org/shared\n", to: "a/.lfsconfig")
    let shared = ObjectRemote.server(ServerPlace(address: "https://lfs.example.org/shared"))
    #expect(try await objects("https://example.org/a") == .success(shared))
    try await folder.run("git", "-C", "\(folder.path)/a", "config", "lfs.url", "https://own.example.org/y")
    let own = ObjectRemote.server(ServerPlace(address: "https://own.example.org/y"))
    #expect(try await objects("https://example.org/a") == .success(own))
  }

  @Test(arguments: [".git/config", ".lfsconfig"])
  func `is not known while a configuration cannot be read`(file: String) async throws {
    try folder.write("[lfs\n", to: "a/" + file)
    guard case .failure(.offline) = try await objects("https://example.org/a") else {
      Issue.record("a place, although the configuration may name another one")
      return
    }
    if file == ".lfsconfig" {
      guard case .unreadable = try await setting.configuredServer() else {
        Issue.record("the folder's file prevents more than the transfer of objects")
        return
      }
    } else {
      await #expect(throws: TransportError.self) { try await setting.configuredServer() }
    }
  }

  @Test(.enabled(if: SSHServer.isInstalled))
  func `is what git-lfs-authenticate says behind ssh`() async throws {
    let script = TemporaryFolder()
    try script.write(
      """
      #!/bin/sh
      printf '{"href":"https://lfs.example.org/z","header":{"X-Asked":"%s"}}' "$SSH_ORIGINAL_COMMAND"
      """, to: "answer", isProgram: true)
    let server = try await SSHServer(forced: "\(script.path)/answer")
    let behind = TransportConformanceTests.setting(folder, "a", environment: ["GIT_SSH_COMMAND": server.command])
    let address = try RemoteAddress("ssh://\(server.user)@127.0.0.1:\(server.port)/srv/a hub.git")
    let place = ServerPlace(
      address: "https://lfs.example.org/z", fields: ["X-Asked": "git-lfs-authenticate '/srv/a hub.git' upload"])
    #expect(await behind.objects(of: address, .upload) == .success(.server(place)))
    await server.stop(behind)
  }

  @Test(.enabled(if: SSHServer.isInstalled))
  func `is said to be missing where ssh has no object server`() async throws {
    let server = try await SSHServer(forced: "exit 127")
    let behind = TransportConformanceTests.setting(folder, "a", environment: ["GIT_SSH_COMMAND": server.command])
    let address = try RemoteAddress("ssh://\(server.user)@127.0.0.1:\(server.port)/srv/hub.git")
    guard case .failure(.refused(code: 501, _)) = await behind.objects(of: address, .upload) else {
      Issue.record("an object server where there is none")
      return
    }
    await server.stop(behind)
  }

  @Test func `names and passwords come from git's helpers, which are told what became of them`() async throws {
    try folder.write(
      """
      #!/bin/sh
      { echo "$1"; cat; } >> \(folder.path)/told
      [ "$1" = get ] && printf 'username=ada\\npassword=p=q r\\n'
      exit 0
      """, to: "helper", isProgram: true)
    let repository = "\(folder.path)/a"
    try await folder.run("git", "-C", repository, "config", "credential.helper", "\(folder.path)/helper")
    let origin = ["protocol": "https", "host": "example.org:8443"]
    let source = setting.credentials
    let known = try #require(await source.fill(origin))
    #expect(known == Credential(origin: origin, user: "ada", password: "p=q r"))
    await source.approve(known)
    await source.reject(known)
    let told = try #require(folder.text("told"))
    #expect(told.contains("get\n") && told.contains("store\n") && told.contains("erase\n"), "\(told)")
    #expect(told.contains("host=example.org:8443\n") && told.contains("password=p=q r\n"), "\(told)")
  }

  @Test func `nobody is asked where no helper knows`() async throws {
    #expect(await setting.credentials.fill(["protocol": "https", "host": "example.org"]) == nil)
  }
}
