import HTTPTransfer
import LargeFiles
import Synchronization
import TestSupport
import Testing

@Suite struct `A download` {
  static let healed = ["plain", "busy", "down", "cut", "moving", "rangeless", "once-wrong", "led", "elsewhere"]

  @Test(arguments: healed)
  func `comes through what passes`(fault: String) async throws {
    let lab = try #require(try ServerLab())
    #expect(await lab.run(.download, fault) == .moved, "\(lab.server.log)")
    #expect(lab.isHereAlone)
  }

  static let lost: [(String, @Sendable (TransferFault) -> Bool)] = [
    ("wrong", { if case .wrong = $0 { true } else { false } }),
    ("long", { if case .wrong = $0 { true } else { false } }),
    ("short", { if case .wrong = $0 { true } else { false } }),
    ("page", { if case .wrong = $0 { true } else { false } }),
    ("gone", { if case .status(404, "gone", _) = $0 { true } else { false } }),
    ("html", { if case .unreadable = $0 { true } else { false } }),
    ("locked", { if case .status(401, _, _) = $0 { true } else { false } }),
    ("forgetful", { if case .refused = $0 { true } else { false } }),
    ("file", { if case .unreadable = $0 { true } else { false } }),
    ("round", { if case .unreadable = $0 { true } else { false } }),
    ("always-cut", { if case .offline = $0 { true } else { false } }),
    ("stall", { $0 == .stalled }),
  ]

  @Test(arguments: lost)
  func `that does not, leaves no object and says why`(
    fault: String, isRight: @Sendable (TransferFault) -> Bool
  ) async throws {
    let lab = try #require(try ServerLab())
    let outcome = await lab.run(.download, fault, tries: 2, stall: fault == "stall" ? .milliseconds(300) : .seconds(20))
    guard case .failed(let why) = outcome else {
      Issue.record("\(fault): \(String(describing: outcome))")
      return
    }
    #expect(isRight(why), "\(why)")
    #expect(!why.description.isEmpty)
    #expect(lab.isNotHere)
  }

  @Test func `for which there is no room takes none`() async throws {
    let lab = try #require(try ServerLab())
    let huge = Pointer(id: lab.pointer.id, size: 1 << 60)
    let action = BatchAction(address: "http://127.0.0.1:\(lab.server.port)/plain/\(huge.id)")
    guard case .failure(let fault) = await lab.server("plain").fetch(huge, action, into: lab.folder) else {
      Issue.record("it was begun")
      return
    }
    #expect(fault == .local(.noSpace(path: lab.folder.path)))
    #expect(lab.here.names("lfs/incomplete").isEmpty && lab.server.log.isEmpty)
  }

  @Test func `of which nothing came leaves nothing`() async throws {
    let lab = try #require(try ServerLab())
    _ = await lab.run(.download, "gone")
    #expect(lab.here.names("lfs/incomplete").isEmpty)
  }

  @Test func `that was cut goes on where it stopped, with the version's mark`() async throws {
    let lab = try #require(try ServerLab())
    #expect(await lab.run(.download, "cut") == .moved)
    let gets = lab.server.log.filter { $0.hasPrefix("GET") }
    #expect(gets.count == 3)
    #expect(gets[1].contains("| bytes=150000- | \"cut-1\" |"), "\(gets)")
    #expect(gets[2].contains("| bytes=225000- | \"cut-1\" |"), "\(gets)")
  }

  @Test func `whose version changed at the server begins anew`() async throws {
    let lab = try #require(try ServerLab())
    #expect(await lab.run(.download, "moving") == .moved)
    let gets = lab.server.log.filter { $0.hasPrefix("GET") }
    #expect(gets.count == 3 && gets[1].contains("\"moving-1\"") && gets[2].contains("\"moving-2\""), "\(gets)")
    #expect(lab.isHereAlone)
  }

  @Test func `tells no secret to another host`() async throws {
    let lab = try #require(try ServerLab())
    #expect(await lab.run(.download, "led") == .moved)
    let gets = lab.server.log.filter { $0.hasPrefix("GET") }
    #expect(gets.count == 2)
    #expect(gets[0].contains("127.0.0.1") && gets[0].contains("pearl"))
    #expect(gets[1].contains("localhost") && !gets[1].contains("pearl"), "\(gets)")
  }

  @Test func `of an object that nobody has is refused`() async throws {
    let lab = try #require(try ServerLab())
    let server = lab.server("plain")
    let missing = Pointer(id: Samples.id(5), size: 5)
    let answer = try await server.ask(BatchRequest(.download, [missing])).get()
    #expect(answer.verdicts[missing.id] == .refused(code: 404, message: "no such object"))
    #expect(await server.holds([missing, lab.pointer]) == .success([lab.pointer.id]))
  }

  @Test func `signs in with what the helper knows, and tells it that it was taken`() async throws {
    let lab = try #require(try ServerLab())
    let told = Mutex<[String]>([])
    let credentials = CredentialSource(
      fill: { origin in
        told.withLock { $0.append("fill \(origin["host"] ?? "")") }
        return Credential(origin: origin, user: "whale", password: "sésame")
      },
      approve: { _ in told.withLock { $0.append("approve") } }, reject: { _ in told.withLock { $0.append("reject") } })
    let server = lab.server("locked", credentials: credentials)
    _ = try await server.ask(BatchRequest(.download, [lab.pointer])).get()
    _ = try await server.ask(BatchRequest(.download, [lab.pointer])).get()
    #expect(told.withLock { $0 } == ["fill 127.0.0.1:\(lab.server.port)", "approve"])
  }

  @Test func `has the helper forget what was not taken, and asks once`() async throws {
    let lab = try #require(try ServerLab())
    let told = Mutex<[String]>([])
    let credentials = CredentialSource(
      fill: { origin in
        told.withLock { $0.append("fill") }
        return Credential(origin: origin, user: "whale", password: "wrong")
      },
      approve: { _ in told.withLock { $0.append("approve") } }, reject: { _ in told.withLock { $0.append("reject") } })
    let server = lab.server("locked", credentials: credentials)
    let answer = await server.ask(BatchRequest(.download, [lab.pointer]))
    #expect(answer == .failure(.status(401, message: "who are you?", retryAfter: nil)))
    #expect(told.withLock { $0 } == ["fill", "reject"])
  }

  @Test func `that is given up keeps what came and ends at once`() async throws {
    let lab = try #require(try ServerLab())
    let queue = TransferQueue([lab.pointer])
    let server = lab.server("stall")
    let folder = lab.folder
    let task = Task { await ObjectTransfer(.download, with: server, folder: folder).run(queue) }
    try await until { !lab.here.names("lfs/incomplete").isEmpty }
    task.cancel()
    #expect(await task.value[lab.pointer.id] == .failed(.cancelled))
    #expect(lab.isNotHere)
  }

  @Test func `of a host that is not there fails as offline`() async throws {
    let lab = try #require(try ServerLab())
    let server = ObjectServer(ServerPlace(address: "http://127.0.0.1:1/x"), loop: lab.loop)
    let answer = await server.ask(BatchRequest(.download, [lab.pointer]))
    guard case .failure(.offline) = answer else {
      Issue.record("\(answer)")
      return
    }
  }
}
