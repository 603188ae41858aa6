package import Payloads

/// A source of facts as the settings describe it.
package struct Source: Hashable, Sendable {
  /// The name that people use for it.
  package var name: String
  /// The kind; never notes.
  package var kind: FactSource
  /// The permission that the settings give.
  package var access: SourceAccess
  /// The place of its facts.
  package var place: Place

  /// The place of a source's facts.
  package enum Place: Hashable, Sendable {
    /// A file or folder, by its absolute path.
    case path(String)
    case server(Server)
  }

  /// A server that is sent one request.
  package struct Server: Hashable, Sendable {
    /// The base address.
    package var address: String
    /// The place whose weather is wanted, or the start of the route.
    package var from: Spot
    /// The destination of the route; nil for the weather.
    package var to: Spot?
    /// The way of travelling: `driving`, or another name of the server.
    package var profile: String
    /// The seconds for which an answer is used again.
    package var lifetime: Int64
  }

  /// A place on the earth.
  package struct Spot: Hashable, Sendable {
    package var name: String
    /// The latitude and the longitude in degrees.
    package var latitude: Double, longitude: Double
  }

  /// The person's addresses of a mailbox, in lowercase; empty if they are not known.
  package var addresses: [String] = []
  /// The amounts at which a day of a habit is done, by its name.
  package var goals: [String: Double] = [:]
  /// The units of habits, by their names.
  package var units: [String: String] = [:]

  /// The place as people know it: the path, or the address of the server.
  package var location: String {
    switch place {
    case .path(let path): path
    case .server(let server): server.address
    }
  }
}

/// The permission to use a source.
package enum SourceAccess: String, Hashable, Sendable, CaseIterable, Codable {
  /// The person is asked at the first use; it may be used; it may not.
  case ask, allow, deny
}
