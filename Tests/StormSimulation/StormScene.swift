/// The participants of a storm and its length.
package struct StormScene: Sendable {
  /// One machine of it.
  package struct Participant: Sendable {
    /// Its name.
    package var name: String
    /// How it reaches the remote.
    package var link: StormLink
    /// The mean time between two saves; each is between half and one and a half of it.
    package var interval: Duration

    /// Makes a participant.
    package init(_ name: String, _ link: StormLink, saves interval: Duration) {
      (self.name, self.link, self.interval) = (name, link, interval)
    }
  }

  /// The scene's name in figures.
  package var title: String
  /// The machines that take part.
  package var participants: [Participant]
  /// How long they save.
  package var length: Duration
  /// Of a hundred saves so many go to a file that all write to, each its own line of it.
  package var shared = 5

  /// Makes a scene.
  package init(_ title: String, _ participants: [Participant], length: Duration) {
    (self.title, self.participants, self.length) = (title, participants, length)
  }

  /// Two machines beside the remote and one far from it: the far one must not starve.
  package static func starvation(fast: Duration, slow: Duration, minutes: Int) -> StormScene {
    StormScene(
      "2 fast that save every \(fast.words), 1 slow every \(slow.words)",
      [
        Participant("fast-1", .path, saves: fast), Participant("fast-2", .path, saves: fast),
        Participant("slow", .mobile, saves: slow),
      ], length: .seconds(minutes * 60))
  }

  /// Some machines alike.
  package static func alike(_ count: Int, _ link: StormLink, saves: Duration, length: Duration) -> StormScene {
    StormScene(
      "\(count) alike\(link == .path ? "" : ", pushes of \(link.push.words)"), that save every \(saves.words)",
      (1...count).map { Participant("m\($0)", link, saves: saves) }, length: length)
  }
}

extension Duration {
  /// As in `0.5 s`.
  fileprivate var words: String {
    let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
