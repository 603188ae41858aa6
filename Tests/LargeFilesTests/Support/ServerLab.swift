import Glibc
import HTTPTransfer
import LargeFiles
import TestSupport

/// An object folder, a server that misbehaves, and an object that both may have.
struct ServerLab {
  let server: ServerProcess
  let here = TemporaryFolder()
  let loop = TransferLoop()
  let bytes = Samples.noise(300_000, seed: 21)
  let pointer: Pointer

  var folder: ObjectFolder { ObjectFolder(path: here.file("lfs")) }

  /// Starts all; the object is at the server.
  init?() throws {
    guard let server = ServerProcess.faults() else { return nil }
    self.server = server
    let maker = ObjectFolder(path: here.file("maker"))
    try here.write("content", bytes)
    let file = open(here.file("content"), O_RDONLY)
    defer { close(file) }
    pointer = try maker.store(file)
    try server.folder.write(pointer.id.hex, bytes)
  }

  /// The server, misbehaving in that way.
  func server(
    _ fault: String, credentials: CredentialSource = .none, stall: Duration = .seconds(20)
  ) -> ObjectServer {
    ObjectServer(
      ServerPlace(address: "http://127.0.0.1:\(server.port)/\(fault)"), loop: loop, credentials: credentials,
      deadline: TransferDeadline(connect: .seconds(20), stall: stall, answer: .seconds(20)))
  }

  /// Downloads or uploads the object with quick retries.
  func run(
    _ direction: TransferDirection, _ fault: String, tries: Int = 4, stall: Duration = .seconds(20)
  ) async -> TransferOutcome? {
    let retry = RetryPolicy(
      tries: tries, first: .milliseconds(1), longest: .milliseconds(2), longestRetryAfter: .seconds(5))
    let queue = TransferQueue([pointer], retry: retry)
    let transfer = ObjectTransfer(direction, with: server(fault, stall: stall), folder: folder)
    return await transfer.run(queue)[pointer.id]
  }

  /// Whether the object is here, whole, and nothing of it is left on its way.
  var isHereAlone: Bool {
    guard folder.holds(pointer) else { return false }
    return (try? folder.check(pointer)) != nil && here.names("lfs/incomplete").isEmpty
  }

  /// Whether nothing is here under the object's name.
  var isNotHere: Bool { here.names("lfs/objects").isEmpty }
}
