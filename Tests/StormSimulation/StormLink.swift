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
