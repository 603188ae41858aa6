internal import GitObjects
import GitProcess

/// A machine's way to the shared remote, which takes as long as its link says.
///
/// A fetch sees what the remote has in its middle; a push arrives at its end: who was faster meanwhile is first.
struct StormTransport: Transport {
  let inner: MemoryTransport
  let remote: StormRemote
  let machine: String
  let link: StormLink

  func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult {
    remote.log.count(machine) { $0.fetches += 1 }
    do { try await remote.time.wait(link.fetch / 2) } catch { throw .cancelled }
    let result = try await inner.fetch(branch, into: store, isolation: isolation)
    do { try await remote.time.wait(link.fetch / 2) } catch { throw .cancelled }
    return result
  }

  func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult] {
    do { try await remote.time.wait(link.push) } catch { throw .cancelled }
    let answers = try await inner.push(updates, from: store, isolation: isolation)
    remote.log.count(machine) { tally in
      tally.pushes += 1
      if let first = updates.first, answers[first.reference] != .accepted { tally.rejections += 1 }
      if updates.dropFirst().contains(where: { $0.commit != nil && answers[$0.reference] == .accepted }) {
        tally.inboxes += 1
      }
    }
    if let first = updates.first, let commit = first.commit, answers[first.reference] == .accepted {
      remote.moved(to: commit, in: store)
    }
    return answers
  }
}

/// How a simulated machine reaches the remote.
package struct StormLink: Hashable, Sendable {
  /// How long a push takes, whatever comes of it.
  package var push: Duration
  /// How long a fetch takes.
  package var fetch: Duration
  /// How long after the branch moved the machine hears of it; nil where it asks from time to time.
  package var hears: Duration?

  /// Makes a link.
  package init(push: Duration, fetch: Duration, hears: Duration?) {
    (self.push, self.fetch, self.hears) = (push, fetch, hears)
  }

  /// A remote on a path, as measured (review B1).
  package static let path = StormLink(push: .milliseconds(30), fetch: .milliseconds(27), hears: .milliseconds(5))
  /// An ssh server with one shared connection, whose branch is looked at each 0.2 s.
  package static let server = StormLink(push: .milliseconds(220), fetch: .milliseconds(180), hears: .milliseconds(110))
  /// A laptop on a mobile network (review B1).
  package static let mobile = StormLink(
    push: .milliseconds(2_500), fetch: .milliseconds(1_800), hears: .milliseconds(600))
}
