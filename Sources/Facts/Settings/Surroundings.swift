internal import HTTPTransfer

extension FactSources {
  /// Creates the sources of the person with an environment, by the system's clock; nil without a home folder.
  package init?(environment: [String: String]) {
    guard let surroundings = Surroundings(environment: environment) else { return nil }
    self.init(
      surroundings, now: SourceFile.now, random: { .random(in: .min ... .max) },
      transfer: { TransferSettings(environment: environment, for: $0) })
  }
}

extension FactSources.Surroundings {
  /// Finds the files of a person by an environment, and the time zone of the machine; nil without a home folder.
  ///
  /// The settings are `sources.toml` in `$XDG_CONFIG_HOME/stet`, the decisions `sources.json` in `$XDG_STATE_HOME/stet`,
  /// and the answers of servers in `$XDG_CACHE_HOME/stet/sources`.
  package init?(environment: [String: String]) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let home = absolute("HOME") else { return nil }
    self.init(
      settings: (absolute("XDG_CONFIG_HOME") ?? home + "/.config") + "/stet/sources.toml",
      decisions: (absolute("XDG_STATE_HOME") ?? home + "/.local/state") + "/stet/sources.json",
      cache: (absolute("XDG_CACHE_HOME") ?? home + "/.cache") + "/stet/sources", home: home,
      zone: Self.zone(environment["TZ"], link: SourceFile.target(of: "/etc/localtime")))
  }

  /// Returns the name of a time zone.
  ///
  /// - Parameters:
  ///   - variable: the value of `TZ`: a name, or the path of a zone's file, each also behind a colon.
  ///   - link: the target of `/etc/localtime`.
  static func zone(_ variable: String?, link: String?) -> String {
    for text in [variable, link].compactMap({ $0 }) {
      let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
      guard let found = name.firstRange(of: "zoneinfo/") else {
        if !name.isEmpty, !name.hasPrefix("/"), !name.hasPrefix(".") { return name }
        continue
      }
      return String(name[found.upperBound...])
    }
    return "UTC"
  }
}
