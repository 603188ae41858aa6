internal import Sessions
internal import Threads

/// Reads the network and the power of the machine by `busctl`, from NetworkManager, UPower and the power profiles; without
/// an answer a condition is unknown.
struct MachineReader: Sendable {
  /// The time for an answer.
  private static let limit = Duration.seconds(2)

  /// The environment, whose PATH has `busctl`.
  let environment: [String: String]

  /// Returns the present conditions.
  func conditions() async -> MachineConditions {
    let environment = environment
    return await withTaskGroup(of: (MachineConditions.Query, String).self) { group in
      for query in MachineConditions.Query.allCases {
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
