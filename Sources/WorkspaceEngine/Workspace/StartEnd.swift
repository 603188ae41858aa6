internal import Synchronization
internal import Threads
internal import WorkspaceAPI

/// The end of a workspace's start, for which most verbs wait: every file was compared with the recorded state, and the
/// exchange has begun.
final class StartEnd: Sendable {
  private enum Stage {
    case waiting
    case running
    case over(Result<Void, VerbError>)

    /// The result; nil before the end.
    var result: Result<Void, VerbError>? { if case .over(let result) = self { result } else { nil } }
  }

  private let changes = ChangeSignal()
  private let stage = Mutex(Stage.waiting)

  /// Whether the start has ended, well or not.
  var isOver: Bool { stage.withLock { $0.result != nil } }

  /// Whether the start has ended well.
  var hasSucceeded: Bool { stage.withLock { if case .success = $0.result { true } else { false } } }

  /// Runs the start, and ends it with its result.
  ///
  /// - Throws: errors of the body.
  func run(_ body: () async throws(VerbError) -> Void) async throws(VerbError) {
    stage.withLock { $0 = .running }
    do throws(VerbError) { try await body() } catch {
      settle(.failure(error))
      throw error
    }
    settle(.success(()))
  }

  private func settle(_ result: Result<Void, VerbError>) {
    stage.withLock { $0 = .over(result) }
    changes.note()
  }

  /// Waits for the end of a start that has begun, also in a cancelled task.
  func finish() async {
    guard stage.withLock({ if case .running = $0 { true } else { false } }) else { return }
    await Task { try? await wait(.untilEnd) }.value
  }

  /// Waits for the end, as long as a verb must.
  ///
  /// - Throws: `VerbError` if the start failed; `.busy` if the call was cancelled.
  func wait(_ wait: StartWait) async throws(VerbError) {
    if let result = stage.withLock(\.result) { return try result.get() }
    let limit: Duration =
      switch wait {
      case .none: .zero
      case .atMost(let milliseconds): .milliseconds(milliseconds)
      case .untilEnd: .seconds(1 << 20)
      }
    guard limit > .zero else { return }
    do throws(CancellationError) { try await changes.wait(past: 0, atMost: limit) } catch {
      throw VerbError(.busy, "The folder is still being opened.", kept: "Nothing was changed.", next: "Try again.")
    }
    if let result = stage.withLock(\.result) { try result.get() }
  }
}

/// The time for which a verb waits for the end of the start. Pure.
enum StartWait: Hashable, Sendable {
  /// The verb is answered at once.
  case none
  /// The verb is answered after these milliseconds at the latest.
  case atMost(Int)
  /// The verb is answered after the end.
  case untilEnd

  /// The wait in milliseconds of the verbs that only read: in a folder of common size they know the changes that were
  /// made while no daemon ran, and in a very large one, or on a slow disk, they are answered all the same.
  static let ofReading = 1_000

  /// Determines the wait of a request.
  ///
  /// An agent waits until the end: until then a policy that was saved while no daemon ran is not in force.
  init(for request: any Verb) {
    switch request {
    case is StopRequest, is CancelRequest: self = .none
    case _ where request.caller.agent != nil: self = .untilEnd
    case let status as StatusRequest: self = status.timeout.map { .atMost(max(0, $0)) } ?? .none
    case is ReadRequest, is ListRequest, is LookRequest, is LogRequest, is BlameRequest, is DiffRequest:
      self = .atMost(Self.ofReading)
    default: self = .untilEnd
    }
  }
}
