package import Documents

/// Whose words stand where two changes overlap (DESIGN "Merge").
package enum Rank: Int, Hashable, Sendable, Comparable, Codable {
  /// An agent, or Stet itself.
  case agent
  /// A person, or somebody who may have been one.
  case person

  /// The rank of whoever made a change.
  package init(_ author: Author) { self = author.ranksAsPerson ? .person : .agent }

  /// The person stands higher.
  package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}
