package import Settings

/// The providers of a settings file, in order; the first is used unless another is named. Pure.
package struct ProviderSettings: Hashable, Sendable {
  package var providers: [Provider]

  /// Parses the TOML text of a settings file.
  ///
  /// - Throws: `SettingError` for a text that is not TOML, for an invalid value and for an unknown key: a key
  ///   that is ignored could be a limit that its author relies on.
  package init(_ text: String) throws(SettingError) {
    let file = try SettingTable(text)
    try file.allowOnly(["providers"])
    var providers: [Provider] = []
    for table in try file.tables("providers") {
      let provider = try Provider(table)
      guard !providers.contains(where: { $0.name == provider.name }) else {
        throw .value(table.name("name"), "a name that no other provider has")
      }
      providers.append(provider)
    }
    self.providers = providers
  }
}
