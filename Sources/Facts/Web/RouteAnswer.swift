internal import Payloads
internal import Values

/// OSRM's request and answer (`/route/v1/{profile}`). Pure.
enum RouteAnswer {
  private static let profiles = ["driving": "car", "cycling": "bike", "walking": "foot"]
  /// The longest way in metres, and the longest time in seconds.
  private static let most = 1e9

  /// Returns the address of the request, which names the longitude first.
  static func address(_ server: Source.Server, to: Source.Spot) -> String {
    let spots = [server.from, to].map { "\($0.longitude),\($0.latitude)" }.joined(separator: ";")
    return "\(server.address)/route/v1/\(server.profile)/\(spots)?overview=false&steps=true"
  }

  /// Reads the answer.
  ///
  /// - Parameter departure: the present time.
  /// - Returns: nil for an answer of another form; the server's own message for one without a route.
  static func read(
    _ body: [UInt8], _ server: Source.Server, to: Source.Spot, departure: LocalTime
  ) -> SourceOutcome<Route>? {
    guard let answer = JSONValue(line: body), let code = answer["code"]?.text else { return nil }
    guard code == "Ok" else {
      return .failed("no route was found (\(String((answer["message"]?.text ?? code).prefix(200))))")
    }
    guard let route = answer["routes"]?.elements?.first, let seconds = whole(route["duration"]),
      let metres = whole(route["distance"])
    else { return nil }
    let summary = route["legs"]?.elements?.first?["summary"]?.text ?? ""
    let roads = summary.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    return .value(
      Route(
        from: server.from.name, to: to.name, seconds: seconds, metres: metres,
        profile: profiles[server.profile] ?? server.profile, departure: departure, roads: roads.filter { !$0.isEmpty }))
  }

  private static func whole(_ value: JSONValue?) -> Int? {
    guard let number = value?.number, (0...most).contains(number) else { return nil }
    return Int(exactly: number.rounded())
  }
}
