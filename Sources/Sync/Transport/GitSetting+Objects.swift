package import LargeFiles

extension GitSetting {
  /// Where the remote's objects are, as git-lfs finds it: what `remote.<name>.lfsurl` or `lfs.url` says, else by the
  /// remote's own address; a server behind ssh is asked (`git-lfs-authenticate`).
  ///
  /// What ssh answers holds for one direction and runs out: it is asked for again after a sign-in is refused.
  ///
  /// - Returns: `.unreadable` where the server says something else, `.refused` where it has no object server, `.offline`
  ///   where it cannot be reached.
  package func objects(
    of address: RemoteAddress, _ direction: TransferDirection
  ) async -> Result<ObjectRemote, TransferFault> {
    var address = address
    if let own = await configuredServer() {
      guard let configured = try? RemoteAddress(own) else {
        return .failure(.unreadable("lfs.url says \(own), which is no address"))
      }
      if case .web = configured { return .success(.server(ServerPlace(address: Self.trimmed(own)))) }
      address = configured
    }
    switch address {
    case .path(let path), .file(let path):
      guard let folder = ObjectFolder.ofRepository(path) else {
        return .failure(.offline("\(path) is no git repository, or is not mounted"))
      }
      return .success(.folder(folder))
    case .web(let web):
      // The account in the address is for git's helpers, which know the host without it.
      var plain = web
      plain.user = nil
      return .success(.server(ServerPlace(address: ServerPlace.address(ofRepository: plain.display))))
    case .ssh(let server): return await authenticate(server, direction).map { .server($0) }
    }
  }

  /// The object server that the configuration names; nil where the remote's own address tells.
  package func configuredServer() async -> String? {
    for key in ["remote.\(remote).lfsurl", "lfs.url"] {
      let result = try? await child(["config", "--get", key], withoutIndex: true).run(deadline: deadline)
      if let result, result.status == 0, let line = result.output.split(separator: "\n").first { return String(line) }
    }
    return nil
  }

  private static func trimmed(_ address: String) -> String {
    var text = address[...]
    while text.utf8.last == UInt8(ascii: "/") { text = text.dropLast() }
    return String(text)
  }

  private func authenticate(
    _ address: SSHAddress, _ direction: TransferDirection
  ) async -> Result<ServerPlace, TransferFault> {
    var child = child([])
    let command = child.environment["GIT_SSH_COMMAND"] ?? "ssh"
    let port = address.port.map { ["-p", String($0)] } ?? []
    let words = ServerPlace.authentication(path: address.path, direction).map(Self.quoted).joined(separator: " ")
    child.program = "/bin/sh"
    child.arguments = ["-c", command + " \"$@\"", "ssh", "-T"] + port + [address.destination, words]
    let result: ChildResult
    do { result = try await child.run(deadline: deadline) } catch {
      return .failure(.offline("\(address.destination): \(error)"))
    }
    switch result.status {
    case 0:
      let path = address.path.hasPrefix("/") ? address.path : "/" + address.path
      let fallback = ServerPlace.address(ofRepository: "https://\(address.host)\(path)")
      do { return .success(try ServerPlace(authentication: Array(result.output.utf8), fallback: fallback)) } catch {
        return .failure(error)
      }
    case 255: return .failure(.offline("\(address.destination): \(result.errors.suffix(200))"))
    case 127:
      return .failure(
        .refused(code: 501, message: "\(address.destination) has no git-lfs-authenticate; set lfs.url to a server"))
    default: return .failure(.refused(code: 403, message: String(result.errors.suffix(200))))
    }
  }

  /// For the shell at the other end.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "/.-_~".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
