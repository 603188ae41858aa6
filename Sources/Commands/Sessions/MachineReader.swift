internal import FileSystem
internal import Sessions
internal import Threads

/// Reads the network and the power of the machine by `busctl`, from NetworkManager, UPower and the power profiles, and the
/// battery from the kernel where UPower does not answer; without an answer a condition is unknown.
struct MachineReader: Sendable {
  /// The time for an answer.
  private static let limit = Duration.seconds(2)

  /// The environment, whose PATH has `busctl`.
  let environment: [String: String]
  /// The kernel's power supplies.
  var supplies = PowerSupplies()

  /// Returns the present conditions.
  func conditions() async -> MachineConditions {
    var conditions = await ask(MachineConditions.Query.allCases)
    if conditions.battery == nil {
      let supplies = supplies
      let (charge, isOnBattery) = await onThread("stet.power") { (supplies.charge, supplies.isOnBattery) }
      conditions.take(charge: charge, isOnBattery: isOnBattery)
    }
    return conditions
  }

  /// Returns whether the internet can be reached; if NetworkManager does not answer, whether a default route exists.
  func isOnline() async -> Bool {
    if let isOnline = await ask([.connectivity]).isOnline { return isOnline }
    return await onThread("stet.routes") { NetworkRoutes.leadOut }
  }

  private func ask(_ queries: [MachineConditions.Query]) async -> MachineConditions {
    let environment = environment
    return await withTaskGroup(of: (MachineConditions.Query, String).self) { group in
      for query in queries {
        group.addTask {
          let words = ["busctl", "--system", "--timeout=1", "get-property"] + query.words
          let result = await onThread("stet.busctl") {
            ChildProgram.run(words, environment: environment, limit: Self.limit)
          }
          return (query, result.code == 0 ? String(decoding: result.output, as: UTF8.self) : "")
        }
      }
      var conditions = MachineConditions()
      for await (query, output) in group { conditions.take(output, of: query) }
      return conditions
    }
  }
}
