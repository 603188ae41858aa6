import TestSupport

/// Three machines that edit, take from each other in any order, settle conflicts, and come to rest.
struct ReplicaCase: CustomStringConvertible {
  /// A step of one machine.
  enum Step: CustomStringConvertible {
    /// One change of a random kind.
    case edit(Int, seed: UInt64)
    /// Takes what another one had: now, or one or two changes ago.
    case pull(Int, from: Int, back: Int)
    /// Settles its first open conflict.
    case settle(Int)

    var description: String {
      switch self {
      case .edit(let machine, let seed): "\(machine) edits (\(seed))"
      case .pull(let machine, let other, let back): "\(machine) takes from \(other)" + (back > 0 ? " (-\(back))" : "")
      case .settle(let machine): "\(machine) settles"
      }
    }
  }

  /// The source of all random choices.
  let seed: UInt64
  /// The folder that all of them begin with.
  var start: RandomFolder
  /// The steps, in order.
  var steps: [Step]

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed &+ 77)
    start = RandomFolder(&random)
    random = SeededGenerator(seed: seed)
    steps = (0..<Int.random(in: 3...14, using: &random)).map { _ in
      let machine = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<7: return .edit(machine, seed: UInt64.random(in: 0..<1_000_000, using: &random))
      case 7..<11:
        let other = (machine + Int.random(in: 1...2, using: &random)) % 3
        return .pull(machine, from: other, back: Int.random(in: 0..<3, using: &random))
      default: return .settle(machine)
      }
    }
  }

  var description: String {
    "STET_SEED=\(seed): begin with \(start); " + steps.map(\.description).joined(separator: "; ")
  }

  /// Returns the rule that does not hold; nil if all hold.
  func violation() -> String? {
    do {
      let replicas = try Replicas(start)
      for step in steps {
        switch step {
        case .edit(let machine, let seed): try replicas.edit(machine, seed: seed)
        case .pull(let machine, let other, let back): try replicas.pull(machine, from: other, back: back)
        case .settle(let machine): try replicas.settle(machine)
        }
      }
      try replicas.rest(seed: seed)
      return nil
    } catch let failure as Replicas.Violation {
      return failure.rule
    } catch {
      return "\(error)"
    }
  }

  /// A case with as few steps, and as little to begin with, as still fail.
  ///
  /// - Parameter fails: whether a case does; it must be true of this one.
  func shrunk(while fails: (ReplicaCase) -> Bool) -> ReplicaCase {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// Cases with less in them: the likeliest first.
  private var smaller: some Sequence<ReplicaCase> {
    let fewer = steps.indices.lazy.map { step in
      var smaller = self
      smaller.steps.remove(at: step)
      return smaller
    }
    let less = start.smaller.lazy.map { start in
      var smaller = self
      smaller.start = start
      return smaller
    }
    return [AnySequence(fewer), AnySequence(less)].joined()
  }
}
