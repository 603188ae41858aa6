internal import Values

/// The way from a place to a destination.
package struct Route: Hashable, Sendable {
  /// The name of the start.
  package var from: String
  /// The name of the destination.
  package var to: String
  /// The travel time in seconds.
  package var seconds: Int
  /// The distance in metres.
  package var metres: Int
  /// The way of travelling: `car`, `bike`, `foot`, or another name of the service.
  package var profile: String
  /// The time of departure that the travel time is for.
  package var departure: LocalTime
  /// The names of the main roads; empty if they are not known.
  package var roads: [String]

  /// Creates a route.
  package init(
    from: String, to: String, seconds: Int, metres: Int, profile: String, departure: LocalTime, roads: [String] = []
  ) {
    self.from = from
    self.to = to
    self.seconds = seconds
    self.metres = metres
    self.profile = profile
    self.departure = departure
    self.roads = roads
  }

  package var arrival: LocalTime { departure.adding(Int64(seconds)) }
}

extension Route: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("from", from)
    fields.add("to", to)
    fields.add("seconds", seconds)
    fields.add("metres", metres)
    fields.add("profile", profile)
    fields.add("departure", departure.json)
    fields.add("arrival", arrival.json)
    if !roads.isEmpty { fields.add("roads", roads) }
    return fields.members
  }

  var lines: [String] {
    let minutes = LocalTime.words(minutes: (seconds + 59) / 60)
    let kilometres = NumberText.short(Double(metres) / 1_000)
    let way = roads.isEmpty ? "" : " by \(roads.joined(separator: ", "))"
    return ["\(from) to \(to) (\(profile)): \(minutes), \(kilometres) km\(way); arrival \(arrival.clock)"]
  }
}
