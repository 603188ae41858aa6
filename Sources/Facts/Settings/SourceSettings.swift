internal import Payloads
package import Settings

/// The sources of a settings file, in order. Pure.
package struct SourceSettings: Hashable, Sendable {
  package var sources: [Source]
  /// The person's time zone, such as `Europe/Berlin`; nil for that of the machine.
  package var timeZone: String?
  /// The name of the person's place; nil for that of the weather.
  package var location: String?

  /// Parses the TOML text of a settings file.
  ///
  /// - Parameter home: the person's home folder, for paths that begin with `~/`.
  /// - Throws: `SettingError` for a text that is not TOML, for an invalid value and for an unknown key.
  package init(_ text: String, home: String) throws(SettingError) {
    let file = try SettingTable(text)
    try file.allowOnly(["sources", "time_zone", "location"])
    timeZone = try file.text("time_zone")
    location = try file.text("location")
    var sources: [Source] = []
    for table in try file.tables("sources") {
      let source = try Source(table, home: home)
      guard !sources.contains(where: { $0.name == source.name }) else {
        throw .value(table.name("name"), "a name that no other source has")
      }
      sources.append(source)
    }
    self.sources = sources
  }

  /// The name of the place; nil without one.
  package var place: String? {
    if let location { return location }
    return sources.lazy.compactMap { source in
      if case .server(let server) = source.place, source.kind == .weather { server.from.name } else { nil }
    }.first
  }
}

extension Source {
  private static let kinds: [FactSource] = FactSource.allCases.filter { $0 != .notes }
  private static let addresses: [FactSource: String] = [
    .weather: "https://api.open-meteo.com/v1/forecast", .route: "https://router.project-osrm.org",
  ]
  /// The minutes for which an answer is used again.
  private static let lifetimes: [FactSource: Double] = [.weather: 30, .route: 5]

  /// Reads a table of the settings.
  init(_ table: SettingTable, home: String) throws(SettingError) {
    guard let name = try table.text("name"), name.utf8.count <= 40, name.utf8.allSatisfy(Self.isNamePart) else {
      throw .value(table.name("name"), "a text of letters, digits, - and _")
    }
    guard let kind = try table.text("kind").flatMap(FactSource.init(rawValue:)), Self.kinds.contains(kind) else {
      throw .value(table.name("kind"), Self.kinds.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }
    guard let access = SourceAccess(rawValue: try table.text("access") ?? "ask") else {
      throw .value(table.name("access"), "\"ask\", \"allow\" or \"deny\"")
    }
    let isServer = kind == .weather || kind == .route
    let own: [FactSource: [String]] = [
      .mail: ["path", "addresses"], .habits: ["path", "goals", "units"],
      .weather: ["url", "place", "latitude", "longitude", "cache_minutes"],
      .route: ["url", "profile", "from", "to", "cache_minutes"],
    ]
    try table.allowOnly(["name", "kind", "access"] + (own[kind] ?? ["path"]))
    self.init(
      name: name, kind: kind, access: access,
      place: isServer ? .server(try Self.server(table, kind)) : .path(try Self.path(table, home: home)))
    addresses = (try table.texts("addresses") ?? []).map { $0.lowercased() }
    if let goals = try table.table("goals") {
      for key in goals.keys { self.goals[key] = try goals.number(key) }
    }
    if let units = try table.table("units") {
      for key in units.keys { self.units[key] = try units.text(key) }
    }
  }

  private static func path(_ table: SettingTable, home: String) throws(SettingError) -> String {
    guard let text = try table.text("path") else { throw .value(table.name("path"), "given") }
    let path = text.hasPrefix("~/") ? home + text.dropFirst() : text
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw .value(table.name("path"), "an absolute path, or one that begins with ~/")
    }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func server(_ table: SettingTable, _ kind: FactSource) throws(SettingError) -> Server {
    let address = try table.text("url") ?? addresses[kind] ?? ""
    guard address.hasPrefix("https://") || address.hasPrefix("http://"), !address.contains("@"),
      !address.contains("#"), !address.contains("?")
    else { throw .value(table.name("url"), "an address that begins with https:// or http:// and has no ? and no @") }
    let profile = try table.text("profile") ?? "driving"
    guard profile.utf8.allSatisfy(isNamePart) else {
      throw .value(table.name("profile"), "a name such as \"driving\", \"cycling\" or \"walking\"")
    }
    let minutes = try table.number("cache_minutes", in: 0...1_440) ?? lifetimes[kind] ?? 0
    var from: Spot, to: Spot?
    if kind == .route {
      guard let start = try table.table("from"), let end = try table.table("to") else {
        throw .value(table.name("from"), "given with to, { place = \"Home\", latitude = 52.52, longitude = 13.41 }")
      }
      from = try spot(start)
      to = try spot(end)
    } else {
      from = try spot(table, hasOthers: true)
    }
    return Server(
      address: address.hasSuffix("/") ? String(address.dropLast()) : address, from: from, to: to, profile: profile,
      lifetime: Int64(minutes * 60))
  }

  private static func spot(_ table: SettingTable, hasOthers: Bool = false) throws(SettingError) -> Spot {
    if !hasOthers { try table.allowOnly(["place", "latitude", "longitude"]) }
    guard let name = try table.text("place") else { throw .value(table.name("place"), "given") }
    guard let latitude = try table.number("latitude", in: -90...90) else {
      throw .value(table.name("latitude"), "given")
    }
    guard let longitude = try table.number("longitude", in: -180...180) else {
      throw .value(table.name("longitude"), "given")
    }
    return Spot(name: name, latitude: latitude, longitude: longitude)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
