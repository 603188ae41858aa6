import Payloads
import Settings
import TestSupport
import Testing

@testable import Facts

/// A source is opened only with the person's permission.
@Suite struct PermissionTests {
  private static let query = FactQuery.health(FactsLab.day)

  private func lab(_ access: String = "") throws -> FactsLab {
    let lab = try FactsLab(FactsLab.source("health", "h.csv", access))
    try lab.folder.write("h.csv", "date,steps\n2026-11-27,4000\n")
    return lab
  }

  @Test func `without a decision a source is not read, and the line says how to allow it`() async throws {
    let lab = try lab()
    // Opening the file would end with another line.
    try Program.shell("chmod 0 \(lab.folder.path)/h.csv && rm \(lab.folder.path)/h.csv").mustSucceed()
    let line = "The health file 'health' needs your permission: run 'stet source allow health' in a terminal."
    #expect(await lab.facts.read(Self.query).outcome == .notSetUp(line))
    #expect(await lab.facts.undecided([.health, .mail]).map(\.name) == ["health"])
    #expect(await lab.facts.undecided([.mail]).isEmpty)
  }

  @Test func `a decision holds for the place that it was made about`() async throws {
    let lab = try lab()
    #expect(try await lab.facts.decide("health", .allow)?.name == "health")
    #expect(await lab.facts.read(Self.query).outcome.value != nil)
    #expect(await lab.facts.undecided([.health]).isEmpty)
    #expect(try await lab.facts.decide("other", .allow) == nil)
    try lab.folder.write("sources.toml", FactsLab.source("health", "elsewhere.csv", ""))
    #expect(try await lab.facts.permissions().map(\.access) == [.ask])
  }

  @Test func `a refusal of the settings outranks a decision`() async throws {
    let lab = try lab("access = \"deny\"")
    _ = try await lab.facts.decide("health", .allow)
    let line = await lab.facts.read(Self.query).outcome.line
    #expect(line == "The health file 'health' is denied by \(lab.folder.file("sources.toml")).")
  }

  @Test func `a denied source says so, and a damaged file of decisions is none`() async throws {
    let lab = try lab("access = \"allow\"")
    _ = try await lab.facts.decide("health", .deny)
    let line = await lab.facts.read(Self.query).outcome.line
    #expect(line == "The health file 'health' is denied: 'stet source allow health' allows it.")
    try lab.folder.write("state/sources.json", "{\"sources\":[{\"name\":1}")
    #expect(await lab.facts.read(Self.query).outcome.value != nil)
  }

  @Test func `a source that is missing, fails or is denied leaves the others of its kind`() async throws {
    let settings = [
      FactsLab.source("calendar", "a"), "[[sources]]\nname = \"b\"\nkind = \"calendar\"\npath = \"~/b\"\n",
      "[[sources]]\nname = \"c\"\nkind = \"calendar\"\npath = \"~/c\"\naccess = \"allow\"\n",
    ]
    let lab = try FactsLab(settings.joined())
    try Program.shell("mkdir \(lab.folder.path)/c").mustSucceed()
    try lab.folder.write("c/x.ics", CalendarSample.text(["UID:1\nSUMMARY:x\nDTSTART:20261127T100000Z"]))
    let reading = await lab.facts.read(.events(DaySpan(from: FactsLab.day)))
    #expect(reading.events.map(\.title) == ["x"] && reading.remarks.count == 2, "\(reading)")
    let only = await lab.facts.read(.events(DaySpan(from: FactsLab.day)), only: "calendar")
    #expect(only.outcome.line?.contains("there is no such file or folder") == true)
  }

  @Test func `a kind without a source, and settings with a mistake, are lines`() async throws {
    let lab = try FactsLab("")
    let line = await lab.facts.read(.weather).outcome.line
    #expect(line?.hasPrefix("No source of the kind \"weather\" is set up: add one to \(lab.folder.path)") == true)
    try lab.folder.write("sources.toml", "[[sources]]\nname = \"x\"\n")
    #expect(await lab.facts.read(.weather).outcome.line?.contains("sources[1].kind is not") == true)
    let change = await lab.facts.carryOut(.habit(name: "x", day: FactsLab.day, amount: 1))
    #expect(change.line?.contains("cannot be used") == true)
  }

  @Test func `the place is that of the settings, else that of the weather`() async throws {
    let weather = """
      [[sources]]
      name = "w"
      kind = "weather"
      place = "Berlin"
      latitude = 52.52
      longitude = 13.41

      """
    for (settings, place) in [(weather, "Berlin"), ("location = \"Paris\"\n" + weather, "Paris")] {
      let lab = try FactsLab(settings)
      #expect(await lab.facts.location() == .value(place))
    }
    let lab = try FactsLab("")
    #expect(await lab.facts.location().line?.contains("location = ") == true)
  }

  @Test(arguments: [
    ("[[sources]]\nname = \"a b\"", "sources[1].name"),
    ("[[sources]]\nname = \"a\"\nkind = \"notes\"", "sources[1].kind"),
    ("[[sources]]\nname = \"a\"\nkind = \"mail\"\npath = \"x\"", "sources[1].path"),
    ("[[sources]]\nname = \"a\"\nkind = \"mail\"\npath = \"/x\"\nurl = \"y\"", "sources[1].url"),
    ("[[sources]]\nname = \"a\"\nkind = \"mail\"\npath = \"/x\"\naccess = \"yes\"", "sources[1].access"),
    ("[[sources]]\nname = \"a\"\nkind = \"weather\"\nplace = \"x\"\nlatitude = 91", "sources[1].latitude"),
    ("[[sources]]\nname = \"a\"\nkind = \"weather\"\nurl = \"ftp://x\"", "sources[1].url"),
    ("[[sources]]\nname = \"a\"\nkind = \"route\"", "sources[1].from"), ("x = 1", "x"), ("=", "it is not TOML"),
  ])
  func `a mistake in the settings is named`(_ text: String, _ key: String) {
    do throws(SettingError) {
      _ = try SourceSettings(text, home: "/home/ada")
      Issue.record("no mistake")
    } catch {
      #expect("\(error)".hasPrefix(key), "\(error)")
    }
  }

  @Test(
    arguments: [
      (nil, "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"), ("Asia/Tokyo", "x", "Asia/Tokyo"),
      (":/usr/share/zoneinfo/Asia/Tokyo", nil, "Asia/Tokyo"), (nil, nil, "UTC"), ("", "../zoneinfo/UTC", "UTC"),
    ] as [(String?, String?, String)])
  func `the machine's zone is that of TZ, else of the link`(_ variable: String?, _ link: String?, _ zone: String) {
    #expect(FactSources.Surroundings.zone(variable, link: link) == zone)
  }
}
