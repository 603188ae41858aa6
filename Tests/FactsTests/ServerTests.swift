import Facts
import Payloads
import TestSupport
import Testing

/// The weather and the route, from a server on the loopback interface with faults.
@Suite struct ServerTests {
  private static let script =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Servers/facts.py"

  private func start() throws -> (server: ServerProcess, lab: FactsLab) {
    let server = try #require(ServerProcess(script: Self.script))
    let spot = "place = \"Berlin\"\nlatitude = 52.52\nlongitude = 13.41\n"
    let settings = """
      [[sources]]
      name = "weather"
      kind = "weather"
      url = "http://127.0.0.1:\(server.port)/plain/v1/forecast"
      access = "allow"
      \(spot)
      [[sources]]
      name = "office"
      kind = "route"
      url = "http://127.0.0.1:\(server.port)/plain/"
      profile = "cycling"
      access = "allow"
      from = { place = "Home", latitude = 52.52, longitude = 13.41 }
      to = { place = "Office", latitude = 52.5, longitude = -13.39 }

      """
    return (server, try FactsLab(settings))
  }

  @Test func `one request gives the weather, and its answer is used again`() async throws {
    let (server, lab) = try start()
    guard case .weather(let weather)? = await lab.facts.read(.weather).outcome.value else {
      Issue.record("no weather")
      return
    }
    #expect(weather.place == "Berlin" && weather.now.temperature == 6.2 && weather.now.summary == "light rain")
    #expect(weather.low == 2.5 && weather.high == 9.5 && weather.hours.count == 11)
    #expect(weather.sunrise?.text == "2026-11-27T07:46:00+01:00" && weather.now.feelsLike == 2.9)
    #expect(await lab.facts.read(.weather).outcome.value == .weather(weather) && server.log.count == 1)
    #expect(server.log[0].hasPrefix("GET /plain/v1/forecast?latitude=52.52&longitude=13.41&current="))
    _ = await lab.facts(now: FactsLab.now + 1_801).read(.weather)
    #expect(server.log.count == 2)
  }

  @Test func `one request gives the route`() async throws {
    let (server, lab) = try start()
    guard case .route(let route)? = await lab.facts.read(.route).outcome.value else {
      Issue.record("no route")
      return
    }
    #expect(route.from == "Home" && route.to == "Office" && route.seconds == 900 && route.metres == 5_321)
    #expect(route.profile == "bike" && route.roads == ["Unter den Linden", "B 2"])
    #expect(route.departure.text == "2026-11-27T09:00:00+01:00")
    #expect(server.log[0] == "GET /plain/route/v1/cycling/13.41,52.52;-13.39,52.5?overview=false&steps=true")
  }

  @Test(arguments: [
    ("cut", "the connection ended before"), ("wait", "the server asks to wait for 60 s"),
    ("broken", "the server answered with status 500"), ("other", "the answer of the server has another form"),
    ("slow", "timed out"),
  ])
  func `a fault is a line, and the last answer is used where there is one`(_ fault: String, _ reason: String)
    async throws
  {
    let (server, lab) = try start()
    try server.folder.write("fault", fault)
    let failed = await lab.facts.read(.weather)
    let line = try #require(failed.outcome.line)
    #expect(line.hasPrefix("The weather service 'weather' could not be read: ") && line.contains(reason), "\(line)")
    #expect(!line.contains("52.52"))
    try Program.run(["rm", server.folder.file("fault")]).mustSucceed()
    let good = await lab.facts.read(.weather)
    try server.folder.write("fault", fault)
    let later = await lab.facts(now: FactsLab.now + 3_600).read(.weather)
    #expect(later.outcome == good.outcome && good.outcome.value != nil)
    #expect(later.remarks.count == 1 && later.remarks[0].contains("the answer of 60 minutes ago is used"), "\(later)")
    let tomorrow = await lab.facts(now: FactsLab.now + 90_000).read(.weather)
    #expect(tomorrow.outcome.line?.contains(reason) == true)
  }

  @Test func `a way that does not exist is explained by the server`() async throws {
    let (server, lab) = try start()
    try server.folder.write("fault", "noroute")
    let line = await lab.facts.read(.route).outcome.line
    #expect(line?.contains("no route was found (Impossible route between points)") == true, "\(line ?? "")")
  }
}
