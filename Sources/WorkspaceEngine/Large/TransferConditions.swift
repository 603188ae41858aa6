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
