package import LargeFiles
internal import SystemPackage

extension GitSetting {
  /// Finds the place of the remote's objects as git-lfs does: from `remote.<name>.lfsurl` or `lfs.url`, in git's
  /// configuration or in `.lfsconfig`, else from the remote's own address. A server behind ssh is asked
  /// (`git-lfs-authenticate`); without an object server, `git-lfs-transfer` is used, else the folder of the repository.
  ///
  /// The answer of ssh is for one direction and expires: it is requested again after a refused sign-in.
  ///
  /// - Returns: `.unreadable` for another answer of the server, `.refused` if it has no place for objects, `.offline`
  ///   if it cannot be reached, or if git cannot read its configuration.
  package func objects(
    of address: RemoteAddress, _ direction: TransferDirection
  ) async -> Result<ObjectRemote, TransferFault> {
    var address = address
    let own: ConfiguredServer
    do throws(TransportError) { own = try await configuredServer() } catch {
      if error == .cancelled { return .failure(.cancelled) }
      return .failure(.offline("git's configuration could not be read: \(error)"))
    }
    switch own {
    case .none: break
    case .unreadable(let reason): return .failure(.offline(".lfsconfig could not be read: \(reason)"))
    case .address(let own):
      guard let configured = try? RemoteAddress(own) else {
        return .failure(.unreadable("lfs.url is '\(own)', which is not an address"))
      }
      if case .web = configured { return .success(.server(ServerPlace(address: Self.trimmed(own)))) }
      address = configured
    }
    switch address {
    case .path(let path), .file(let path):
      guard let folder = ObjectFolder.ofRepository(path) else {
        return .failure(.offline("\(path) is not a git repository, or is not mounted"))
      }
      return .success(.folder(folder))
    case .web(let web):
      // git's helpers know the host without the account in the address.
      var plain = web
      plain.user = nil
      return .success(.server(ServerPlace(address: ServerPlace.address(ofRepository: plain.display))))
    case .ssh(let server): return await authenticate(server, direction)
    }
  }

  /// Returns the object server in git's configuration, else the one in the folder's `.lfsconfig`.
  ///
  /// - Throws: `TransportError` if git could not read its own configuration.
  package func configuredServer() async throws(TransportError) -> ConfiguredServer {
    let shared = ["--file", gitDirectory.removingLastComponent().appending(".lfsconfig").string]
    for source in [[], shared] {
      for key in ["remote.\(remote).lfsurl", "lfs.url"] {
        let result = try await child(["config"] + source + ["--get", key], withoutIndex: true).run(deadline: deadline)
        if result.status == 0, let line = result.output.split(separator: "\n").first { return .address(String(line)) }
        // As for the remote itself, only status 1 means that there is none.
        guard result.status == 0 || result.status == 1 else {
          let failure = GitFailure.error(status: result.status, text: result.errors)
          if source == shared { return .unreadable("\(failure)") }
          throw failure
        }
      }
    }
    return .none
  }

  private static func trimmed(_ address: String) -> String {
    var text = address[...]
    while text.utf8.last == UInt8(ascii: "/") { text = text.dropLast() }
    return String(text)
  }

  private func authenticate(
    _ address: SSHAddress, _ direction: TransferDirection
  ) async -> Result<ObjectRemote, TransferFault> {
    let words = ServerPlace.authentication(path: address.path, direction).map(SSHCommand.quotedIfNeeded)
    let result: ChildResult
    do { result = try await secureShell(address, words.joined(separator: " ")).run(deadline: deadline) } catch {
      return .failure(.offline("\(address.destination): \(error)"))
    }
    switch result.status {
    case 0:
      let path = address.path.hasPrefix("/") ? address.path : "/" + address.path
      let fallback = ServerPlace.address(ofRepository: "https://\(address.host)\(path)")
      do {
        return .success(.server(try ServerPlace(authentication: Array(result.output.utf8), fallback: fallback)))
      } catch {
        return .failure(error)
      }
    case 255: return .failure(.offline("\(address.destination): \(result.errors.suffix(200))"))
    case 127: return await withoutServer(address)
    default:
      if await PacketPeer.find(objectProgram(address), path: address.path) == nil { return .success(.packets(address)) }
      let why = result.errors.isEmpty ? "status \(result.status)" : String(result.errors.suffix(200))
      return .failure(
        .refused(
          code: 403, message: "\(address.destination): \(GitFailure.clean(why)); set lfs.url to an object server"))
    }
  }

  /// Returns the place of the objects on a server without an object server: its own program, else the folder of the
  /// repository.
  private func withoutServer(_ address: SSHAddress) async -> Result<ObjectRemote, TransferFault> {
    let program = objectProgram(address)
    switch await ShellPeer.hasTransferProgram(program, path: address.path) {
    case .success(false): return .success(.shell(address))
    case .success(true): return .success(.packets(address))
    case .failure(.refused(code: 501, let message)):
      // There is no shell, but one command may still be allowed.
      if await PacketPeer.find(program, path: address.path) == nil { return .success(.packets(address)) }
      return .failure(.refused(code: 501, message: message))
    case .failure(let fault): return .failure(fault)
    }
  }

  private func objectProgram(_ address: SSHAddress) -> SSHProgram {
    SSHProgram(address, self, stall: deadline.stall)
  }
}

/// The place of a remote's objects.
package enum ObjectRemote: Hashable, Sendable {
  /// In a repository's folder on this machine.
  case folder(ObjectFolder)
  /// At an object server.
  case server(ServerPlace)
  /// At a server that has `git-lfs-transfer`.
  case packets(SSHAddress)
  /// In a bare repository's folder on a server with a shell.
  case shell(SSHAddress)
}
