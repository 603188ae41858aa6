package import GitObjects

/// Two versions of a path or of regions of it, both kept in history.
package struct ConflictReport: Sendable, Codable {
  /// The conflict's id, equal on every machine.
  package var id: String
  /// The path.
  package var path: String
  /// The argument of `stet resolve` for it: the path, or the id where several conflicts of the path are open.
  package var target: String
  /// Why both could not stand: `content`, `deletion`, `kind`, `directory`, `name`.
  package var reason: String
  /// The common version, if there is one.
  package var base: ObjectID?
  /// The version that stood after the merge.
  package var kept: ObjectID?
  /// Who wrote what stands.
  package var keptAuthor: AuthorRecord?
  /// The machine that recorded what stands.
  package var keptMachine: String?
  /// When what stands was written, ISO 8601.
  package var keptTime: String?
  /// The version beside it.
  package var other: ObjectID?
  /// Who wrote the version beside it.
  package var otherAuthor: AuthorRecord?
  /// The machine that recorded the version beside it.
  package var otherMachine: String?
  /// When the version beside it was written, ISO 8601.
  package var otherTime: String?
  /// The places of a text where they differ; empty where whole versions do.
  package var places: [ConflictPlace]
  /// The merge commit that recorded it.
  package var commit: ObjectID
  /// When, ISO 8601.
  package var time: String
  /// Whether the policy keeps the texts from the agent that asks; nil for no.
  package var isProtected: Bool?

  /// So many letters of an id are shown.
  package static let shortID = 12

  /// Makes a report.
  ///
  /// - Parameter isOnly: whether no other conflict of the path is open.
  package init(
    id: String, path: String, reason: String, base: ObjectID?, kept: ConflictVersion, other: ConflictVersion,
    places: [ConflictPlace] = [], commit: ObjectID, time: String, isOnly: Bool = true
  ) {
    self.id = id
    self.path = path
    target = isOnly ? path : String(id.prefix(Self.shortID))
    self.reason = reason
    self.base = base
    (self.kept, keptAuthor, keptMachine, keptTime) = (kept.blob, kept.author, kept.machine, kept.time)
    (self.other, otherAuthor, otherMachine, otherTime) = (other.blob, other.author, other.machine, other.time)
    self.places = places
    self.commit = commit
    self.time = time
  }
}

/// Requests the open conflicts.
package struct ConflictsRequest: Verb {
  package typealias Answer = [ConflictReport]
  package static let name = "conflicts"

  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  /// Creates a request.
  package init(caller: Caller = .person) { self.caller = caller }

  /// Reads a request; without a caller it is the person's.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    caller = try container.decodeIfPresent(Caller.self, forKey: .caller) ?? .person
  }
}
