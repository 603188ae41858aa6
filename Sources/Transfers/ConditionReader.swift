package import FileSystem
package import Permissions
internal import GitProcess
internal import SystemPackage
internal import Threads

/// The reader of the system's conditions that delay large transfers; an answer is cached for half a minute.
package actor ConditionReader {
  private static let lifetime = Duration.seconds(30)

  private let environment: [String: String]
  private let supplies: PowerSupplies
  private var known: (conditions: TransferConditions, until: ContinuousClock.Instant)?

  /// Makes a reader that has asked nothing yet.
  package init(environment: [String: String], supplies: PowerSupplies) {
    self.environment = environment
    self.supplies = supplies
  }

  /// Returns the conditions at present.
  func conditions() async -> TransferConditions {
    let now = ContinuousClock.now
    if let known, known.until > now { return known.conditions }
    let isOnBattery = await onThread("stet.power") { [supplies] in supplies.isOnBattery }
    let conditions = TransferConditions(isMetered: await isMetered(), isOnBattery: isOnBattery)
    known = (conditions, now + Self.lifetime)
    return conditions
  }

  /// Returns why large transfers wait at present; nil if they do not.
  package func hindrance(_ rules: PlaceholderRules) async -> String? { await conditions().hindrance(rules) }

  /// Whether NetworkManager reports a metered connection: 1 is "yes" and 3 is "guessed yes"; nil without an answer.
  private func isMetered() async -> Bool? {
    let name = "org.freedesktop.NetworkManager"
    let child = ChildProcess(
      program: "busctl",
      arguments: ["--system", "--timeout=2", "get-property", name, "/org/freedesktop/NetworkManager", name, "Metered"],
      environment: environment, directory: "/")
    guard let result = try? await child.run(deadline: .exchange), result.status == 0 else { return nil }
    return Self.isMetered(saying: result.output)
  }

  /// Parses the output of `busctl`, such as `u 1`.
  static func isMetered(saying output: String) -> Bool? {
    switch output.split(whereSeparator: \.isWhitespace).last {
    case "1", "3": true
    case "2", "4": false
    default: nil
    }
  }
}

/// The conditions of the machine's network and power on which large transfers depend. Pure.
struct TransferConditions: Hashable, Sendable {
  /// Whether the network is metered; nil if that is unknown.
  var isMetered: Bool?
  /// Whether the machine runs on its battery; nil if it has none.
  var isOnBattery: Bool?

  /// Returns why large transfers wait; nil if they do not.
  func hindrance(_ rules: PlaceholderRules) -> String? {
    if rules.waitsOnMetered, rules.isMetered ?? isMetered ?? false {
      return "traffic costs money on this network (placeholders.wait_on_metered in .stet/policy.toml)"
    }
    if rules.waitsOnBattery, isOnBattery ?? false {
      return "the machine runs on its battery (placeholders.wait_on_battery in .stet/policy.toml)"
    }
    return nil
  }
}
