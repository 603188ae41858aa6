import Sessions
import Synchronization
import TestSupport

/// Machines that contend for one session over a remote in memory, step by step by a seed: their clocks differ, their
/// networks fail, answers are lost, processes are killed.
final class LeaseContest: Sendable {
  /// A promise that is broken on purpose, from outside (decision 54).
  enum Bug: Sendable {
    /// A machine takes each lease for one that was released.
    case leaseNotChecked
    /// A process goes on without a look at its lease.
    case endNotChecked
  }

  private struct World: Sendable {
    /// The true time in milliseconds.
    var time: Int64 = 1_800_000_000_000
    var lease: SessionLease?
    var version = 0
    /// The machines without a network.
    var offline: Set<Int> = []
    /// The machines of which the next answer is lost.
    var losing: Set<Int> = []
  }

  /// The differences of the machines' clocks from the true time: together at most `SessionLease.skew`.
  private static let clocks: [Int64] = [-14_000, 0, 15_000]

  private let world = Mutex(World())
  private let bug: Bug?

  /// Creates a contest.
  init(_ bug: Bug? = nil) { self.bug = bug }

  /// Runs the machines; returns the first effect of a machine while another one has the lease at the remote, expired or
  /// not: it took the session over.
  func run(seed: UInt64, steps: Int = 400) async -> String? {
    var generator = SeededGenerator(seed: seed)
    var record = SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 0)
    record.apply(.moved(.running), at: 0)
    var running: [Int: LeaseKeeper] = [:]
    /// Looks of earlier steps, by machine.
    var looks: [Int: TravelPort.Look] = [:]
    for step in 1...steps {
      let machine = Int.random(in: 0..<Self.clocks.count, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...3: world.withLock { $0.time += .random(in: 1...40_000, using: &generator) }
      case 4: world.withLock { $0.offline.formSymmetricDifference([machine]) }
      case 5: world.withLock { _ = $0.losing.insert(machine) }
      case 6:
        running[machine] = nil
        looks[machine] = await port(machine).look()
      case 7, 8:
        // A new session is on one machine only.
        let isNew = world.withLock { $0.lease == nil }
        guard running[machine] == nil, !isNew || machine == 0 else { continue }
        let keeper = LeaseKeeper(port(machine), holder: "m\(machine)", machine: "M\(machine)")
        do throws(LeaseKeeper.Refusal) {
          try await keeper.acquire(takesOver: !isNew, seen: looks.removeValue(forKey: machine))
          running[machine] = keeper
        } catch {}
      default:
        guard let keeper = running[machine] else { continue }
        if Bool.random(using: &generator) { record.apply(.message(.init(.user, "\(step)")), at: 0) }
        let hold = bug == .endNotChecked ? .held : await keeper.hold(record)
        guard hold == .held else {
          running[machine] = nil
          continue
        }
        let owner = world.withLock { $0.lease?.holder } ?? "m0"
        if owner != "m\(machine)" { return "seed \(seed), step \(step): m\(machine) acts, \(owner) owns" }
      }
    }
    return nil
  }

  private func port(_ machine: Int) -> TravelPort {
    TravelPort(
      look: {
        self.world.withLock { world in
          let known = world.lease.map { lease in
            TravelPort.State(version: "\(world.version)", lease: self.seen(lease))
          }
          return world.offline.contains(machine) ? .unreachable("no network", known: known) : .found(known)
        }
      },
      publish: { lease, expecting, _ in
        self.world.withLock { world in
          guard !world.offline.contains(machine) else { return .unreachable("no network") }
          guard expecting == world.lease.map({ _ in "\(world.version)" }) else { return .moved }
          world.lease = lease
          world.version += 1
          return world.losing.remove(machine) == nil ? .accepted(version: "\(world.version)") : .unreachable("cut")
        }
      },
      now: { self.world.withLock { $0.time } + Self.clocks[machine] })
  }

  private func seen(_ lease: SessionLease) -> SessionLease {
    guard bug == .leaseNotChecked else { return lease }
    return SessionLease(holder: lease.holder, machine: lease.machine, until: 0)
  }
}
