package import GitObjects

/// Two versions of a path or of parts of it, both kept in history.
package struct ConflictReport: Sendable, Codable {
  /// The conflict's id, equal on every machine.
  package var id: String
  package var path: String
  /// The argument of `stet resolve`: the path, or the id if several conflicts of the path are open.
  package var target: String
  /// The reason: `content`, `deletion`, `kind`, `directory`, `name`.
  package var reason: String
  /// The common version, if there is one.
  package var base: ObjectID?
  /// The version in the folder after the merge.
  package var kept: ObjectID?
  /// The author of that version.
  package var keptAuthor: AuthorRecord?
  /// The machine that recorded that version.
  package var keptMachine: String?
  /// The time of that version, ISO 8601.
  package var keptTime: String?
  /// The other version.
  package var other: ObjectID?
  /// The author of the other version.
  package var otherAuthor: AuthorRecord?
  /// The machine that recorded the other version.
  package var otherMachine: String?
  /// The time of the other version, ISO 8601.
  package var otherTime: String?
  /// The places of a text that differ; empty if whole versions differ.
  package var places: [ConflictPlace]
  /// The merge commit that recorded it.
  package var commit: ObjectID
  /// The time, ISO 8601.
  package var time: String
  /// Whether the policy withholds the texts from the agent; nil for no.
  package var isProtected: Bool?

  /// The number of letters that are shown of an id.
  package static let shortID = 12

  /// Creates a report.
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

  package init(caller: Caller = .person) { self.caller = caller }

  /// Reads a request; without a caller the person is the caller.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    caller = try container.decodeIfPresent(Caller.self, forKey: .caller) ?? .person
  }
}

/// One of the two versions of a conflict, with its author, machine and time.
package struct ConflictVersion: Sendable, Codable, Hashable {
  /// The whole version; nil if the file was deleted.
  package var blob: ObjectID?
  /// The author; nil if history does not contain one.
  package var author: AuthorRecord?
  /// The machine that recorded it; nil for a commit that Stet did not make.
  package var machine: String?
  /// The time, ISO 8601.
  package var time: String?

  package init(blob: ObjectID?, author: AuthorRecord? = nil, machine: String? = nil, time: String? = nil) {
    self.blob = blob
    self.author = author
    self.machine = machine
    self.time = time
  }
}

/// One place of a text in which two versions could not be merged.
package struct ConflictPlace: Sendable, Codable, Hashable {
  /// The first line of the place in the merged file, from 1.
  package var line: Int
  /// The text in the merged file.
  package var kept: String
  /// The text of the other version.
  package var other: String
  /// The text of the common version.
  package var base: String

  package init(line: Int, kept: String, other: String, base: String) {
    self.line = line
    self.kept = kept
    self.other = other
    self.base = base
  }
}
