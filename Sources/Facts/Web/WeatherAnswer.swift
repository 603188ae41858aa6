internal import Payloads
internal import Values

/// Open-Meteo's request and answer (`/v1/forecast`). Pure.
enum WeatherAnswer {
  private static let current = [
    "temperature_2m", "relative_humidity_2m", "apparent_temperature", "precipitation", "weather_code",
    "wind_speed_10m", "wind_gusts_10m",
  ]
  private static let hourly = [
    "temperature_2m", "apparent_temperature", "precipitation_probability", "precipitation", "weather_code",
    "wind_speed_10m",
  ]
  /// The minutes east of UTC that are read.
  private static let offsets = -1_080...1_080

  /// Returns the address of the request.
  static func address(_ server: Source.Server) -> String {
    "\(server.address)?latitude=\(server.from.latitude)&longitude=\(server.from.longitude)"
      + "&current=\(current.joined(separator: ","))&hourly=\(hourly.joined(separator: ","))"
      + "&daily=temperature_2m_max,temperature_2m_min,sunrise,sunset"
      + "&timeformat=unixtime&timezone=auto&forecast_days=2&forecast_hours=12"
  }

  /// Reads the answer; nil for one of another form.
  static func read(_ body: [UInt8], place: String) -> Weather? {
    guard let answer = JSONValue(line: body), let now = answer["current"], let time = now["time"]?.number else {
      return nil
    }
    let offset = (answer["utc_offset_seconds"]?.number.flatMap { Int(exactly: $0) } ?? 0) / 60
    func localTime(_ seconds: Double) -> LocalTime? {
      guard let seconds = Int64(exactly: seconds.rounded()), AnswerCache.times.contains(seconds),
        offsets.contains(offset)
      else {
        return nil
      }
      return LocalTime(seconds: seconds, offset: offset)
    }
    guard let present = localTime(time) else { return nil }
    var conditions = Self.conditions(present) { now[$0]?.number }
    let hours = answer["hourly"]
    let list: [WeatherConditions] = (hours?["time"]?.elements ?? []).enumerated().compactMap { place, value in
      guard let time = value.number.flatMap(localTime), time > present else { return nil }
      return Self.conditions(time) {
        hours?[$0]?.elements.flatMap { $0.indices.contains(place) ? $0[place].number : nil }
      }
    }
    conditions.precipitationChance = list.first?.precipitationChance
    var weather = Weather(place: place, now: conditions, hours: Array(list.prefix(12)))
    func today(_ name: String) -> Double? { answer["daily"]?[name]?.elements?.first?.number }
    weather.low = today("temperature_2m_min")
    weather.high = today("temperature_2m_max")
    weather.sunrise = today("sunrise").flatMap(localTime)
    weather.sunset = today("sunset").flatMap(localTime)
    return weather
  }

  private static func conditions(_ time: LocalTime, _ value: (String) -> Double?) -> WeatherConditions {
    let code = value("weather_code").flatMap { Int(exactly: $0) }
    var conditions = WeatherConditions(
      time: time, summary: code.flatMap { words[$0] } ?? "", temperature: value("temperature_2m"))
    conditions.feelsLike = value("apparent_temperature")
    conditions.humidity = value("relative_humidity_2m")
    conditions.precipitation = value("precipitation")
    conditions.precipitationChance = value("precipitation_probability")
    conditions.wind = value("wind_speed_10m")
    conditions.gusts = value("wind_gusts_10m")
    return conditions
  }

  /// The weather codes of the World Meteorological Organization (table 4677) that Open-Meteo uses.
  private static let words = [
    0: "clear sky", 1: "mainly clear", 2: "partly cloudy", 3: "overcast", 45: "fog", 48: "rime fog",
    51: "light drizzle", 53: "drizzle", 55: "dense drizzle", 56: "light freezing drizzle", 57: "freezing drizzle",
    61: "light rain", 63: "rain", 65: "heavy rain", 66: "light freezing rain", 67: "freezing rain", 71: "light snow",
    73: "snow", 75: "heavy snow", 77: "snow grains", 80: "light showers", 81: "showers", 82: "violent showers",
    85: "light snow showers", 86: "heavy snow showers", 95: "thunderstorm", 96: "thunderstorm with hail",
    99: "thunderstorm with heavy hail",
  ]
}

extension JSONValue {
  /// The number; nil for another kind of value, and for one beyond the range of `Double`.
  var number: Double? {
    guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
