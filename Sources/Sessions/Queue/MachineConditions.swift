/// The network and the power of the machine, as far as they are known. Pure.
package struct MachineConditions: Hashable, Sendable {
  /// Whether the internet can be reached; nil if that is unknown.
  package var isOnline: Bool?
  /// Whether traffic costs money; nil if that is unknown.
  package var isMetered: Bool?
  /// The charge of the battery from 0 to 1; nil without a battery.
  package var battery: Double?
  /// Whether the battery is charged, or the machine runs on mains; nil if that is unknown.
  package var isCharging: Bool?
  /// Whether the machine saves power; nil if that is unknown.
  package var savesPower: Bool?

  /// The charge below which heavy work waits.
  static let lowBattery = 0.2

  /// Creates conditions of which nothing is known.
  package init() {}

  /// A question that `busctl` answers.
  package enum Query: String, Hashable, Sendable, CaseIterable {
    /// The properties of NetworkManager, UPower and the power profiles.
    case connectivity, metered, percentage, state, profile

    /// The service, the object, the interface and the property.
    package var words: [String] {
      let network = "org.freedesktop.NetworkManager"
      let power = "org.freedesktop.UPower"
      let display = ["/org/freedesktop/UPower/devices/DisplayDevice", "\(power).Device"]
      return switch self {
      case .connectivity: [network, "/org/freedesktop/NetworkManager", network, "Connectivity"]
      case .metered: [network, "/org/freedesktop/NetworkManager", network, "Metered"]
      case .percentage: [power] + display + ["Percentage"]
      case .state: [power] + display + ["State"]
      case .profile:
        ["net.hadess.PowerProfiles", "/net/hadess/PowerProfiles", "net.hadess.PowerProfiles", "ActiveProfile"]
      }
    }
  }

  /// Takes the answer of `busctl get-property`, such as `u 4` or `s "power-saver"`; any other text leaves the condition
  /// unknown.
  package mutating func take(_ output: String, of query: Query) {
    guard let word = output.split(whereSeparator: \.isWhitespace).last else { return }
    switch query {
    // 1 is none and 4 is full; a portal (2) and a limited network (3) do not lead to a model's server.
    case .connectivity: isOnline = ["1": false, "2": false, "3": false, "4": true][word]
    // 1 and 3 are yes, sure and guessed; 2 and 4 are no.
    case .metered: isMetered = ["1": true, "2": false, "3": true, "4": false][word]
    case .percentage: battery = Double(word).flatMap { $0 > 0 && $0 <= 100 ? $0 / 100 : nil }
    // 1 charging, 2 discharging, 3 empty, 4 full, 5 and 6 pending.
    case .state: isCharging = ["1": true, "2": false, "3": false, "4": true, "5": true, "6": false][word]
    case .profile: savesPower = word.hasPrefix("\"") ? word == "\"power-saver\"" : nil
    }
  }

  /// Takes the battery state that the kernel reports.
  ///
  /// - Parameters:
  ///   - charge: from 0 to 1; nil without a battery.
  ///   - isOnBattery: whether the machine runs on it; nil if that is unknown.
  package mutating func take(charge: Double?, isOnBattery: Bool?) {
    battery = charge
    if let isOnBattery { isCharging = !isOnBattery }
  }

  /// Whether heavy work should wait for power: under 20 % and not charging.
  package var defersHeavyWork: Bool { (battery ?? 1) < Self.lowBattery && isCharging != true }

  /// Returns the hindrance of a run with these limits; a run with smaller limits than those of research has none.
  package func hindrance(of budget: SessionBudget) -> (question: String, until: QueueCondition)? {
    budget.tokens >= SessionBudget.research.tokens ? hindrance : nil
  }

  /// Returns the question before heavy work, with the condition that the work can wait for; nil if nothing speaks
  /// against it.
  package var hindrance: (question: String, until: QueueCondition)? {
    if isMetered == true {
      return ("This will use approximately 1-2 MB of metered data. Continue?", .unmetered)
    }
    guard defersHeavyWork else { return nil }
    return ("This task uses significant battery. Continue or defer until charging?", .charging)
  }
}
