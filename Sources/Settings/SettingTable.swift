internal import TOMLKit

/// A table of settings whose values are checked for their types; errors name the whole key.
package struct SettingTable {
  private let table: TOMLTable
  private let place: String

  /// Parses the TOML text of a whole file.
  ///
  /// - Throws: `SettingError.syntax` for a text that is not TOML.
  package init(_ text: String) throws(SettingError) {
    do { table = try TOMLTable(string: text) } catch { throw .syntax("\(error)") }
    place = ""
  }

  private init(_ table: TOMLTable, _ place: String) {
    self.table = table
    self.place = place
  }

  /// Returns the whole name of a key.
  package func name(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  /// Refuses keys that are not in a list.
  package func allowOnly(_ keys: [String]) throws(SettingError) {
    for key in table.keys where !keys.contains(key) {
      throw .value(name(key), "a key that this version knows (\(keys.joined(separator: ", ")))")
    }
  }

  package var keys: [String] { table.keys }

  /// Returns whether a key has a value.
  package func has(_ key: String) -> Bool { table[key] != nil }

  /// Returns a text that is not empty; nil if the key is missing.
  package func text(_ key: String) throws(SettingError) -> String? {
    guard let value = table[key] else { return nil }
    guard let text = value.string, !text.isEmpty else { throw .value(name(key), "a text") }
    return text
  }

  /// Returns a list of texts; nil if the key is missing.
  package func texts(_ key: String) throws(SettingError) -> [String]? {
    guard let value = table[key] else { return nil }
    guard let list = value.array else { throw .value(name(key), "a list of texts") }
    var texts: [String] = []
    for element in list {
      guard let text = element.string else { throw .value(name(key), "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Returns a number in a range; nil if the key is missing.
  package func number(_ key: String, in range: ClosedRange<Double> = 0...999_999) throws(SettingError) -> Double? {
    guard let value = table[key] else { return nil }
    guard let number = value.double ?? value.int.map(Double.init), range.contains(number) else {
      throw .value(name(key), "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return number
  }

  /// Returns a table; nil if the key is missing.
  package func table(_ key: String) throws(SettingError) -> SettingTable? {
    guard let value = table[key] else { return nil }
    guard let inner = value.table else { throw .value(name(key), "a table, { … }") }
    return SettingTable(inner, name(key))
  }

  /// Returns the tables of a list, `[[key]]`; none if the key is missing.
  package func tables(_ key: String) throws(SettingError) -> [SettingTable] {
    guard let list = table[key] else { return [] }
    guard let array = list.array else { throw .value(name(key), "a list of tables, [[\(key)]]") }
    var tables: [SettingTable] = []
    for (index, element) in array.enumerated() {
      guard let inner = element.table else { throw .value(name(key), "a list of tables, [[\(key)]]") }
      tables.append(SettingTable(inner, name("\(key)[\(index + 1)]")))
    }
    return tables
  }
}
