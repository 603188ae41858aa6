internal import Values

/// The weather at a place.
package struct Weather: Hashable, Sendable {
  /// The name of the place.
  package var place: String
  /// The present conditions.
  package var now: WeatherConditions
  /// The conditions of the next hours, in order.
  package var hours: [WeatherConditions]
  /// The lowest temperature of the day in °C; nil if it is not known.
  package var low: Double?
  /// The highest temperature of the day in °C; nil if it is not known.
  package var high: Double?
  /// The time of sunrise; nil if it is not known.
  package var sunrise: LocalTime?
  /// The time of sunset; nil if it is not known.
  package var sunset: LocalTime?

  /// Creates a weather; the fields without arguments are nil.
  package init(place: String, now: WeatherConditions, hours: [WeatherConditions]) {
    self.place = place
    self.now = now
    self.hours = hours
  }
}

/// The conditions at a time. A value that is not known is nil.
package struct WeatherConditions: Hashable, Sendable {
  package var time: LocalTime
  /// The conditions in words: `light rain`.
  package var summary: String
  /// The temperature in °C.
  package var temperature: Double?
  /// The temperature as felt, in °C.
  package var feelsLike: Double?
  /// The relative humidity in percent.
  package var humidity: Double?
  /// The precipitation in mm.
  package var precipitation: Double?
  /// The probability of precipitation in percent.
  package var precipitationChance: Double?
  /// The wind in km/h.
  package var wind: Double?
  /// The gusts in km/h.
  package var gusts: Double?

  /// Creates conditions; the values without arguments are nil.
  package init(time: LocalTime, summary: String, temperature: Double? = nil) {
    self.time = time
    self.summary = summary
    self.temperature = temperature
  }
}

extension Weather: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("place", place)
    fields.add("low", low)
    fields.add("high", high)
    fields.add("sunrise", sunrise?.json)
    fields.add("sunset", sunset?.json)
    fields.add("now", now.json)
    fields.add("hours", .array(hours.map(\.json)))
    return fields.members
  }

  var lines: [String] {
    var first = "\(place): " + now.words
    if let low, let high { first += ", \(NumberText.short(low)) to \(NumberText.short(high)) °C today" }
    var rows = AlignedLines()
    for hour in hours { rows.add(hour.time.clock, hour.words) }
    return [first] + rows.lines
  }
}

extension WeatherConditions {
  /// The conditions in words: `6 °C, light rain, rain 80 %, wind 20 km/h`.
  var words: String {
    var parts: [String] = []
    if let temperature { parts.append("\(NumberText.short(temperature)) °C") }
    if !summary.isEmpty { parts.append(summary) }
    if let feelsLike, let temperature, (feelsLike - temperature).magnitude >= 2 {
      parts.append("feels like \(NumberText.short(feelsLike)) °C")
    }
    if let precipitationChance, precipitationChance >= 10 {
      parts.append("rain \(NumberText.short(precipitationChance)) %")
    }
    if let precipitation, precipitation > 0 { parts.append("\(NumberText.short(precipitation)) mm") }
    if let wind { parts.append("wind \(NumberText.short(wind)) km/h") }
    return parts.joined(separator: ", ")
  }

  /// The conditions as a JSON object.
  var json: JSONValue {
    var fields = JSONFields()
    fields.add("time", time.json)
    fields.add("summary", summary)
    fields.add("temperature", temperature)
    fields.add("feelsLike", feelsLike)
    fields.add("humidity", humidity)
    fields.add("precipitation", precipitation)
    fields.add("precipitationChance", precipitationChance)
    fields.add("wind", wind)
    fields.add("gusts", gusts)
    return fields.value
  }
}
