import Payloads
import TestSupport
import Testing

@testable import Facts

/// Answers of servers and cached answers with numbers that no server means.
@Suite struct AnswerTests {
  private static func weather(time: String, offset: String) -> Weather? {
    let text =
      #"{"utc_offset_seconds":\#(offset),"current":{"time":\#(time),"temperature_2m":6},"#
      + #""daily":{"sunrise":[9223372036854774784]}}"#
    return WeatherAnswer.read(Array(text.utf8), place: "Berlin")
  }

  @Test func `weather has a time up to the year 9999, and a time zone of at most 18 hours`() {
    #expect(Self.weather(time: "1795766400", offset: "3600")?.now.time.text == "2026-11-27T09:00:00+01:00")
    #expect(Self.weather(time: "253402300799", offset: "0")?.now.time.text == "9999-12-31T23:59:59Z")
    #expect(Self.weather(time: "0", offset: "-64800")?.sunrise == nil)
    for time in ["-1", "253402300800", "9223372036854774784", "-9223372036854775808", "1e308"] {
      #expect(Self.weather(time: time, offset: "0") == nil, "\(time)")
    }
    for offset in ["64860", "-64860", "9223372036854774784", "-9223372036854775808"] {
      #expect(Self.weather(time: "0", offset: offset) == nil, "\(offset)")
    }
  }

  @Test func `a route takes at most a thousand million seconds and metres`() throws {
    let spot = Source.Spot(name: "Home", latitude: 52, longitude: 13)
    let departure = LocalTime(seconds: FactsLab.now, offset: 60)
    func route(_ duration: String, _ distance: String) -> Route? {
      let text = #"{"code":"Ok","routes":[{"duration":\#(duration),"distance":\#(distance)}]}"#
      let server = Source.Server(address: "http://127.0.0.1", from: spot, to: spot, profile: "driving", lifetime: 60)
      return RouteAnswer.read(Array(text.utf8), server, to: spot, departure: departure)?.value
    }
    #expect(route("1e9", "5321.4")?.seconds == 1_000_000_000 && route("900", "5321.4")?.metres == 5_321)
    for number in ["1000000001", "9223372036854774784", "-1", "1e400"] {
      #expect(route(number, "1") == nil && route("1", number) == nil, "\(number)")
    }
  }

  @Test func `a cached answer of a time that cannot be is none`() throws {
    let folder = TemporaryFolder()
    let cache = AnswerCache(path: folder.file("a.json"))
    for (time, isKnown) in [(Int64.min, false), (-1, false), (0, true), (253_402_300_800, false), (.max, false)] {
      cache.keep(AnswerCache.Entry(body: Array("x".utf8), time: time), "address")
      #expect((cache.entry("address") != nil) == isKnown, "\(time)")
    }
  }
}
