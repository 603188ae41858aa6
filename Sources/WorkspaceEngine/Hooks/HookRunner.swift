internal import FolderKeeping
internal import FoundationEssentials
internal import Synchronization
internal import Threads
internal import Values
internal import WorkspaceAPI

/// Runs the person's hooks in the background, each hook for one event after the other: nothing waits for a hook.
///
/// The queue of each hook is bounded. Further events are dropped and reported once, since the lists of the workspace
/// contain them.
actor HookRunner {
  /// The largest number of events that wait for one hook.
  static let mostWaiting = 100
  /// The timeout of a hook without `stet.hookTimeout`.
  static let limit = Duration.seconds(30)

  private let executor = SerialQueue(label: "stet.hooks", isBackground: true)
  private let root: String
  private let environment: [String: String]
  private let events: EventHub
  private let limit: @Sendable () async -> Duration
  /// The number of events for each hook, including the event of the current run.
  private var waiting: [HookName: Int] = [:]
  /// The last reported problem of each hook; a problem is reported again only after it ended.
  private var troubles: [HookName: String] = [:]

  /// Makes a runner, which runs nothing before `run()`.
  ///
  /// - Parameter limit: returns the timeout of a hook; called before each run.
  init(
    root: String, environment: [String: String], events: EventHub, limit: @escaping @Sendable () async -> Duration
  ) {
    self.root = root
    self.environment = environment
    self.events = events
    self.limit = limit
  }

  /// The runner's own thread: file access blocks.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs hooks for events until the task is cancelled or the stream ends.
  ///
  /// Then the running hooks are killed, and an event reports the number of events without a run. Those events are not
  /// kept for the next start, since the lists of the workspace contain them.
  ///
  /// - Parameter stream: the events of the kinds in `HookName.events`.
  nonisolated func run(_ stream: AsyncStream<WorkspaceEvent>) async {
    await withTaskGroup(of: Void.self) { group in
      var queues: [HookName: AsyncStream<WorkspaceEvent>.Continuation] = [:]
      for name in HookName.allCases {
        let (queue, continuation) = AsyncStream.makeStream(
          of: WorkspaceEvent.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        queues[name] = continuation
        group.addTask { for await event in queue { await self.handle(event, name) } }
      }
      var full: Set<HookName> = []
      for await event in stream {
        guard let name = HookName(event), let queue = queues[name] else { continue }
        await count(1, for: name)
        switch queue.yield(event) {
        case .dropped:
          await count(-1, for: name)
          guard full.insert(name).inserted else { continue }
          tell(name, "more than \(Self.mostWaiting) events wait for it, so some are left out")
        case .enqueued(let room) where room > Self.mostWaiting / 2: full.remove(name)
        default: break
        }
      }
      for queue in queues.values { queue.finish() }
      if Task.isCancelled { group.cancelAll() }
    }
    await tellLost()
  }

  /// Returns the number of events for a hook, including the event of its current run.
  func count(of name: HookName) -> Int { waiting[name] ?? 0 }

  private func count(_ change: Int, for name: HookName) { waiting[name, default: 0] += change }

  private func tellLost() {
    for (name, count) in waiting.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > 0 {
      guard let facts = HookFolder(root: root).facts(name.rawValue), facts.refusal == nil else { continue }
      tell(name, "\(Counted.text(count, "event")) it was not run for or killed at: Stet was stopped first")
    }
    waiting = [:]
  }

  private func handle(_ event: WorkspaceEvent, _ name: HookName) async {
    guard !Task.isCancelled else { return }
    guard let facts = HookFolder(root: root).facts(name.rawValue) else {
      troubles[name] = nil
      waiting[name, default: 0] -= 1
      return
    }
    if let refusal = facts.refusal {
      waiting[name, default: 0] -= 1
      return say(name, "it is not run: \(refusal)")
    }
    guard let document = try? JSONEncoder().encode(event) else { return }
    let child = HookChild(
      program: HookFolder(root: root).path + "/" + name.rawValue,
      environment: environment.merging(Self.variables(event, name, root: root)) { $1 }, directory: root,
      store: root + "/.git/stet")
    let end = await child.run(input: [UInt8](document) + [UInt8(ascii: "\n")], limit: await limit())
    guard !Task.isCancelled else { return }
    waiting[name, default: 0] -= 1
    events.publish(.hook, "the hook '\(name.rawValue)': \(end.report)", paths: event.paths, kind: name.rawValue)
    if end.isGood { troubles[name] = nil } else { say(name, end.sentence) }
  }

  /// Reports a hook's problem once.
  private func say(_ name: HookName, _ trouble: String) {
    guard troubles.updateValue(trouble, forKey: name) != trouble else { return }
    tell(name, trouble)
  }

  private nonisolated func tell(_ name: HookName, _ trouble: String) {
    events.publish(.problem, "the hook '\(name.rawValue)': \(trouble); everything else continues")
  }

  /// Returns the current problems of hooks, for `stet doctor`.
  func findings() -> [DoctorFinding] {
    let folder = HookFolder(root: root)
    var findings = folder.findings()
    for (name, trouble) in troubles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let facts = folder.facts(name.rawValue), facts.refusal == nil else { continue }
      findings.append(
        DoctorFinding(
          level: "problem", subject: "hook \(name.rawValue)", message: "when it was run last \(trouble)"))
    }
    return findings
  }

  /// Returns the environment variables that describe an event to a hook.
  static func variables(_ event: WorkspaceEvent, _ name: HookName, root: String) -> [String: String] {
    var variables = [
      "STET_HOOK": name.rawValue, "STET_EVENT": event.event.rawValue, "STET_ROOT": root,
      "STET_ID": event.id ?? "", "STET_KIND": event.kind ?? "", "STET_PATH": event.paths.first ?? "",
      "STET_MESSAGE": event.message,
    ]
    if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      variables["STET_PROGRAM"] = program
    }
    return variables
  }

  /// Returns the timeout for a value of `stet.hookTimeout`: seconds from 1 to an hour; else the default.
  static func limit(_ setting: String?) -> Duration {
    guard let seconds = setting.flatMap({ Int($0) }), (1...3_600).contains(seconds) else { return limit }
    return .seconds(seconds)
  }
}
