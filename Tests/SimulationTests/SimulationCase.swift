import Glibc

/// A simulation's seed, and which of its steps are done.
struct SimulationCase: CustomStringConvertible {
  /// The source of all random choices.
  let seed: UInt64
  /// The numbers of the steps; each draws the same random numbers whichever of the others are done.
  var steps: [Int]

  /// All steps; those of `STET_STEPS` (numbers with commas between), to repeat a small case.
  init(seed: UInt64) {
    self.seed = seed
    let wanted = getenv("STET_STEPS").map { String(cString: $0).split(separator: ",").compactMap { Int($0) } }
    steps = wanted ?? Array(0..<60)
  }

  var description: String { "STET_SEED=\(seed) STET_STEPS=\(steps.map(String.init).joined(separator: ","))" }

  /// Returns the rule that does not hold, with the trace; nil if all hold.
  func violation(with bug: PlantedBug? = nil) -> Violation? {
    var simulation: Simulation?
    do {
      let made = try Simulation(seed: seed, bug: bug)
      simulation = made
      try made.run(steps: steps)
      return nil
    } catch {
      return Violation(
        rule: "\(error)", trace: (simulation?.trace ?? []) + ((try? simulation?.history()) ?? []))
    }
  }

  /// The rule that does not hold, and the trace.
  struct Violation {
    let rule: String
    let trace: [String]
  }

  /// A case with as few steps as still fail.
  ///
  /// - Parameter fails: whether a case does; it must be true of this one.
  func shrunk(while fails: (SimulationCase) -> Bool) -> SimulationCase {
    var smallest = self
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < smallest.steps.count {
        var fewer = smallest
        fewer.steps.removeSubrange(start..<min(start + size, fewer.steps.count))
        if fails(fewer) { smallest = fewer } else { start += size }
      }
      size /= 2
    }
    return smallest
  }
}
