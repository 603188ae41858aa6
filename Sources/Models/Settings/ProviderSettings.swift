internal import TOMLKit

/// The providers of a settings file, in order; the first is used unless another is named. Pure.
package struct ProviderSettings: Hashable, Sendable {
  /// The providers.
  package var providers: [Provider]

  /// Parses the TOML text of a settings file.
  ///
  /// - Throws: `ProviderSettingError` for a text that is not TOML, for an invalid value and for an unknown key: a key
  ///   that is ignored could be a limit that its author relies on.
  package init(_ text: String) throws(ProviderSettingError) {
    let table: TOMLTable
    do { table = try TOMLTable(string: text) } catch { throw .syntax("\(error)") }
    try SettingTable(table, "").allowOnly(["providers"])
    guard let list = table["providers"] else {
      providers = []
      return
    }
    guard let array = list.array else { throw .value("providers", "a list of tables, [[providers]]") }
    var providers: [Provider] = []
    for (index, element) in array.enumerated() {
      guard let table = element.table else { throw .value("providers", "a list of tables, [[providers]]") }
      let provider = try Provider(SettingTable(table, "providers[\(index + 1)]"))
      guard !providers.contains(where: { $0.name == provider.name }) else {
        throw .value("providers[\(index + 1)].name", "a name that no other provider has")
      }
      providers.append(provider)
    }
    self.providers = providers
  }
}

/// The reason why the settings of the providers cannot be used.
package enum ProviderSettingError: Error, Hashable, Sendable {
  /// The text is not TOML; with the parser's message.
  case syntax(String)
  /// The value of a key is invalid; with the key and the expected value.
  case value(String, String)
}

extension ProviderSettingError: CustomStringConvertible {
  /// The sentence for people, without a full stop.
  package var description: String {
    switch self {
    case .syntax(let text): "it is not TOML (\(text))"
    case .value(let key, let wanted): "\(key) is not \(wanted)"
    }
  }
}

/// A table of settings whose values are checked for their types; errors name the whole key.
struct SettingTable {
  private let table: TOMLTable
  private let place: String

  /// Takes a table at a place; empty for the top.
  init(_ table: TOMLTable, _ place: String) {
    self.table = table
    self.place = place
  }

  /// Returns the whole name of a key.
  func name(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  /// Refuses keys that are not in a list.
  func allowOnly(_ keys: [String]) throws(ProviderSettingError) {
    for key in table.keys where !keys.contains(key) {
      throw .value(name(key), "a key that this version knows (\(keys.joined(separator: ", ")))")
    }
  }

  /// Returns whether a key has a value.
  func has(_ key: String) -> Bool { table[key] != nil }

  /// Returns a text that is not empty; nil if the key is missing.
  func text(_ key: String) throws(ProviderSettingError) -> String? {
    guard let value = table[key] else { return nil }
    guard let text = value.string, !text.isEmpty else { throw .value(name(key), "a text") }
    return text
  }

  /// Returns a list of texts; nil if the key is missing.
  func texts(_ key: String) throws(ProviderSettingError) -> [String]? {
    guard let value = table[key] else { return nil }
    guard let list = value.array else { throw .value(name(key), "a list of texts") }
    var texts: [String] = []
    for element in list {
      guard let text = element.string else { throw .value(name(key), "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Returns a number that is not negative; nil if the key is missing.
  func number(_ key: String) throws(ProviderSettingError) -> Double? {
    guard let value = table[key] else { return nil }
    guard let number = value.double ?? value.int.map(Double.init), number >= 0, number < 1e6 else {
      throw .value(name(key), "a number from 0 to 999999")
    }
    return number
  }

  /// Returns a table; nil if the key is missing.
  func table(_ key: String) throws(ProviderSettingError) -> SettingTable? {
    guard let value = table[key] else { return nil }
    guard let inner = value.table else { throw .value(name(key), "a table, { … }") }
    return SettingTable(inner, name(key))
  }
}
