package import Documents

/// The rank of an author; it decides whose words are kept in an overlap (DESIGN "Merge").
package enum Rank: Int, Hashable, Sendable, Comparable, Codable {
  /// An agent, or Stet itself.
  case agent
  /// A person, or an author who may be one (`unsure`).
  case person

  /// Makes the rank of an author.
  package init(_ author: Author) { self = author.ranksAsPerson ? .person : .agent }

  /// Returns whether a rank is lower; a person ranks above an agent.
  package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}
