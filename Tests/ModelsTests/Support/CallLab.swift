import HTTPTransfer
import Models
import Synchronization
import TestSupport

/// A server and a caller whose pauses pass at once.
final class CallLab: Sendable {
  static let key = "sk-test-123"
  private static let scripts = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Servers"

  let server: ServerProcess
  private let pauses = Mutex<[Duration]>([])

  /// Starts the server; nil where it does not come up.
  init?() {
    guard let server = ServerProcess(script: "\(Self.scripts)/models.py") else { return nil }
    self.server = server
  }

  /// The pauses between tries.
  var waited: [Duration] { pauses.withLock { $0 } }

  /// The provider whose server has a fault.
  func provider(_ kind: Provider.Kind, _ fault: String, idle: Duration = .seconds(20)) -> Provider {
    let base = "http://127.0.0.1:\(server.port)/\(fault)" + (kind == .openai ? "/v1" : "")
    let price = TokenPrice(input: 3, output: 15, cacheRead: 0.3)
    return Provider(
      name: "test", kind: kind, address: base,
      models: [.fast: ProviderModel(name: "small-1"), .powerful: ProviderModel(name: "large-1", price: price)],
      timeouts: CallTimeouts(connect: .seconds(5), firstByte: idle, idle: idle, total: .seconds(20)))
  }

  /// Returns a caller.
  func caller(jitter: Double = 1) -> ModelCaller {
    ModelCaller(
      loop: TransferLoop(), surroundings: .init(environment: Program.ownEnvironment, directory: server.folder.path),
      random: { jitter }, sleep: { pause in self.pauses.withLock { $0.append(pause) } })
  }

  /// The outcome of a call.
  struct Outcome {
    var events: [ModelEvent] = []
    var answer: ModelAnswer?
    var fault: ModelFault?

    /// The text that was shown.
    var shown: String {
      events.reduce(into: "") { all, event in
        if case .text(let text) = event { all += text }
      }
    }

    /// The number of further tries.
    var retries: Int {
      events.count { event in
        if case .retrying = event { true } else { false }
      }
    }
  }

  /// Calls the model of a tier.
  func call(
    _ provider: Provider,
    _ request: ModelRequest = ModelRequest(tier: .powerful, messages: [ModelMessage(.user, "Hi")]),
    key: String? = key
  ) async -> Outcome {
    var outcome = Outcome()
    do throws(ModelFault) {
      outcome.answer = try await caller().call(request, of: provider, key: key) { outcome.events.append($0) }
    } catch { outcome.fault = error }
    return outcome
  }

  /// The body of the last request.
  var body: String { (try? Program.run(["cat", server.folder.file("body")]).output) ?? "" }
}
