/// What of the machine's surroundings large transfers heed. Pure.
struct TransferConditions: Hashable, Sendable {
  /// Whether traffic costs money; nil where nothing says.
  var isMetered: Bool?
  /// Whether the machine runs on its battery; nil where it has none.
  var isOnBattery: Bool?

  /// Why large transfers wait; nil where they do not.
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
